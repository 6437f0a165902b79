package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.figure.Inline;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.MonotoneQp;
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
import dev.concord.method.spectral.PairObjective.CountPairs;
import dev.concord.method.spectral.PairObjective.Diagonal;
import java.util.function.Consumer;

/**
 * Constrained clustering by spectral kernel learning (Li and Liu, ICCV 2009). Among the kernels F
 * diag(beta) F' over the m smoothest eigenvectors F, with beta_1 >= ... >= beta_m >= 0 (Eqs. 5 and
 * 11), takes the one closest to 1 on the diagonal and on must-links and to 0 on cannot-links (Eqs.
 * 6 to 8), a convex quadratic program in m unknowns (Eqs. 12 to 16); then k-means on the rows of F
 * diag(beta)^1/2 (Algorithm 1).
 *
 * <p>Choices: a pair counts once as in Eq. 7 unless {@code count-pairs = twice} (Eq. 8); a pair's
 * weight is its c_ij, so it enters squared (section 4.4). Implied pairs are not added. On a
 * disconnected graph the vectors of eigenvalue 0 are the normalized indicators of the components,
 * largest volume first.
 *
 * <p>Cost: the eigenvectors; (pairs + n)·m² flops for A and b; k-means on n x m. Constraints are
 * honoured softly: the result may violate some.
 */
public final class Ccskl implements EigenvectorMethod {
  private static final int DEFAULT_WIDTH = 20;

  private static final MethodInfo INFO =
      new MethodInfo(
              "ccskl",
              "Constrained clustering by spectral kernel learning",
              "Li and Liu, ICCV 2009",
              "pairs (must-link, cannot-link, weights)",
              "the global optimum of its convex program; pairs are honoured softly",
              "graphs whose eigenvectors fit the driver (10 million points), 10 million pairs")
          .reading(
              SolverOptions.EIGENVECTORS,
              SolverOptions.SOLVER,
              SolverOptions.TOLERANCE,
              SolverOptions.MAX_ITERATIONS,
              PairObjective.COUNT_PAIRS,
              PairObjective.DIAGONAL)
          .reporting(Figures.class)
          .with(Trait.NEEDS_PAIRS, Trait.NEEDS_NO_EDGES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    Spectrum.checkSize(points, width(points, options), options);
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    int width = width(points, options);
    return Spectrum.bytes(points, width) + 16L * points * width;
  }

  private static int width(long points, MethodOptions options) {
    return Spectrum.width(points, options, DEFAULT_WIDTH);
  }

  @Override
  public int eigenvectors(long points, int clusters, MethodOptions options) {
    return width(points, options);
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    int width = width(problem.size(), problem.options());
    Spectrum.warnAboutComponents(problem, width, services);
    PairConstraints constraints = problem.constraints();
    Eigenpairs pairs = Spectrum.smoothest(problem, width, services);
    Embedding smoothest = new Embedding(problem.size(), pairs.count(), pairs.vectors());
    Scaling scaling =
        scaling(
            problem.size(),
            problem.clusters(),
            problem.options(),
            constraints,
            (multiplicity, everyDiagonal) ->
                services.pairMoments(
                    constraints,
                    smoothest,
                    multiplicity,
                    everyDiagonal ? null : constraints.touched()),
            services::warn);
    Embedding kernelRows = smoothest.scaledColumns(scaling.factors());
    Services.Rounding rounding =
        services.round(kernelRows.leading(scaling.columns()), problem.clusters());
    MethodFigures figures = scaling.figures().apply(RoundingFigures.of(rounding));
    return new MethodResult(rounding.labels(), kernelRows, pairs, figures);
  }

  @Override
  public Scaling scaling(
      int points,
      int clusters,
      MethodOptions options,
      PairConstraints pairs,
      Moments moments,
      Consumer<String> warn) {
    if (pairs.size() == 0) {
      warn.accept(
          "method ccskl was given no must-link and no cannot-link: the kernel is learned from its"
              + " diagonal alone. Name a table in input.constraints, or choose clusters.method ="
              + " ncut.");
    }
    int width = width(points, options);
    boolean once = options.get(PairObjective.COUNT_PAIRS) == CountPairs.ONCE;
    boolean everyDiagonal = options.get(PairObjective.DIAGONAL) == Diagonal.ALL;
    PairMoments sums = moments.of(once ? 1 : 2, everyDiagonal);
    MonotoneQp.Solution qp = MonotoneQp.solve(width, sums.a(), sums.b());
    double[] roots = new double[width];
    int positive = 0;
    for (int j = 0; j < width; j++) {
      roots[j] = Math.sqrt(qp.beta()[j]);
      positive += qp.beta()[j] > 0.0 ? 1 : 0;
    }
    int rank = positive;
    if (rank < clusters) {
      warn.accept(
          ("The kernel that ccskl learned has rank %s, less than the %s of clusters.count: %s"
                  + " pairs against %s points are too few. Give more pairs, or set"
                  + " method.ccskl.diagonal = constrained.")
              .formatted(rank, clusters, pairs.size(), points));
    }
    return new Scaling(
        roots,
        Math.max(1, rank),
        false,
        rounding ->
            new Figures(
                width,
                once ? "once" : "twice",
                everyDiagonal ? "all" : "constrained",
                qp.beta(),
                qp.objective(),
                sums.c(),
                qp.kktResidual(),
                rank,
                rounding));
  }

  /**
   * The figures of ccskl.
   *
   * @param eigenvectors that the kernel is made of
   * @param countPairs once or twice
   * @param diagonal all or constrained
   * @param beta the learned spectrum
   * @param objective of the quadratic program
   * @param c its constant
   * @param kktResidual how far its solution is from the optimality conditions
   * @param kernelRank positive values of beta
   */
  public record Figures(
      int eigenvectors,
      String countPairs,
      String diagonal,
      double[] beta,
      double objective,
      double c,
      double kktResidual,
      int kernelRank,
      @Inline RoundingFigures rounding)
      implements MethodFigures {}
}
