package dev.concord.method.spectral;

import dev.concord.error.InputException;
import dev.concord.figure.Inline;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.DensePencil;
import dev.concord.linalg.solve.GeneralizedEigenpairs;
import dev.concord.linalg.solve.PencilEigensolver;
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
import java.util.Arrays;

/**
 * FAST-GE (Cucuringu, Koutis, Chawla, Miller and Peng, AISTATS 2016): clusters of small cut in G,
 * the similarity graph plus the must-links, relative to their cut in H, the cannot-links plus the
 * demand graph K_ij = d_i d_j / vol. Solves L_G x = λ L_H x for the smallest nontrivial pairs,
 * scales each x to x'Dx = 1 and x'D1 = 0, scales the rows to the unit sphere, and runs k-means.
 *
 * <p>Choices. D and vol are the degrees of G and their sum. A pair's edge weighs belief · w_i w_j /
 * (w_min w_max) with the degrees w of the similarity graph, times {@code strength}, in units of the
 * largest weight where weights were given. The demand graph is added as it is ({@code demand =
 * full}) or 1/n times ({@code weak}): that keeps the pencil definite and lets the cannot-links
 * dominate, so few pairs yield eigenvectors concentrated on single points. The vectors of
 * eigenvalue 0, one fewer than G has components, are known: they come first and are deflated
 * exactly, which serves the purpose of the regularization of Jiang, Xie and Bai (AISTATS 2017), a
 * definite pencil, without a parameter. Implied pairs are not added, contradictory pairs enter both
 * graphs. Isolated points of no pair get zero rows.
 *
 * <p>Cost: generalized Davidson on the inverted pencil, see {@link PencilEigensolver}: some hundred
 * products with the normalized adjacency matrix a vector, most of them inside a few steps of
 * conjugate gradients. Constraints are honoured softly.
 */
public final class FastGe implements Method {
  /** How the cannot-links enter the demand graph. */
  private enum Demand {
    FULL,
    WEAK
  }

  private static final Option<Demand> DEMAND =
      Option.choice(
          "demand",
          Demand.class,
          "Whether the demand graph K is added to the cannot-links as it is, or as K / n, which is"
              + " small beside the cannot-links and suits many pairs.");

  private static final Option<Double> STRENGTH =
      Option.of("strength", OptionTypes.positive(), 1.0, "The factor of every pair's weight.");

  private static final MethodInfo INFO =
      new MethodInfo(
              "fast-ge",
              "Constrained clustering by generalized eigenvectors of two graphs",
              "Cucuringu, Koutis, Chawla, Miller and Peng, AISTATS 2016",
              "pairs (must-link, cannot-link, weights)",
              "a Cheeger-type bound for two clusters; pairs are honoured softly",
              "graphs whose eigenvectors fit the driver (some million points), 10 million pairs")
          .reading(
              SolverOptions.EIGENVECTORS_BY_COUNT,
              SolverOptions.SOLVER_OF_TWO_MATRICES,
              SolverOptions.TOLERANCE,
              SolverOptions.MAX_ITERATIONS,
              DEMAND,
              STRENGTH)
          .reporting(Figures.class)
          .with(Trait.NEEDS_NO_EDGES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    int width = width(points, clusters, options);
    return 24L * points * PencilEigensolver.basis(width) + 200L * points * width + 64L * points;
  }

  private static int width(long points, int clusters, MethodOptions options) {
    return (int) Math.min(points, options.get(SolverOptions.EIGENVECTORS_BY_COUNT, clusters));
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    int n = problem.size();
    MethodOptions options = problem.options();
    double demand = options.get(DEMAND) == Demand.WEAK ? 1.0 / n : 1.0;
    double strength = options.get(STRENGTH);
    double unit = problem.graph().unitWeight();
    double tolerance = options.get(SolverOptions.TOLERANCE);
    int asked = options.get(SolverOptions.EIGENVECTORS_BY_COUNT, problem.clusters());
    Solver solver = options.get(SolverOptions.SOLVER_OF_TWO_MATRICES);
    if (solver == Solver.ARPACK || solver == Solver.LANCZOS) {
      services.warn(
          ("method.fast-ge.solver = %s: a Lanczos method would need an exact solve in every step"
                  + " of a problem of two matrices; the block solver is used.")
              .formatted(solver.word()));
    }
    if (asked > n) {
      throw new InputException(
          ("method.fast-ge.eigenvectors is %s, but the graph has only %s points; set it to at most"
                  + " that many.")
              .formatted(asked, n));
    }
    FastGePencil pencil =
        new FastGePencil(
            problem.graph(), problem.components(), problem.constraints(), demand, strength * unit);
    int width = Math.min(asked, Math.max(0, pencil.active() - 1));
    warn(problem, pencil, width, services);
    double[] zero = pencil.zeroVectors(width);
    int first = zero.length / n;
    Pairs pairs = new Pairs(n, width, first);
    System.arraycopy(zero, 0, pairs.vectors, 0, zero.length);
    int wanted = width - first;
    int iterations = 0;
    long products = 0;
    if (wanted > 0) {
      LinearOperator a = pencil.left(problem.adjacency());
      GeneralizedEigenpairs found =
          solver == Solver.DENSE
              ? DensePencil.smallest(
                  a, pencil.right(), pencil.known(zero), wanted, 2.0 / demand, tolerance)
              : new InvertedPencil(pencil, a, zero)
                  .smallest(
                      wanted, options, problem.seeds().random("fast-ge"), services.eigenListener());
      pairs.take(found);
      iterations = found.iterations();
      products = found.products();
    }
    Embedding embedding = pairs.embedding(pencil.inverseRoots());
    Embedding rows = embedding.normalizedRows();
    Services.Rounding rounding = services.round(rows, problem.clusters());
    Figures figures =
        new Figures(
            width,
            OptionTypes.word(options.get(DEMAND)),
            strength,
            /* normalizeRows= */ true,
            pencil.components(),
            pairs.values,
            pairs.residuals,
            iterations,
            products,
            RoundingFigures.of(rounding));
    return new MethodResult(rounding.labels(), embedding, null, figures);
  }

  private static void warn(Problem problem, FastGePencil pencil, int width, Services services) {
    int left = problem.size() - pencil.active();
    if (left > 0) {
      services.warn(
          left
              + " points have neither an edge nor a pair; their rows of the embedding are zero, so"
              + " they end up together. Look for duplicates or outliers, or raise graph.neighbors.");
    }
    if (pencil.components() - 1 > width) {
      services.warn(
          ("The graph with its must-links falls into %s components, more than the %s eigenvectors"
                  + " used can separate: only the %s largest are separated, and the constraints"
                  + " inside a component have no effect. Raise graph.neighbors or"
                  + " method.fast-ge.eigenvectors.")
              .formatted(pencil.components(), width, width));
    }
    if (problem.constraints().size() == 0) {
      services.warn(
          "method fast-ge was given no must-link and no cannot-link, so its clusters are those of"
              + " plain normalized cuts. Name a table in input.constraints, or choose"
              + " clusters.method = ncut.");
    }
  }

  /** The pairs, those of eigenvalue 0 first, in the coordinates y. */
  private static final class Pairs {
    private final int n;
    private final int first;
    private final double[] values;
    private final double[] residuals;
    private final double[] vectors;

    Pairs(int n, int width, int first) {
      this.n = n;
      this.first = first;
      values = new double[width];
      residuals = new double[width];
      vectors = new double[Math.multiplyExact(n, width)];
    }

    void take(GeneralizedEigenpairs found) {
      int count = found.count();
      System.arraycopy(found.values(), 0, values, first, count);
      System.arraycopy(found.residuals(), 0, residuals, first, count);
      System.arraycopy(found.vectors(), 0, vectors, first * n, count * n);
    }

    /** x = D^-1/2 y with x'Dx = y'y = 1. Without any vector: one column of zeros. */
    Embedding embedding(double[] inverseRoots) {
      int width = values.length;
      if (width == 0) {
        return new Embedding(n, 1, new double[n]);
      }
      double[] x = Arrays.copyOf(vectors, vectors.length);
      for (int c = 0; c < width; c++) {
        double squares = 0.0;
        for (int i = c * n; i < (c + 1) * n; i++) {
          squares += x[i] * x[i];
        }
        double scale = 1.0 / Math.sqrt(squares);
        for (int i = 0; i < n; i++) {
          x[c * n + i] *= scale * inverseRoots[i];
        }
      }
      return new Embedding(n, width, x);
    }
  }

  /**
   * The figures of fast-ge.
   *
   * @param eigenvectors columns of the embedding
   * @param demand what the second graph adds to the cannot-links
   * @param strength of the constraints
   * @param normalizeRows whether the rows of the embedding were scaled to length 1
   * @param components of the first graph
   * @param generalizedEigenvalues ascending
   * @param residuals of the eigenvectors
   * @param products with the matrix
   */
  record Figures(
      int eigenvectors,
      String demand,
      double strength,
      boolean normalizeRows,
      int components,
      double[] generalizedEigenvalues,
      double[] residuals,
      int iterations,
      long products,
      @Inline RoundingFigures rounding)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofMany(residuals, iterations, products);
    }
  }
}
