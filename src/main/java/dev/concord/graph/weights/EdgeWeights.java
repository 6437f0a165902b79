package dev.concord.graph.weights;

import dev.concord.graph.NeighborLists;
import dev.concord.graph.PairSort;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightFigures;

/**
 * From neighbour lists to a similarity graph: a weight for every listed pair, then one undirected
 * edge for each.
 *
 * <p>Kernels, d the distance of the pair (i, j) and d<sub>ik</sub> that of point i to its k-th
 * neighbour:
 *
 * <ul>
 *   <li>self-tuning: max of exp(-4 d²/d<sub>ik</sub>²) and exp(-4 d²/d<sub>jk</sub>²) (Rangapuram
 *       and Hein, Constrained 1-Spectral Clustering, section 5). A direction with d =
 *       d<sub>ik</sub> = 0 counts 1, one with d &gt; 0 = d<sub>ik</sub> counts 0.
 *   <li>Gaussian: exp(-d²/(2σ²)); with σ = 0, 1 for d = 0 and 0 else.
 *   <li>cosine, over rows of unit length: 1 - d²/2, negative values cut off at 0.
 *   <li>binary: 1.
 * </ul>
 *
 * <p>Symmetrizing, W the directed weights: {@code UNION} keeps a pair that either point lists,
 * {@code MUTUAL} one that both list, {@code AVERAGE} takes (W + W')/2, so that a pair that only one
 * point lists gets half its weight. Under {@code AVERAGE} the directed self-tuning weight of i → j
 * is exp(-4 d²/d<sub>ik</sub>²), that of the listing point alone.
 *
 * <p>Edges whose weight is 0 (underflow, cosines that are not positive) are dropped and counted.
 */
public final class EdgeWeights {
  private EdgeWeights() {}

  /**
   * The similarity graph of the lists, with its {@link SimilarityGraph#figures()}.
   *
   * <p>Time O(n·k), memory 60·n·k bytes beside the lists.
   *
   * @param bandwidth of the Gaussian kernel; the other kernels have none and ignore it
   * @throws dev.concord.error.InputException if the bandwidth rule does not apply to these lists
   */
  public static SimilarityGraph graph(
      NeighborLists lists, KernelType kernel, Bandwidth bandwidth, Symmetrization s) {
    int n = lists.n();
    int k = lists.k();
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = lists.distance()[i * k + k - 1];
    }
    LargestGap gap = WeightShape.needsGap(kernel, bandwidth) ? LargestGap.of(lists) : null;
    WeightShape shape = WeightShape.of(kernel, bandwidth, s, k, scale, gap);
    KernelWeight weights = shape.weight();
    int pairs = Math.multiplyExact(n, k);
    int[] source = new int[pairs];
    double[] weight = new double[pairs];
    int zeroDistances = 0;
    for (int p = 0; p < pairs; p++) {
      double d = lists.distance()[p];
      source[p] = p / k;
      zeroDistances += d == 0.0 ? 1 : 0;
      weight[p] = weights.of(d, scale[p / k], scale[lists.index()[p]]);
    }
    PairSort.Folded folded = PairSort.of(n, source, lists.index(), weight).fold(rule(s));
    WeightFigures figures = shape.figures(zeroDistances, scale, folded.droppedPairs());
    return SimilarityGraph.ofFolded(n, folded, figures).withScales(scale);
  }

  /** The same, its weights by the overlap of neighbours where {@code overlap} asks for it. */
  public static SimilarityGraph graph(
      NeighborLists lists,
      KernelType kernel,
      Bandwidth bandwidth,
      Symmetrization s,
      Overlap overlap) {
    SimilarityGraph graph = graph(lists, kernel, bandwidth, s);
    return overlap == Overlap.NONE
        ? graph
        : NeighborOverlap.weighted(graph, NeighborSets.of(lists));
  }

  static PairSort.Fold rule(Symmetrization s) {
    return switch (s) {
      case UNION -> (i, j, first, second) -> Double.isNaN(second) ? first : Math.max(first, second);
      case MUTUAL ->
          (i, j, first, second) -> Double.isNaN(second) ? Double.NaN : Math.max(first, second);
      case AVERAGE ->
          (i, j, first, second) -> Double.isNaN(second) ? 0.5 * first : 0.5 * first + 0.5 * second;
    };
  }
}
