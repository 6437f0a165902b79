package dev.concord.method.spectral;

import dev.concord.error.InputException;
import dev.concord.graph.AffinityMatrix;
import dev.concord.graph.Components;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import java.util.List;

/**
 * The common steps of spectral-learning, kkm and random-walk-csc: the pairs are written into the
 * weights, and k-means runs on the leading eigenvectors of a normalization of the result.
 */
final class ConstrainedSpectrum {
  private static final Option<String> DIAGONAL =
      Option.of(
          "diagonal", OptionTypes.word("0", "1"), "0", "The similarity of a point with itself.");

  /** The options of the methods; only the default of the last differs. */
  static List<Option<?>> options(boolean normalizeByDefault) {
    Option<Boolean> rows = SolverOptions.NORMALIZE_ROWS;
    return List.of(
        SolverOptions.EIGENVECTORS_BY_COUNT,
        SolverOptions.SOLVER,
        SolverOptions.TOLERANCE,
        SolverOptions.MAX_ITERATIONS,
        DIAGONAL,
        Option.of(rows.name(), rows.type(), normalizeByDefault, rows.sentence()));
  }

  private final Problem problem;
  private final Services services;
  private final String method;
  private final ConstrainedAffinity affinity;
  private final Components components;
  private final int diagonal;
  private final int width;

  /** Applies the pairs to the weights, and warns about their effect on the graph. */
  ConstrainedSpectrum(Problem problem, Services services, String method) {
    this.problem = problem;
    this.services = services;
    this.method = method;
    this.diagonal = Integer.parseInt(problem.options().get(DIAGONAL));
    this.width = width(problem.size(), problem.clusters(), problem.options());
    // Options are checked before the work.
    problem.options().get(SolverOptions.NORMALIZE_ROWS);
    this.affinity = ConstrainedAffinity.of(problem.edges(), problem.constraints());
    if (affinity.graph().edges() == 0) {
      throw new InputException(
          ("method %s has no edge to work with: the graph has %s edges and the cannot-links of"
                  + " input.constraints take away %s of them. Raise graph.neighbors, or check the"
                  + " edges and the cannot-links.")
              .formatted(method, problem.graph().edges(), affinity.removed()));
    }
    this.components = Components.of(affinity.graph().weights());
    warn();
  }

  /** Columns of the embedding: by default the number of clusters, at most n. */
  static int width(long points, int clusters, MethodOptions options) {
    return (int) Math.min(points, options.get(SolverOptions.EIGENVECTORS_BY_COUNT, clusters));
  }

  /** Bytes on the driver beside the matrices: spectrum, null vectors, embedding, degrees. */
  static long bytes(long points, int clusters, MethodOptions options) {
    int width = width(points, clusters, options);
    return Spectrum.bytes(points, width) + 24L * points * width + 64L * points;
  }

  SimilarityGraph graph() {
    return affinity.graph();
  }

  double diagonal() {
    return diagonal;
  }

  /**
   * The leading eigenpairs of a matrix whose eigenvalue 1 belongs to the vectors M^1/2 1_C, C the
   * components of two or more points.
   *
   * @param nodeWeights the diagonal of M
   */
  Eigenpairs leading(CsrMatrix matrix, double[] nodeWeights) {
    double[][] known = NullVectors.of(nodeWeights, components, width);
    return Spectrum.largest(
        problem, services.operator(matrix), known, width, services.eigenListener());
  }

  /** k-means on the embedding, and the figures. */
  MethodResult round(
      String matrix, Embedding embedding, Eigenpairs pairs, boolean normalizeByDefault) {
    boolean normalize = problem.options().get(SolverOptions.NORMALIZE_ROWS, normalizeByDefault);
    Services.Rounding rounding =
        services.round(normalize ? embedding.normalizedRows() : embedding, problem.clusters());
    AffinityFigures figures =
        new AffinityFigures(
            matrix,
            diagonal,
            width,
            matrix.equals("M") ? pairs.values() : null,
            matrix.equals("N") ? pairs.values() : null,
            matrix.equals("P") ? pairs.values() : null,
            normalize,
            affinity.added(),
            affinity.removed(),
            components.count(),
            components.isolated(),
            RoundingFigures.of(rounding),
            matrix.equals("N")
                ? Double.valueOf(AffinityMatrix.largestDegree(graph(), diagonal))
                : null);
    return new MethodResult(rounding.labels(), embedding, pairs, figures);
  }

  private void warn() {
    if (problem.constraints().size() == 0) {
      services.warn(
          ("method %s was given no must-link and no cannot-link: it clusters the graph as it is."
                  + " Name a table in input.constraints to guide it.")
              .formatted(method));
    }
    double largest = 0.0;
    for (double weight : problem.edges().weights().val()) {
      largest = Math.max(largest, weight);
    }
    if (largest > 1.0 && problem.constraints().mustLinks() > 0) {
      services.warn(
          ("method %s gives a must-link the weight 1, the similarity of a point with itself, but"
                  + " input.edges has weights up to %s: must-links count for less than they"
                  + " should. Divide the weights by the largest one.")
              .formatted(method, largest));
    }
    if (affinity.undecided() > 0) {
      services.warn(
          ("%s pairs of input.constraints are must-link and cannot-link with equal weight; method"
                  + " %s leaves their edges as they are. Decide for one of the two.")
              .formatted(affinity.undecided(), method));
    }
    if (affinity.stranded() > 0) {
      services.warn(
          "The cannot-links remove every edge of "
              + affinity.stranded()
              + " points, so no edge ties them to a cluster. Raise graph.neighbors.");
    }
    Spectrum.warnAboutComponents(
        "The graph with the constraints put in", components, width, problem.clusters(), services);
  }
}
