package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.constraint.PairProducts;
import dev.concord.error.InputException;
import dev.concord.figure.Inline;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.PackedSymmetric;
import dev.concord.linalg.solve.SemidefiniteQp;
import dev.concord.method.Convergence;
import dev.concord.method.Embedding;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import dev.concord.method.spectral.PairObjective.CountPairs;
import dev.concord.method.spectral.PairObjective.Diagonal;
import org.jspecify.annotations.Nullable;

/**
 * Constrained clustering via spectral regularization (Li, Liu and Tang, CVPR 2009). With y_i the
 * rows of the m smoothest eigenvectors F, finds the positive semidefinite m x m matrix M that
 * minimizes
 *
 * <pre>sum over points (y_i'My_i - 1)² + sum over pairs w² (y_i'My_j - t)²</pre>
 *
 * where t = 1 for a must-link and 0 for a cannot-link: the adapted embedding F M^1/2 puts all
 * points on the unit sphere as nearly as it can, must-linked ones together, cannot-linked ones at
 * right angles. Then k-means on its rows.
 *
 * <p>Choices: a pair counts once unless {@code count-pairs = twice} (both of its orders); a pair's
 * weight enters squared. With {@code diagonal = constrained} only points in a constraint have a
 * term of their own, and M is zero on directions that none of them has. The program, which the
 * paper hands to a general semidefinite solver, is a quadratic in m(m+1)/2 numbers and is solved by
 * {@link SemidefiniteQp}, with a certified gap.
 *
 * <p>Cost: the eigenvectors; (pairs + n)·m⁴/8 multiply-adds for the quadratic; O(m⁶) a step of its
 * solver; k-means on n x m. Constraints are honoured softly: the result may violate some.
 */
public final class Ccsr implements Method {
  private static final Option<Integer> EIGENVECTORS =
      Option.of(
          "eigenvectors", OptionTypes.whole(1), 15, "The number of eigenvectors used, at most 50.");

  /** The solver's matrices have m(m+1)/2 rows: 1,275 for 50. */
  private static final int WIDEST = 50;

  /** Directions with less than this part of the largest weight are none. */
  private static final double SPAN = 1e-12;

  private static final MethodInfo INFO =
      new MethodInfo(
              "ccsr",
              "Constrained clustering via spectral regularization",
              "Li, Liu and Tang, CVPR 2009",
              "pairs (must-link, cannot-link, weights)",
              "the global optimum of its convex program, certified; pairs are honoured softly",
              "graphs whose eigenvectors fit the driver (10 million points), at most 50 eigenvectors")
          .reading(
              EIGENVECTORS,
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
  public long driverBytes(long points, int clusters, MethodOptions options) {
    int width = width(points, options);
    long packed = PackedSymmetric.length(width);
    long chunks = points / PairMoments.CHUNK + 2;
    return Spectrum.bytes(points, width)
        + 24L * points * width
        + 32L * packed * packed
        + 4L * chunks * packed * packed;
  }

  private static int width(long points, MethodOptions options) {
    return (int) Math.min(points, options.get(EIGENVECTORS));
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    int asked = options.get(EIGENVECTORS);
    if (asked > WIDEST) {
      throw new InputException(
          ("method.ccsr.eigenvectors is %s, but ccsr learns a full matrix over them and takes at"
                  + " most %s. Lower it, or choose clusters.method = ccskl, which learns one"
                  + " number for each.")
              .formatted(asked, WIDEST));
    }
    Spectrum.checkSize(points, width(points, options), options);
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    checkSize(problem.size(), problem.clusters(), problem.options());
    int width = width(problem.size(), problem.options());
    PairConstraints pairs = problem.constraints();
    boolean once = problem.options().get(PairObjective.COUNT_PAIRS) == CountPairs.ONCE;
    boolean everyDiagonal = problem.options().get(PairObjective.DIAGONAL) == Diagonal.ALL;
    Spectrum.warnAboutComponents(problem, width, services);
    if (pairs.size() == 0) {
      if (!everyDiagonal) {
        throw new InputException(
            "method.ccsr.diagonal is constrained, but there is no constraint, so ccsr has nothing"
                + " to learn from. Name a table in input.constraints, or choose clusters.method ="
                + " ncut.");
      }
      services.warn(
          "method ccsr was given no must-link and no cannot-link: its matrix is learned from the"
              + " diagonal alone. Name a table in input.constraints, or choose clusters.method ="
              + " ncut.");
    }
    Eigenpairs found = Spectrum.smoothest(problem, width, services);
    Embedding smoothest = new Embedding(problem.size(), found.count(), found.vectors());
    Learned learned = learn(smoothest, pairs, once ? 1 : 2, everyDiagonal ? null : pairs.touched());
    SemidefiniteQp.Solution solution = learned.solution();
    if (solution.rank() < problem.clusters()) {
      services.warn(
          ("The matrix that ccsr learned has rank %s, less than the %s of clusters.count: %s pairs"
                  + " against %s points are too few. Give more pairs, or set %s")
              .formatted(
                  solution.rank(),
                  problem.clusters(),
                  pairs.size(),
                  problem.size(),
                  everyDiagonal
                      ? "method.ccsr.diagonal = constrained."
                      : "method.ccsr.eigenvectors higher."));
    }
    Services.Rounding rounding = services.round(learned.embedding(), problem.clusters());
    Figures figures =
        new Figures(
            width,
            once ? "once" : "twice",
            everyDiagonal ? "all" : "constrained",
            solution.objective(),
            solution.gap(),
            solution.rank(),
            solution.eigenvalues(),
            solution.steps(),
            RoundingFigures.of(rounding));
    return new MethodResult(rounding.labels(), learned.embedding(), found, figures);
  }

  /**
   * The learned matrix M.
   *
   * @param solution the program's; of order less than m when counted points span less
   * @param embedding F M^1/2, n x m
   */
  record Learned(SemidefiniteQp.Solution solution, Embedding embedding) {}

  /** Learns M over the columns of {@code smoothest} and applies it. */
  static Learned learn(
      Embedding smoothest, PairConstraints pairs, int multiplicity, boolean @Nullable [] counted) {
    int m = smoothest.columns();
    double[] basis = span(smoothest, counted);
    int r = basis.length / m;
    if (r == 0) {
      throw new InputException(
          "method ccsr: the rows of the eigenvectors are zero at every "
              + (counted == null ? "point" : "constrained point")
              + ", so there is nothing to learn from. Check that the graph has edges"
              + (counted == null ? "." : " there, or set method.ccsr.diagonal = all."));
    }
    Embedding inside =
        r == m ? smoothest : new Embedding(smoothest.rows(), r, times(smoothest, basis));
    PairMoments moments =
        PairMoments.local(
            pairs, inside.rowMajor(), r, multiplicity, counted, PairProducts.SYMMETRIC);
    SemidefiniteQp.Solution solution =
        SemidefiniteQp.solve(r, moments.a(), moments.b(), moments.c());
    double[] root = solution.root();
    if (r < m) {
      // M = V X V', so its root is V X^1/2 V'.
      root =
          times(new Embedding(m, r, times(new Embedding(m, r, basis), root)), transposed(basis, m));
    }
    return new Learned(solution, new Embedding(smoothest.rows(), m, times(smoothest, root)));
  }

  /**
   * An orthonormal basis of the rows' span over the counted points, m x r column-major; the unit
   * vectors when r = m.
   */
  private static double[] span(Embedding f, boolean @Nullable [] counted) {
    int m = f.columns();
    int n = f.rows();
    double[] gram = new double[m * m];
    for (int q = 0; q < m; q++) {
      for (int s = 0; s <= q; s++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
          if (counted == null || counted[i]) {
            sum += f.values()[q * n + i] * f.values()[s * n + i];
          }
        }
        gram[q * m + s] = sum;
        gram[s * m + q] = sum;
      }
    }
    double[] values = DenseSymmetric.eigen(m, gram);
    int none = 0;
    while (none < m && !(values[none] > SPAN * values[m - 1])) {
      none++;
    }
    return java.util.Arrays.copyOfRange(gram, none * m, m * m);
  }

  /** F H for H with F's columns as rows, column-major. */
  private static double[] times(Embedding f, double[] h) {
    int n = f.rows();
    int m = f.columns();
    int columns = h.length / m;
    double[] out = new double[Math.multiplyExact(n, columns)];
    for (int c = 0; c < columns; c++) {
      for (int q = 0; q < m; q++) {
        double factor = h[c * m + q];
        for (int i = 0; i < n; i++) {
          out[c * n + i] += factor * f.values()[q * n + i];
        }
      }
    }
    return out;
  }

  /** V' (r x m, column-major) of the m x r column-major V. */
  private static double[] transposed(double[] v, int m) {
    int r = v.length / m;
    double[] out = new double[v.length];
    for (int c = 0; c < r; c++) {
      for (int i = 0; i < m; i++) {
        out[i * r + c] = v[c * m + i];
      }
    }
    return out;
  }

  /**
   * The figures of ccsr.
   *
   * @param eigenvectors that the learned matrix M works on
   * @param countPairs once or twice
   * @param diagonal all or constrained
   * @param objective of the semidefinite program
   * @param gap between the objective and its bound
   * @param rank of M
   * @param eigenvaluesOfM those above 0
   * @param steps of the solver
   */
  record Figures(
      int eigenvectors,
      String countPairs,
      String diagonal,
      double objective,
      double gap,
      int rank,
      double[] eigenvaluesOfM,
      int steps,
      @Inline RoundingFigures rounding)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofGap(gap);
    }
  }
}
