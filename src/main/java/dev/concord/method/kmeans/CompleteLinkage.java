package dev.concord.method.kmeans;

import java.util.Arrays;

/**
 * Agglomerative clustering by complete linkage: clusters are as far apart as their farthest points,
 * and the two nearest clusters merge, again and again.
 *
 * <p>A cluster is identified by its smallest point. Ties between nearest pairs go to the smallest
 * first cluster, then to the smallest second one. Every row stores its nearest cluster among the
 * greater ones; only rows whose nearest cluster has merged are scanned again. Time O(n²) as a rule
 * and O(n³) at worst, 12·n bytes beside the distances.
 */
public final class CompleteLinkage {
  private final int n;
  private final double[][] distance;
  private final boolean[] alive;
  private final int[] nearest;

  private CompleteLinkage(double[][] distance) {
    this.n = distance.length;
    this.distance = distance;
    this.alive = new boolean[n];
    this.nearest = new int[n];
  }

  /**
   * All merges in their order.
   *
   * @param first the smaller name of the two clusters that merge, n − 1 of them; the merged cluster
   *     keeps it
   * @param second the greater name
   * @param height their distance
   */
  public record Merges(int[] first, int[] second, double[] height) {

    /** Clusters 0..k-1 after all but the last k − 1 merges, numbered by their smallest point. */
    public int[] labels(int k) {
      int n = first.length + 1;
      if (k < 1 || k > n) {
        throw new IllegalArgumentException(k + " clusters of " + n + " points");
      }
      int[] into = new int[n];
      Arrays.fill(into, -1);
      for (int s = 0; s < n - k; s++) {
        into[second[s]] = first[s];
      }
      int[] labels = new int[n];
      int next = 0;
      // A cluster merges into one of a smaller name.
      for (int i = 0; i < n; i++) {
        labels[i] = into[i] < 0 ? next++ : labels[into[i]];
      }
      return labels;
    }
  }

  /**
   * Merges n points into one cluster.
   *
   * @param distance symmetric, n rows of n, not NaN; overwritten
   */
  public static Merges of(double[][] distance) {
    if (distance.length == 0) {
      throw new IllegalArgumentException("no points to merge");
    }
    return new CompleteLinkage(distance).run();
  }

  private Merges run() {
    Arrays.fill(alive, true);
    for (int i = 0; i < n; i++) {
      scan(i);
    }
    int[] first = new int[n - 1];
    int[] second = new int[n - 1];
    double[] height = new double[n - 1];
    for (int s = 0; s < n - 1; s++) {
      int a = -1;
      for (int i = 0; i < n; i++) {
        if (alive[i]
            && nearest[i] >= 0
            && (a < 0 || distance[i][nearest[i]] < distance[a][nearest[a]])) {
          a = i;
        }
      }
      int b = nearest[a];
      first[s] = a;
      second[s] = b;
      height[s] = distance[a][b];
      merge(a, b);
    }
    return new Merges(first, second, height);
  }

  /** Finds the nearest living cluster of a greater name than {@code i}, -1 when there is none. */
  private void scan(int i) {
    double[] row = distance[i];
    int best = -1;
    for (int j = i + 1; j < n; j++) {
      if (alive[j] && (best < 0 || row[j] < row[best])) {
        best = j;
      }
    }
    nearest[i] = best;
  }

  /** Merges b into a, a &lt; b. */
  private void merge(int a, int b) {
    alive[b] = false;
    for (int i = 0; i < n; i++) {
      if (!alive[i] || i == a) {
        continue;
      }
      double before = distance[i][a];
      double far = Math.max(before, distance[i][b]);
      distance[i][a] = far;
      distance[a][i] = far;
      if (i < b && (nearest[i] == b || (nearest[i] == a && far > before))) {
        scan(i);
      }
    }
    scan(a);
  }
}
