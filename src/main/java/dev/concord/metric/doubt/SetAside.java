package dev.concord.metric.doubt;

import java.util.Arrays;

/**
 * Points that are set aside: those of the highest outlier score of which nothing is known.
 *
 * @param aside length n, true for a point that is set aside
 * @param figures how many there are, and why
 */
public record SetAside(boolean[] aside, Figures figures) {

  /**
   * The figures of points set aside.
   *
   * @param share of the points that was asked for
   * @param points set aside
   * @param leastScore the lowest outlier score among them; 1 when there are none
   */
  public record Figures(double share, int points, double leastScore) {}

  /**
   * Chooses the points by falling score, the first ones among equals. A point of score 0, or whose
   * cluster would become too small without it, stays. Time O(n log n).
   *
   * @param outlier score of each point
   * @param labels cluster of each point, in 0..k-1
   * @param known length n, true for points that stay: a pair or a label speaks of them
   * @param share of the points, above 0 and below 1; rounded down to a number of points
   * @param weight of each point
   * @param least weight that each cluster keeps, length k; at least one point stays in any case
   */
  public static SetAside of(
      double[] outlier,
      int[] labels,
      boolean[] known,
      double share,
      double[] weight,
      double[] least) {
    int n = labels.length;
    int wanted = (int) StrictMath.floor(share * n + 1e-9 * n);
    double[] left = new double[least.length];
    int[] members = new int[least.length];
    for (int i = 0; i < n; i++) {
      left[labels[i]] += weight[i];
      members[labels[i]]++;
    }
    long[] order = new long[n];
    for (int i = 0; i < n; i++) {
      // Scores are not negative, so their bits are in their order; floats suffice to rank them.
      long rank = Integer.MAX_VALUE - (long) Float.floatToIntBits((float) outlier[i]);
      order[i] = (rank << 32) | i;
    }
    Arrays.sort(order);
    boolean[] aside = new boolean[n];
    int points = 0;
    double lowest = 1.0;
    for (int r = 0; r < n && points < wanted; r++) {
      int i = (int) order[r];
      int cluster = labels[i];
      if (outlier[i] > 0.0
          && !known[i]
          && members[cluster] > 1
          && left[cluster] - weight[i] >= least[cluster]) {
        aside[i] = true;
        members[cluster]--;
        left[cluster] -= weight[i];
        lowest = outlier[i];
        points++;
      }
    }
    return new SetAside(aside, new Figures(share, points, lowest));
  }

  /** The clusters, with -1 for points set aside. */
  public int[] applied(int[] labels) {
    int[] out = labels.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] = aside[i] ? -1 : out[i];
    }
    return out;
  }
}
