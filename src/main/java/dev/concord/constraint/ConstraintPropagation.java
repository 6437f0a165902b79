package dev.concord.constraint;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Reweights a similarity graph by propagating pairwise constraints: exhaustive constraint
 * propagation (Lu and Ip, Constrained spectral clustering via exhaustive and efficient constraint
 * propagation, ECCV 2010) on the edges of the graph.
 *
 * <p>With N = D<sup>-1/2</sup> W D<sup>-1/2</sup> and Z the signed pairs, F = (1 - α)² (I -
 * α·N)<sup>-1</sup> Z (I - α·N)<sup>-1</sup> is the propagated constraint matrix. Its values decay
 * so fast that only their order and sign are used, after division by √(d<sub>i</sub>
 * d<sub>j</sub>), which makes F a sum over walks from both ends of the edge: f<sub>ij</sub> =
 * F<sub>ij</sub> / √(d<sub>i</sub> d<sub>j</sub>). With s the quantile of |f| among the edges with
 * f &lt; 0,
 *
 * <p>w'<sub>ij</sub> = (1 - strength · min(1, |f<sub>ij</sub>| / s)) · w<sub>ij</sub> for
 * f<sub>ij</sub> &lt; 0, as in the paper, with strength below 1 so that no edge vanishes; and for
 * f<sub>ij</sub> &gt; 0 the paper's rise towards the largest weight of the graph, w<sub>max</sub> -
 * (1 - gain · min(1, f<sub>ij</sub> / s<sup>+</sup>)) (w<sub>max</sub> - w<sub>ij</sub>),
 * s<sup>+</sup> the same quantile of the edges with f &gt; 0. By default gain is 0: must-links then
 * offset cannot-links, but no edge is strengthened. Only the ratios of the constraint weights
 * matter; when the largest weight is below 1, strength and gain are multiplied by it.
 *
 * <p>Edges are neither added nor removed. Pairs in other components than an edge do not change it;
 * without pairs the graph is the given one. Time and memory: see {@link PropagatedPairs}; beside
 * that 24 bytes an entry of the graph.
 *
 * @param graph the graph with the changed weights
 * @param columns columns of walk probabilities computed, one for each point of a pair, more when
 *     pairs are taken in several groups
 * @param values probabilities kept in them
 * @param relaxations entries of the graph visited to compute them: the work
 * @param groups groups the pairs were taken in
 * @param error bound on the error of every probability
 * @param against edges with f &lt; 0
 * @param inFull of these, those weakened by the full strength
 * @param supporting edges with f &gt; 0
 * @param scale s, the value of |f| from which an edge is weakened in full; 0 when there is none
 */
public record ConstraintPropagation(
    SimilarityGraph graph,
    long columns,
    long values,
    long relaxations,
    int groups,
    double error,
    long against,
    long inFull,
    long supporting,
    double scale) {

  /** Probabilities that a group of pairs may keep, 40 bytes each. */
  private static final long MOST_VALUES = 1L << 24;

  /** Propagates {@code pairs} over {@code graph}. */
  public static ConstraintPropagation of(
      SimilarityGraph graph, PairConstraints pairs, PropagationOptions options) {
    return of(graph, pairs, options, MOST_VALUES);
  }

  /** As above, with groups of pairs that keep {@code mostValues} probabilities or little more. */
  static ConstraintPropagation of(
      SimilarityGraph graph, PairConstraints pairs, PropagationOptions options, long mostValues) {
    if (pairs.points() != graph.size()) {
      throw new IllegalArgumentException(
          pairs.points() + " points of pairs for " + graph.size() + " nodes");
    }
    PropagatedPairs.Edges propagated =
        PropagatedPairs.of(
            graph,
            pairs,
            options.alpha(),
            options.tolerance() * (1.0 - options.alpha()),
            mostValues);
    double[] f = propagated.upper();
    double[] against = magnitudes(f, -1.0);
    double[] supporting = magnitudes(f, 1.0);
    double scale = quantile(against, options.quantile());
    double rise = quantile(supporting, options.quantile());
    long inFull = Arrays.stream(against).filter(value -> value >= scale).count();
    double largestWeight = Arrays.stream(pairs.weight()).max().orElse(0.0);
    double[] weights =
        reweighted(
            graph,
            f,
            scale,
            rise,
            options.strength() * largestWeight,
            options.gain() * largestWeight);
    CsrMatrix w = graph.weights();
    boolean same = against.length == 0 && (supporting.length == 0 || options.gain() == 0.0);
    return new ConstraintPropagation(
        same
            ? graph
            : SimilarityGraph.of(
                new CsrMatrix(graph.size(), w.rowPtr(), w.col(), weights), graph.figures()),
        propagated.columns(),
        propagated.values(),
        propagated.relaxations(),
        propagated.groups(),
        options.tolerance(),
        against.length,
        inFull,
        supporting.length,
        scale);
  }

  /** |f| where f has the given sign, ascending. */
  private static double[] magnitudes(double[] f, double sign) {
    double[] found = new double[f.length / 2];
    int count = 0;
    for (double value : f) {
      if (value * sign > 0.0) {
        found[count++] = value * sign;
      }
    }
    double[] sorted = Arrays.copyOf(found, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static double quantile(double[] ascending, double share) {
    return ascending.length == 0 ? 0.0 : ascending[(int) (share * ascending.length)];
  }

  /** The new weights, both triangles with the same bits. */
  private static double[] reweighted(
      SimilarityGraph graph, double[] f, double scale, double rise, double strength, double gain) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    double[] val = graph.weights().val();
    double largest = Arrays.stream(val).max().orElse(0.0);
    double[] changed = new double[val.length];
    int[] next = Arrays.copyOf(rowPtr, graph.size());
    for (int i = 0; i < graph.size(); i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        int j = col[p];
        // Rows ascend, so row j is met by its partners in the order of its own columns.
        int mirror = next[j]++;
        if (j > i) {
          double w = val[p];
          if (f[p] < 0.0) {
            w *= 1.0 - strength * Math.min(1.0, -f[p] / scale);
          } else if (f[p] > 0.0) {
            w += gain * Math.min(1.0, f[p] / rise) * (largest - w);
          }
          changed[p] = w;
          changed[mirror] = w;
        }
      }
    }
    return changed;
  }

  /** The figures for a report. */
  public PropagationFigures figures() {
    double edges = (double) Math.max(1L, graph.edges());
    return new PropagationFigures(
        columns,
        values,
        relaxations,
        groups,
        error,
        against / edges,
        inFull / edges,
        supporting / edges,
        scale);
  }
}
