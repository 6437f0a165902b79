package dev.concord.nested;

import java.util.Arrays;

/**
 * Merges K clusters into k: fewest pairs that must be apart within a group, then the lowest
 * normalized cut. Both are sums over groups, so for at most {@value #EXACT} clusters dynamic
 * programming over sets finds the best merging. More clusters are first merged two by two, at the
 * least rise, and the result is improved by moving single clusters while that lowers the objective.
 * Time O(3^K k) and memory 12 · 2^K k bytes up to {@value #EXACT}, O(K³) and K³ a round of moves
 * beyond. Ties go to the lower numbers.
 */
final class ClusterMerging {
  /** Clusters up to which the best merging is found. */
  static final int EXACT = 13;

  private static final double SLIGHT = 1e-12;
  private static final int ROUNDS = 50;

  private ClusterMerging() {}

  /**
   * The group of each cluster, in 0..k-1; each group has one at least.
   *
   * @param k number of groups, from 1 to K
   */
  static int[] into(ClusterGraph clusters, int k) {
    int size = clusters.size();
    if (k < 1 || k > size) {
      throw new IllegalArgumentException(k + " groups of " + size + " clusters");
    }
    if (size <= EXACT) {
      return exact(clusters, k);
    }
    int[] pairs = pairwise(clusters, Math.max(k, EXACT));
    int groups = Math.max(k, EXACT);
    if (k < groups) {
      int[] rest = exact(clusters.merged(pairs, groups), k);
      Arrays.setAll(pairs, c -> rest[pairs[c]]);
    }
    return moved(clusters, pairs, k);
  }

  /** Merges the two groups whose merging raises the objective least, until {@code k} are left. */
  private static int[] pairwise(ClusterGraph clusters, int k) {
    int[] group = new int[clusters.size()];
    Arrays.setAll(group, c -> c);
    ClusterGraph now = clusters;
    while (now.size() > k) {
      int first = 0;
      int second = 1;
      double least = Double.POSITIVE_INFINITY;
      long fewest = Long.MAX_VALUE;
      for (int a = 0; a < now.size(); a++) {
        for (int b = a + 1; b < now.size(); b++) {
          long broken = now.apart()[a][b];
          double rise = rise(now, a, b);
          if (broken < fewest || (broken == fewest && rise < least - SLIGHT)) {
            fewest = broken;
            least = rise;
            first = a;
            second = b;
          }
        }
      }
      int[] to = new int[now.size()];
      for (int c = 0; c < to.length; c++) {
        to[c] = c == second ? first : c > second ? c - 1 : c;
      }
      now = now.merged(to, now.size() - 1);
      Arrays.setAll(group, c -> to[group[c]]);
    }
    return group;
  }

  private static double rise(ClusterGraph now, int a, int b) {
    double inA = now.weight()[a][a];
    double inB = now.weight()[b][b];
    double both = inA + inB + 2.0 * now.weight()[a][b];
    double[] volume = now.volume();
    return ClusterGraph.term(both, volume[a] + volume[b])
        - ClusterGraph.term(inA, volume[a])
        - ClusterGraph.term(inB, volume[b]);
  }

  /** Moves single clusters to other groups while that lowers the objective. */
  private static int[] moved(ClusterGraph clusters, int[] start, int k) {
    int[] group = start.clone();
    int[] members = new int[k];
    for (int g : group) {
      members[g]++;
    }
    long broken = clusters.broken(group);
    double ncut = clusters.ncut(group, k);
    boolean better = true;
    for (int round = 0; round < ROUNDS && better; round++) {
      better = false;
      for (int c = 0; c < group.length; c++) {
        int own = group[c];
        for (int g = 0; g < k && members[own] > 1; g++) {
          if (g == own) {
            continue;
          }
          group[c] = g;
          long pairs = clusters.broken(group);
          double cut = pairs > broken ? Double.POSITIVE_INFINITY : clusters.ncut(group, k);
          if (pairs < broken || (pairs == broken && cut < ncut - SLIGHT)) {
            broken = pairs;
            ncut = cut;
            members[own]--;
            members[g]++;
            own = g;
            better = true;
          } else {
            group[c] = own;
          }
        }
      }
    }
    return group;
  }

  /**
   * Dynamic programming: the best division of a set into g groups takes the group of its lowest
   * member and divides the rest into g - 1.
   */
  private static int[] exact(ClusterGraph clusters, int k) {
    int size = clusters.size();
    int all = (1 << size) - 1;
    double[] term = new double[all + 1];
    long[] within = new long[all + 1];
    terms(clusters, term, within);
    double[][] cut = new double[k + 1][all + 1];
    long[][] broken = new long[k + 1][all + 1];
    int[][] taken = new int[k + 1][all + 1];
    for (long[] row : broken) {
      Arrays.fill(row, Long.MAX_VALUE);
    }
    broken[0][0] = 0L;
    for (int g = 1; g <= k; g++) {
      for (int set = 1; set <= all; set++) {
        int lowest = set & -set;
        int others = set ^ lowest;
        for (int more = others; ; more = (more - 1) & others) {
          int group = more | lowest;
          int rest = set ^ group;
          if (broken[g - 1][rest] != Long.MAX_VALUE) {
            long pairs = broken[g - 1][rest] + within[group];
            double sum = cut[g - 1][rest] + term[group];
            if (pairs < broken[g][set] || (pairs == broken[g][set] && sum < cut[g][set] - SLIGHT)) {
              broken[g][set] = pairs;
              cut[g][set] = sum;
              taken[g][set] = group;
            }
          }
          if (more == 0) {
            break;
          }
        }
      }
    }
    int[] group = new int[size];
    int left = all;
    for (int g = k; g >= 1; g--) {
      int members = taken[g][left];
      for (int c = 0; c < size; c++) {
        if ((members & (1 << c)) != 0) {
          group[c] = k - g;
        }
      }
      left ^= members;
    }
    return group;
  }

  /** The term of the cut and the broken pairs of each set of clusters. */
  private static void terms(ClusterGraph clusters, double[] term, long[] within) {
    double[] inside = new double[term.length];
    double[] volume = new double[term.length];
    for (int set = 1; set < term.length; set++) {
      int c = Integer.numberOfTrailingZeros(set);
      int rest = set & (set - 1);
      inside[set] = inside[rest] + clusters.weight()[c][c];
      within[set] = within[rest] + clusters.apart()[c][c];
      volume[set] = volume[rest] + clusters.volume()[c];
      for (int left = rest; left != 0; left &= left - 1) {
        int other = Integer.numberOfTrailingZeros(left);
        inside[set] += 2.0 * clusters.weight()[c][other];
        within[set] += 2L * clusters.apart()[c][other];
      }
      term[set] = ClusterGraph.term(inside[set], volume[set]);
    }
  }
}
