package dev.concord.graph;

import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * An undirected weighted graph: a symmetric matrix of positive weights, columns ascending within a
 * row, no self-edges. Sums run in id order, so they have the same bits everywhere.
 *
 * <p>Memory: 12 bytes for each of the two entries of an edge, 12 bytes a node.
 */
public final class SimilarityGraph implements WeightedGraph {
  /** The least weight of a point, as a multiple of the mean. */
  private static final double LEAST = 1e-6;

  private final CsrMatrix weights;
  private final double[] degrees;
  private final double volume;
  private final int isolated;
  private final WeightFigures figures;
  private final double[] scales;
  private final int[] distinctOf;

  private SimilarityGraph(CsrMatrix weights, WeightFigures figures) {
    this(weights, figures, new double[0], new int[0]);
  }

  private SimilarityGraph(
      CsrMatrix weights, WeightFigures figures, double[] scales, int[] distinctOf) {
    this.weights = weights;
    this.scales = scales;
    this.distinctOf = distinctOf;
    int n = weights.rows();
    int[] rowPtr = weights.rowPtr();
    double[] val = weights.val();
    degrees = new double[n];
    double total = 0.0;
    int alone = 0;
    for (int i = 0; i < n; i++) {
      double degree = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        degree += val[p];
      }
      degrees[i] = degree;
      total += degree;
      if (rowPtr[i] == rowPtr[i + 1]) {
        alone++;
      }
    }
    volume = total;
    isolated = alone;
    this.figures = figures;
  }

  /**
   * The same graph when its edges are on the driver.
   *
   * @throws IllegalStateException when they are not: the plan refuses jobs that need them and
   *     cannot have them
   */
  public static SimilarityGraph local(WeightedGraph graph) {
    if (graph instanceof SimilarityGraph here) {
      return here;
    }
    throw new IllegalStateException("the edges are needed on the driver, but are not there");
  }

  /**
   * A graph over a matrix that is already symmetric, for instance one read back from a finished
   * stage.
   *
   * @param weights symmetric, positive, nothing on the diagonal; kept, not copied
   * @param figures of kernel, bandwidth and symmetrization for metrics.json
   * @throws IllegalArgumentException if the matrix is not of that form
   */
  public static SimilarityGraph of(CsrMatrix weights, WeightFigures figures) {
    int[] rowPtr = weights.rowPtr();
    int[] col = weights.col();
    double[] val = weights.val();
    for (int i = 0; i < weights.rows(); i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] == i || !(val[p] > 0.0)) {
          throw new IllegalArgumentException(
              "row " + i + ", column " + col[p] + ": no similarity of weight " + val[p]);
        }
      }
    }
    if (!weights.isSymmetric()) {
      throw new IllegalArgumentException("the weights are not symmetric");
    }
    return new SimilarityGraph(weights, figures);
  }

  /** As {@link #of}, for builders whose result is of that form by construction. */
  public static SimilarityGraph ofFolded(int n, PairSort.Folded folded, WeightFigures figures) {
    CsrMatrix matrix = new CsrMatrix(n, folded.rowPtr(), folded.col(), folded.val());
    return new SimilarityGraph(matrix, figures);
  }

  /** {@link #fromEdges(int, int[], int[], double[], IntFunction)} with row numbers as names. */
  public static SimilarityGraph fromEdges(int n, int[] source, int[] target, double[] weight) {
    return fromEdges(n, source, target, weight, Integer::toString);
  }

  /**
   * The graph of a table of edges, its weights as they are. One direction of an edge may be listed
   * or both; an edge that is listed again with the same weight counts once.
   *
   * <p>Time O(n + m) for m listed edges, memory 48·m + 8·n bytes beside the input.
   *
   * @param source dense ids, m of them
   * @param target dense ids, m of them
   * @param weight m finite positive weights
   * @param names the user's name of a dense id, for messages
   * @throws InputException naming the first edge that joins a point to itself, whose weight is
   *     negative, zero or not finite, or that is listed with two weights
   */
  public static SimilarityGraph fromEdges(
      int n, int[] source, int[] target, double[] weight, IntFunction<String> names) {
    return of(n, source, target, weight, names, Double.MIN_VALUE);
  }

  private static SimilarityGraph of(
      int n, int[] source, int[] target, double[] weight, IntFunction<String> names, double least) {
    for (int e = 0; e < weight.length; e++) {
      double w = weight[e];
      if (!(w >= least) || w == Double.POSITIVE_INFINITY) {
        throw new InputException(
            ("table edges: the edge (%s, %s) has weight %s; a similarity must be a finite number"
                    + " above 0; correct the weight, or remove the row when the points are not"
                    + " similar.")
                .formatted(names.apply(source[e]), names.apply(target[e]), w));
      }
    }
    return ofFolded(
        n, SignedGraph.fold("table edges", n, source, target, weight, names), WeightFigures.GIVEN);
  }

  /**
   * As {@link #fromEdges(int, int[], int[], double[], IntFunction)}, in the unit of {@link
   * GivenWeights}. A weight may be 0: that of a pair that was compared and adds nothing.
   */
  public static SimilarityGraph given(
      int n, int[] source, int[] target, double[] weight, IntFunction<String> names) {
    SimilarityGraph graph = of(n, source, target, weight, names, 0.0);
    double[] val = graph.weights.val();
    int unit = GivenWeights.unit(GivenWeights.largest(val));
    if (unit == 0) {
      return graph;
    }
    GivenWeights.divide(val, unit);
    return graph.weighted(val, WeightFigures.given(unit));
  }

  @Override
  public int size() {
    return weights.rows();
  }

  /** The weights W. Not a copy. */
  public CsrMatrix weights() {
    return weights;
  }

  @Override
  public double[] degrees() {
    return degrees;
  }

  @Override
  public long edges() {
    return weights.nonZeros() / 2L;
  }

  @Override
  public double volume() {
    return volume;
  }

  @Override
  public int isolated() {
    return isolated;
  }

  /**
   * The same graph with further edges; degrees and volume are those of the new graph.
   *
   * @param source dense ids of pairs that have no edge yet
   * @param target dense ids
   * @param weight positive
   */
  public SimilarityGraph with(int[] source, int[] target, double[] weight) {
    int entries = weights.nonZeros() / 2;
    int[] from = new int[entries + source.length];
    int[] to = new int[from.length];
    double[] val = new double[from.length];
    int at = 0;
    for (int i = 0; i < size(); i++) {
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        if (weights.col()[p] > i) {
          from[at] = i;
          to[at] = weights.col()[p];
          val[at++] = weights.val()[p];
        }
      }
    }
    System.arraycopy(source, 0, from, at, source.length);
    System.arraycopy(target, 0, to, at, source.length);
    System.arraycopy(weight, 0, val, at, source.length);
    SimilarityGraph all = fromEdges(size(), from, to, val);
    return new SimilarityGraph(all.weights, figures, scales, distinctOf);
  }

  /**
   * The same edges with other weights; degrees and volume are those of the new graph.
   *
   * @param val positive and symmetric, in the order of the entries; kept
   * @param how the figures of these weights
   */
  public SimilarityGraph weighted(double[] val, WeightFigures how) {
    CsrMatrix matrix = new CsrMatrix(size(), weights.rowPtr(), weights.col(), val);
    return new SimilarityGraph(matrix, how, scales, distinctOf);
  }

  /**
   * The same edges between points that weigh different amounts: an edge between points of weights a
   * and b counts a·b times, as many as there are pairs of a copies of the one and b of the other,
   * so cuts and volumes of a partition count its points by their weights. Weights are taken as
   * multiples of their mean; a point has a millionth of the mean at least, so that one of weight 0
   * stays with its neighbours. O(edges).
   *
   * @param points n finite numbers of at least 0, one of them above 0; not modified
   */
  public SimilarityGraph weighing(double[] points) {
    if (points.length != size()) {
      throw new IllegalArgumentException(points.length + " weights of " + size());
    }
    if (Arrays.stream(points).allMatch(weight -> weight == points[0])) {
      return this;
    }
    double largest = Arrays.stream(points).max().orElse(1.0);
    double mean = 0.0;
    for (double weight : points) {
      mean += weight / largest / points.length;
    }
    double[] share = new double[points.length];
    for (int i = 0; i < share.length; i++) {
      share[i] = Math.max(points[i] / largest / mean, LEAST);
    }
    int[] rowPtr = weights.rowPtr();
    int[] col = weights.col();
    double[] val = weights.val().clone();
    for (int i = 0; i < share.length; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        val[p] = Math.max(val[p] * (share[i] * share[col[p]]), Double.MIN_NORMAL);
      }
    }
    return weighted(val, figures);
  }

  /**
   * The same graph, with the distance of every point to its last listed neighbour.
   *
   * @param distances n values; kept
   */
  public SimilarityGraph withScales(double[] distances) {
    if (distances.length != size()) {
      throw new IllegalArgumentException(distances.length + " scales of " + size() + " points");
    }
    return new SimilarityGraph(weights, figures, distances, distinctOf);
  }

  /**
   * The same graph, some of whose points have equal features.
   *
   * @param distinct n numbers, the same for equal points; kept
   */
  public SimilarityGraph withCopies(int[] distinct) {
    if (distinct.length != size()) {
      throw new IllegalArgumentException(distinct.length + " rows of " + size() + " points");
    }
    return new SimilarityGraph(weights, figures, scales, distinct);
  }

  @Override
  public int[] distinctOf() {
    return distinctOf;
  }

  @Override
  public double[] scales() {
    return scales;
  }

  @Override
  public WeightFigures figures() {
    return figures;
  }

  @Override
  public double unitWeight() {
    double largest = figures.kernel() == null ? GivenWeights.largest(weights.val()) : 1.0;
    return largest == 0.0 ? 1.0 : largest;
  }

  @Override
  public LinearOperator products() {
    return new CsrOperator(weights);
  }

  @Override
  public double[] weightsAway(int[] labels) {
    int n = size();
    double[] away = new double[n];
    NormalizedCut.away(0, n, weights.rowPtr(), weights.col(), weights.val(), labels, away);
    return away;
  }
}
