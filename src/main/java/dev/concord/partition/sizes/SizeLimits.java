package dev.concord.partition.sizes;

import org.jspecify.annotations.Nullable;

/**
 * What sizes the clusters of a partition may have.
 *
 * @param lower least size of each cluster, length k
 * @param upper largest size of each cluster, length k, infinite for none
 * @param weight of each point, finite and none negative, or null: every point counts 1
 * @param earlier cluster of each point in an earlier partition, -1 where it had none, whose numbers
 *     the bounds go by; or null: the bounds are the same for all clusters
 */
public record SizeLimits(
    double[] lower, double[] upper, double @Nullable [] weight, int @Nullable [] earlier) {

  /** The weight of each group of points. */
  public double[] ofGroups(int[] groupOf, int groups) {
    double[] sums = new double[groups];
    for (int i = 0; i < groupOf.length; i++) {
      sums[groupOf[i]] += weight == null ? 1.0 : weight[i];
    }
    return sums;
  }
}
