package dev.concord.partition.sizes;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * The problem of moving nodes between clusters until every cluster has a size within its bounds, at
 * the least loss. A node moves as a whole; the loss of a partition is the sum of its nodes' costs.
 *
 * <p>Nodes of equal weight without pairs that must lie apart make it a transport problem; in
 * general it contains bin packing and graph colouring and is NP-hard.
 *
 * @param clusters k, at least 1
 * @param weight of each node, n of them, finite and none negative
 * @param cost at v k + c the loss of node v in cluster c, n k of them, finite, none negative, 0 in
 *     its own cluster
 * @param labels cluster of each node before, length n, no two nodes of a pair in {@code apart} in
 *     one
 * @param lower least size of each cluster, length k
 * @param upper largest size of each cluster, length k, infinite for none
 * @param apart n x n, symmetric: nodes that must lie in different clusters
 */
public record SizeProblem(
    int clusters,
    double[] weight,
    double[] cost,
    int[] labels,
    double[] lower,
    double[] upper,
    CsrMatrix apart) {
  /** Of the whole weight: sizes that differ by less are equal, which sums of weights may do. */
  private static final double ROUNDING = 1e-10;

  public SizeProblem {
    int n = weight.length;
    if (cost.length != (long) n * clusters
        || labels.length != n
        || lower.length != clusters
        || upper.length != clusters
        || apart.rows() != n) {
      throw new IllegalArgumentException(
          "%d nodes and %d clusters, with %d costs, %d labels, %d and %d bounds, %d rows of pairs"
              .formatted(
                  n,
                  clusters,
                  cost.length,
                  labels.length,
                  lower.length,
                  upper.length,
                  apart.rows()));
    }
  }

  /** Number n of nodes. */
  public int nodes() {
    return weight.length;
  }

  /** The weight of all nodes. */
  public double total() {
    return Arrays.stream(weight).sum();
  }

  /** The difference below which two sizes are equal. */
  public double tolerance() {
    return tolerance(total());
  }

  /** As {@link #tolerance()}, for so much weight in all. */
  static double tolerance(double total) {
    return ROUNDING * total;
  }

  /** The size of each cluster of a partition, length k. */
  public double[] sizes(int[] partition) {
    double[] sizes = new double[clusters];
    for (int v = 0; v < partition.length; v++) {
      sizes[partition[v]] += weight[v];
    }
    return sizes;
  }

  /** The sum of the nodes' costs. */
  public double loss(int[] partition) {
    double loss = 0.0;
    for (int v = 0; v < partition.length; v++) {
      loss += cost[v * clusters + partition[v]];
    }
    return loss;
  }

  /** Whether every cluster of a partition has a size within its bounds. */
  public boolean sizesHold(int[] partition) {
    double tolerance = tolerance();
    double[] sizes = sizes(partition);
    for (int c = 0; c < clusters; c++) {
      if (sizes[c] < lower[c] - tolerance || sizes[c] > upper[c] + tolerance) {
        return false;
      }
    }
    return true;
  }

  /** Whether a partition holds all bounds and keeps apart what must lie apart. */
  public boolean holds(int[] partition) {
    for (int v = 0; v < partition.length; v++) {
      if (!mayJoin(partition, v, partition[v])) {
        return false;
      }
    }
    return sizesHold(partition);
  }

  /** Whether no node that must lie apart from {@code v} is in cluster {@code c}. */
  boolean mayJoin(int[] partition, int v, int c) {
    for (int p = apart.rowPtr()[v]; p < apart.rowPtr()[v + 1]; p++) {
      if (partition[apart.col()[p]] == c) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether two nodes of different clusters may change places.
   *
   * @param partition changed while this runs, the same after it
   */
  boolean mayExchange(int[] partition, int v, int u) {
    int a = partition[v];
    int b = partition[u];
    partition[v] = -1;
    partition[u] = -1;
    boolean may = mayJoin(partition, v, b) && mayJoin(partition, u, a);
    partition[v] = a;
    partition[u] = b;
    return may;
  }

  /** Whether some node must lie apart from {@code v}. */
  boolean hasApart(int v) {
    return apart.rowPtr()[v + 1] > apart.rowPtr()[v];
  }
}
