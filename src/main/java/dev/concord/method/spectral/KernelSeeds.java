package dev.concord.method.spectral;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * First partitions for kernel k-means on a sparse kernel, from the must-link components. Groups are
 * chosen, grown along the edges until they cover the graph, and, when there are more than k, merged
 * pair by pair where J (see {@link KernelKMeans}) keeps most.
 */
final class KernelSeeds {
  /** Groups up to which merging compares all pairs. */
  private static final int MOST_GROUPS = 500;

  private final CsrMatrix s;
  private final double[] d;
  private final double sigma;
  private final MustLinkClosure closure;
  private final int[] members;
  private final int[] starts;
  private final int n;
  private final int[] group;
  private final boolean[] candidate;
  private int groups;

  /** {@code score[i]}: weighted squared distance to the nearest chosen group, up to a constant. */
  private final double[] score;

  private final double[] links;

  KernelSeeds(CsrMatrix s, double[] d, double sigma, MustLinkClosure closure) {
    this.closure = closure;
    members = closure.members();
    starts = closure.starts();
    this.s = s;
    this.d = d;
    this.sigma = sigma;
    n = d.length;
    group = new int[n];
    Arrays.fill(group, -1);
    candidate = new boolean[n];
    score = new double[n];
    Arrays.fill(score, Double.POSITIVE_INFINITY);
    links = new double[n];
  }

  /**
   * Every must-link component of two or more points is a group (the largest ones, when there are
   * many), single points far from all groups are added until there are four a cluster, then growth
   * and merging.
   */
  int[] merged(int k) {
    int most = Math.max(MOST_GROUPS, k);
    int[] order = bySize();
    for (int c = 0; c < Math.min(order.length, most); c++) {
      add(members(order[c]));
    }
    fill(Math.min(n, Math.min(most, 4 * k)));
    fill(k);
    grow();
    return merge(k);
  }

  /**
   * Weighted farthest-first over the must-link components, from the largest on; single points when
   * there are fewer than k (Kulis et al. 2005, section 4.3, after Basu, Banerjee and Mooney 2004).
   */
  int[] farthestFirst(int k) {
    int[] order = bySize();
    int chosen = 0;
    boolean[] taken = new boolean[order.length];
    while (chosen < Math.min(k, order.length)) {
      int farthest = -1;
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < order.length && chosen > 0; c++) {
        double far = taken[c] ? Double.NEGATIVE_INFINITY : far(order[c]);
        if (far > most) {
          most = far;
          farthest = c;
        }
      }
      farthest = chosen == 0 ? 0 : farthest;
      taken[farthest] = true;
      add(members(order[farthest]));
      chosen++;
    }
    fill(k);
    grow();
    return group;
  }

  /** Scores summed over a component: large when its points weigh much and lie far. */
  private double far(int component) {
    double sum = 0.0;
    for (int m = starts[component]; m < starts[component + 1]; m++) {
      sum += score[members[m]];
    }
    return sum;
  }

  /** Components of two or more points by falling size, then smallest point. */
  private int[] bySize() {
    int[] sizes = closure.sizes();
    return IntStream.range(0, closure.count())
        .filter(c -> sizes[c] > 1)
        .boxed()
        .sorted((a, b) -> Integer.compare(sizes[b], sizes[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private int[] members(int component) {
    return Arrays.copyOfRange(members, starts[component], starts[component + 1]);
  }

  /**
   * Adds single points, each the farthest from the groups so far, until there are {@code wanted} or
   * every point is in a group: with many must-links there may be fewer than k groups, and clusters
   * that start empty.
   */
  private void fill(int wanted) {
    while (groups < wanted) {
      int farthest = -1;
      for (int i = 0; i < n; i++) {
        if (!candidate[i] && (farthest < 0 || better(i, farthest))) {
          farthest = i;
        }
      }
      if (farthest < 0) {
        return;
      }
      add(new int[] {farthest});
    }
  }

  private boolean better(int i, int than) {
    if (groups == 0) {
      return d[i] > d[than];
    }
    return score[i] > score[than];
  }

  /** Makes the points a group and brings the scores up to date. */
  private void add(int[] points) {
    double volume = 0.0;
    double within = 0.0;
    for (int i : points) {
      group[i] = groups;
      candidate[i] = true;
      volume += d[i];
    }
    Arrays.fill(links, 0.0);
    for (int i : points) {
      for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
        int j = s.col()[p];
        links[j] += s.val()[p];
        within += group[j] == groups ? s.val()[p] : 0.0;
      }
    }
    double norm = (within + sigma * volume) / (volume * volume);
    for (int i = 0; i < n; i++) {
      score[i] = Math.min(score[i], d[i] * norm - 2.0 * links[i] / volume);
    }
    groups++;
  }

  /**
   * Sweeps: each point without a group joins the group it is linked to most strongly, judged by the
   * groups before the sweep. What no group reaches joins the group of largest weight.
   */
  private void grow() {
    double[] to = new double[groups];
    int[] next = group.clone();
    boolean more = true;
    while (more) {
      more = false;
      for (int i = 0; i < n; i++) {
        if (group[i] < 0) {
          next[i] = strongest(i, to);
          more |= next[i] >= 0;
        }
      }
      System.arraycopy(next, 0, group, 0, n);
    }
    double[] volume = new double[groups];
    for (int i = 0; i < n; i++) {
      if (group[i] >= 0) {
        volume[group[i]] += d[i];
      }
    }
    int largest = 0;
    for (int g = 1; g < groups; g++) {
      largest = volume[g] > volume[largest] ? g : largest;
    }
    for (int i = 0; i < n; i++) {
      group[i] = group[i] < 0 ? largest : group[i];
    }
  }

  private int strongest(int i, double[] to) {
    int from = s.rowPtr()[i];
    int end = s.rowPtr()[i + 1];
    for (int p = from; p < end; p++) {
      if (group[s.col()[p]] >= 0) {
        to[group[s.col()[p]]] += s.val()[p];
      }
    }
    int best = -1;
    for (int p = from; p < end; p++) {
      int g = group[s.col()[p]];
      if (g >= 0
          && to[g] > 0.0
          && (best < 0 || to[g] > to[best] || (to[g] == to[best] && g < best))) {
        best = g;
      }
    }
    for (int p = from; p < end; p++) {
      if (group[s.col()[p]] >= 0) {
        to[group[s.col()[p]]] = 0.0;
      }
    }
    return best;
  }

  /** Merges groups until k are left. Time O(groups³) at worst. */
  private int[] merge(int k) {
    int q = groups;
    if (q <= k) {
      return group;
    }
    double[] between = new double[q * q];
    double[] volume = new double[q];
    for (int i = 0; i < n; i++) {
      volume[group[i]] += d[i];
      for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
        between[group[i] * q + group[s.col()[p]]] += s.val()[p];
      }
    }
    int[] into = IntStream.range(0, q).toArray();
    for (int left = q; left > k; left--) {
      int a = -1;
      int b = -1;
      double most = Double.NEGATIVE_INFINITY;
      for (int g = 0; g < q; g++) {
        for (int h = g + 1; h < q && into[g] == g; h++) {
          double gain = into[h] == h ? gain(between, volume, q, g, h) : most;
          if (gain > most) {
            most = gain;
            a = g;
            b = h;
          }
        }
      }
      for (int h = 0; h < q; h++) {
        between[a * q + h] += between[b * q + h];
      }
      for (int h = 0; h < q; h++) {
        between[h * q + a] += between[h * q + b];
      }
      volume[a] += volume[b];
      into[b] = a;
    }
    int[] number = new int[q];
    int next = 0;
    for (int g = 0; g < q; g++) {
      // A group is merged into one of lower number.
      number[g] = into[g] == g ? next++ : number[into[g]];
    }
    for (int i = 0; i < n; i++) {
      group[i] = number[group[i]];
    }
    return group;
  }

  private static double gain(double[] between, double[] volume, int q, int a, int b) {
    double aa = between[a * q + a];
    double bb = between[b * q + b];
    double joined = (aa + bb + 2.0 * between[a * q + b]) / (volume[a] + volume[b]);
    return joined - aa / volume[a] - bb / volume[b];
  }
}
