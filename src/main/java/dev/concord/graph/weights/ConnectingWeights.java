package dev.concord.graph.weights;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * The weights of edges that join the components of a graph.
 *
 * <p>Such an edge weighs what the kernel gives its distance, but at least as much as the last edge
 * of a typical point: the median, over all points with an edge, of the smallest weight of their
 * edges. The kernels fall so fast that the distance alone would give weights like 1e-40. With them
 * the graph would be connected on paper only: eigenvalues would differ by less than rounding, and
 * the cheapest cut would still be the one between components.
 */
public final class ConnectingWeights {
  private ConnectingWeights() {}

  /**
   * The graph with further edges. Time O(n log n + edges).
   *
   * @param source dense ids, each pair in different components
   * @param target dense ids
   * @param distance of each pair
   */
  public static SimilarityGraph add(
      SimilarityGraph graph, KernelType kernel, int[] source, int[] target, double[] distance) {
    Double sigma = graph.figures().sigma();
    KernelWeight weights = new KernelWeight(kernel, false, sigma == null ? Double.NaN : sigma);
    double least = Math.max(typicalLast(graph.weights()), Double.MIN_NORMAL);
    double[] scales = graph.scales();
    double[] weight = new double[source.length];
    for (int e = 0; e < weight.length; e++) {
      weight[e] = Math.max(least, weights.of(distance[e], scales[source[e]], scales[target[e]]));
    }
    return graph.with(source, target, weight);
  }

  /** The median of the points' smallest weights; 1 where no point has an edge. */
  private static double typicalLast(CsrMatrix w) {
    double[] last = new double[w.rows()];
    int points = 0;
    for (int i = 0; i < w.rows(); i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        least = Math.min(least, w.val()[p]);
      }
      if (w.rowPtr()[i] < w.rowPtr()[i + 1]) {
        last[points++] = least;
      }
    }
    Arrays.sort(last, 0, points);
    return points == 0 ? 1.0 : last[points / 2];
  }
}
