package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.figure.Inline;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.EigenvectorMethod;
import dev.concord.method.Embedding;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Normalized cuts without constraints: k-means on the row-normalized smoothest eigenvectors of the
 * normalized Laplacian (Shi and Malik 2000; Ng, Jordan and Weiss 2001, whose row normalization it
 * uses). The baseline that every constrained method is compared with.
 *
 * <p>Cost: the eigenvectors, then k-means on n x k. Constraints are counted in the result and not
 * used.
 */
public final class Ncut implements EigenvectorMethod {
  private static final MethodInfo INFO =
      new MethodInfo(
              "ncut",
              "Normalized cuts, the unconstrained baseline",
              "Shi and Malik 2000; Ng, Jordan and Weiss 2001",
              "features or edges",
              "none: constraints are only counted",
              "graphs whose eigenvectors fit the driver (10 million points and more)")
          .reading(
              SolverOptions.EIGENVECTORS_BY_COUNT,
              SolverOptions.SOLVER,
              SolverOptions.TOLERANCE,
              SolverOptions.MAX_ITERATIONS,
              SolverOptions.NORMALIZE_ROWS)
          .reporting(Figures.class)
          .with(Trait.NEEDS_NO_EDGES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    Spectrum.checkSize(points, width(points, clusters, options), options);
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return Spectrum.bytes(points, width(points, clusters, options));
  }

  @Override
  public int eigenvectors(long points, int clusters, MethodOptions options) {
    return width(points, clusters, options);
  }

  @Override
  public Scaling scaling(
      int points,
      int clusters,
      MethodOptions options,
      PairConstraints pairs,
      Moments moments,
      Consumer<String> warn) {
    double[] factors = new double[width(points, clusters, options)];
    Arrays.fill(factors, 1.0);
    boolean normalize = options.get(SolverOptions.NORMALIZE_ROWS);
    return new Scaling(
        factors,
        factors.length,
        normalize,
        rounding -> new Figures(factors.length, normalize, rounding, null));
  }

  private static int width(long points, int clusters, MethodOptions options) {
    return (int) Math.min(points, options.get(SolverOptions.EIGENVECTORS_BY_COUNT, clusters));
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    int width = width(problem.size(), problem.clusters(), problem.options());
    Spectrum.warnAboutComponents(problem, width, services);
    Eigenpairs pairs = Spectrum.smoothest(problem, width, services);
    Embedding smoothest = new Embedding(problem.size(), pairs.count(), pairs.vectors());
    boolean normalize = problem.options().get(SolverOptions.NORMALIZE_ROWS);
    Services.Rounding rounding =
        services.round(normalize ? smoothest.normalizedRows() : smoothest, problem.clusters());
    double[] beyond = width <= problem.clusters() ? Spectrum.beyond(problem, pairs) : null;
    Figures figures = new Figures(width, normalize, RoundingFigures.of(rounding), beyond);
    return new MethodResult(rounding.labels(), smoothest, pairs, figures);
  }

  /**
   * The figures of ncut.
   *
   * @param eigenvectors columns of the embedding
   * @param normalizeRows whether its rows were scaled to length 1
   * @param eigenvaluesBeyond rough eigenvalues after those used, null where more are used than
   *     there are clusters
   */
  record Figures(
      int eigenvectors,
      boolean normalizeRows,
      @Inline RoundingFigures rounding,
      double @Nullable [] eigenvaluesBeyond)
      implements MethodFigures {}
}
