package dev.concord.graph;

import dev.concord.linalg.LinearOperator;

/**
 * An undirected graph of positive weights without self-edges, of which everything that has one
 * value a node is at hand. Where its edges are is its own business: whoever needs them one by one
 * needs a {@link SimilarityGraph}.
 *
 * <p>Equal edges give equal bits in every method, wherever they are: sums run in id order.
 */
public interface WeightedGraph {
  /** The number n of nodes. */
  int size();

  /** The number of undirected edges. */
  long edges();

  /** Row sums of the weights W, length n. Not a copy. */
  double[] degrees();

  /** The sum of all degrees. */
  double volume();

  /** The number of nodes without an edge. */
  int isolated();

  /**
   * Distance of every point to its last listed neighbour, the scale of the self-tuning kernel;
   * empty for a graph that was given. Not a copy.
   */
  double[] scales();

  /**
   * For each point the number of its distinct row, the same for points of equal features; empty
   * where no two are equal, or that is not known. Not a copy.
   */
  default int[] distinctOf() {
    return new int[0];
  }

  /** The figures of kernel, bandwidth and symmetrization for metrics.json. */
  WeightFigures figures();

  /**
   * The weight that counts as 1 beside weights of another origin: 1 where a kernel made the
   * weights, the largest of them where they were given. Time O(edges).
   */
  double unitWeight();

  /** Products with W. */
  LinearOperator products();

  /**
   * For each node the sum of its weights to nodes of other labels, in column order. Time O(n +
   * edges).
   *
   * @param labels length n
   */
  double[] weightsAway(int[] labels);

  /** The same for some nodes at a time, in their order: no array of all where there is none. */
  default void weightsAway(int[] labels, Segments receiver) {
    receiver.take(0, weightsAway(labels));
  }

  /** Takes values of nodes. */
  interface Segments {
    /** The values of the nodes from the first one on. */
    void take(int first, double[] values);
  }
}
