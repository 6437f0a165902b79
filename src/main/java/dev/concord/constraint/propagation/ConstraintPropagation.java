package dev.concord.constraint.propagation;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A similarity graph whose weights have heard what is known about pairs, nearby ones and farther
 * ones: exhaustive constraint propagation (Lu and Ip, Constrained spectral clustering via
 * exhaustive and efficient constraint propagation, ECCV 2010) on the edges of the graph.
 *
 * <p>With N = D<sup>-1/2</sup> W D<sup>-1/2</sup> and Z the signed pairs, F = (1 - α)² (I -
 * α·N)<sup>-1</sup> Z (I - α·N)<sup>-1</sup> is what the pairs say about all pairs of points. Its
 * values fall off so fast that only their order and sign are used, after division by
 * √(d<sub>i</sub> d<sub>j</sub>), which makes F a sum over walks from both ends of the edge:
 * f<sub>ij</sub> = F<sub>ij</sub> / √(d<sub>i</sub> d<sub>j</sub>). With s the quantile of |f|
 * among the edges that pairs speak against,
 *
 * <p>w'<sub>ij</sub> = (1 - strength · min(1, |f<sub>ij</sub>| / s)) · w<sub>ij</sub> for
 * f<sub>ij</sub> &lt; 0, as in the paper, with strength below 1 so that no edge vanishes; and for
 * f<sub>ij</sub> &gt; 0 the paper's rise towards the largest weight of the graph, w<sub>max</sub> -
 * (1 - gain · min(1, f<sub>ij</sub> / s<sup>+</sup>)) (w<sub>max</sub> - w<sub>ij</sub>),
 * s<sup>+</sup> the same quantile of the edges spoken for. By default gain is 0: must-links then
 * hold cannot-links back, but strengthen nothing. Beliefs count relative to each other; when the
 * greatest belief in a pair is below 1, the strength and the gain are multiplied with it.
 *
 * <p>Edges are neither added nor removed. Pairs that nothing connects to an edge change nothing;
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
 * @param against edges that pairs speak against
 * @param inFull of these, the ones weakened by the full strength
 * @param speakingFor edges that pairs speak for
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
    long speakingFor,
    double scale) {

  /** Probabilities that a group of pairs may keep, 40 bytes each. */
  private static final long MOST_VALUES = 1L << 24;

  /** Spreads {@code pairs} over {@code graph}. */
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
    PropagatedPairs.Edges heard =
        PropagatedPairs.of(
            graph,
            pairs,
            options.alpha(),
            options.tolerance() * (1.0 - options.alpha()),
            mostValues);
    double[] f = heard.upper();
    double[] against = magnitudes(f, -1.0);
    double[] speakingFor = magnitudes(f, 1.0);
    double scale = quantile(against, options.quantile());
    double rise = quantile(speakingFor, options.quantile());
    long inFull = Arrays.stream(against).filter(value -> value >= scale).count();
    double belief = Arrays.stream(pairs.weight()).max().orElse(0.0);
    double[] weights =
        reweighted(graph, f, scale, rise, options.strength() * belief, options.gain() * belief);
    CsrMatrix w = graph.weights();
    boolean same = against.length == 0 && (speakingFor.length == 0 || options.gain() == 0.0);
    return new ConstraintPropagation(
        same
            ? graph
            : SimilarityGraph.of(
                new CsrMatrix(graph.size(), w.rowPtr(), w.col(), weights), graph.facts()),
        heard.columns(),
        heard.values(),
        heard.relaxations(),
        heard.groups(),
        options.tolerance(),
        against.length,
        inFull,
        speakingFor.length,
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

  /** The figures for a report, in a fixed order. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    double edges = (double) Math.max(1L, graph.edges());
    facts.put("columns", columns);
    facts.put("values", values);
    facts.put("relaxations", relaxations);
    facts.put("groups", groups);
    facts.put("error", error);
    facts.put("shareAgainst", against / edges);
    facts.put("shareInFull", inFull / edges);
    facts.put("shareFor", speakingFor / edges);
    facts.put("scale", scale);
    return Collections.unmodifiableMap(facts);
  }
}
