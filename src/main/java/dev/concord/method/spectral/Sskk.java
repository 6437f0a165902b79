package dev.concord.method.spectral;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.Convergence;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.NumberOrWord;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import java.util.Arrays;
import java.util.Locale;

/**
 * Semi-supervised kernel k-means with the normalized cut (Kulis, Basu, Dhillon and Mooney, ICML
 * 2005). W holds a penalty w on must-links and -w on cannot-links; minimized is k - sum over
 * clusters of (A + W)(C, C) / vol(C): the normalized cut, less the penalties of must-links kept,
 * plus those of cannot-links broken, each over the cluster's volume. That is weighted kernel
 * k-means with the kernel sigma·D^-1 + D^-1 (A + W) D^-1 and the degrees as weights. w is n/(k·s)
 * for s pairs, times a pair's belief; sigma is the least shift that makes the kernel definite.
 *
 * <p>The penalty: in the paper w = n/(k·s), on dense graphs whose degrees are of order n. On a
 * sparse graph that exceeds every degree, and a cluster of one must-link alone then beats all
 * others; so w is at most the mean degree unless it is set.
 *
 * <p>Choices: with a definite kernel batch steps never make the objective worse, but on a sparse
 * graph the shift keeps almost every point where it is (Dhillon, Guan and Kogan 2002 describe the
 * effect), so single moves, judged by the objective itself, follow until neither helps. Points of a
 * sparse graph are orthogonal unless they are neighbours, so distances do not show which must-link
 * components lie far apart: by default all of them are grown and merged ({@code start = merged});
 * {@code farthest-first} is the paper's. A point without edges counts with the smallest degree.
 *
 * <p>Cost: one extreme eigenvalue; O(nnz + n·k) a pass; all on the driver. A local optimum; pairs
 * are honoured softly.
 */
public final class Sskk implements Method {
  /** The first partition. */
  private enum Start {
    MERGED,
    FARTHEST_FIRST
  }

  private static final Option<NumberOrWord> PENALTY =
      Option.of(
          "penalty",
          OptionTypes.positiveOr("auto"),
          NumberOrWord.of("auto"),
          "The weight added on a must-link and taken off on a cannot-link. auto: n / (clusters.count x"
              + " number of pairs), at most the mean degree.");

  private static final Option<Start> START =
      Option.choice(
          "start",
          Start.class,
          "The first partition. merged grows and merges all must-link components; farthest-first"
              + " takes clusters.count of them that lie far apart.");

  private static final Option<Solver> SOLVER =
      Option.choice(
          "solver",
          Solver.class,
          "The eigensolver for the kernel's lowest eigenvalue. lanczos is taken for block; dense suits"
              + " small graphs only.");

  private static final Option<Double> TOLERANCE =
      Option.of(
          "tolerance",
          OptionTypes.fraction(),
          1e-4,
          "The relative residual at which that eigenvalue is accepted.");

  private static final int MOST_PASSES = 500;

  private static final MethodInfo INFO =
      new MethodInfo(
              "sskk",
              "Semi-supervised kernel k-means for the normalized cut",
              "Kulis, Basu, Dhillon and Mooney, ICML 2005",
              "features or edges; pairs (must-link, cannot-link, weights)",
              "a local optimum of the penalized normalized cut; pairs are honoured softly",
              "graphs that fit the driver (10 million points)")
          .reading(PENALTY, START, SOLVER, TOLERANCE, SolverOptions.MAX_ITERATIONS)
          .reporting(Figures.class);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    if (points * clusters > Integer.MAX_VALUE) {
      throw new MemoryException(
          String.format(
              Locale.ROOT,
              "method sskk keeps a value for each of %,d points and %,d clusters, more than the %,d that"
                  + " one array holds. Lower clusters.count, cluster a sample, or choose another"
                  + " clusters.method, such as ensemble.",
              points,
              clusters,
              Integer.MAX_VALUE));
    }
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    long groups = Math.min(points, Math.max(500, clusters));
    return Spectrum.bytes(points, 1) + (80L + 8L * clusters) * points + 8L * groups * groups;
  }

  @Override
  public int extraMatrices() {
    return 3;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    int n = problem.size();
    int k = problem.clusters();
    int pairs = problem.constraints().size();
    MethodOptions options = problem.options();
    Start start = options.get(START);
    double usual =
        Math.min(
            (double) n / k / Math.max(1, pairs), Math.max(1e-300, problem.graph().volume() / n));
    NumberOrWord asked = options.get(PENALTY);
    double penalty = asked.isNumber() ? asked.number() : usual;
    if (problem.graph().edges() == 0) {
      throw new InputException(
          "method sskk has no edge to work with: the graph has none. Raise graph.neighbors, or"
              + " check the table input.edges.");
    }
    if (pairs == 0) {
      services.warn(
          "method sskk was given no must-link and no cannot-link: it looks for a small normalized"
              + " cut alone. Name a table in input.constraints to guide it.");
    }
    Spectrum.warnAboutComponents(problem, n, services);
    CsrMatrix s = ConstrainedAffinity.penalized(problem.edges(), problem.constraints(), penalty);
    double[] d = positiveDegrees(problem.graph().degrees());
    Eigenpairs lowest = lowest(problem, services, scaled(s, d));
    double sigma = Math.max(0.0, lowest.values()[0] + lowest.residuals()[0]);
    MustLinkClosure closure = MustLinkClosure.of(problem.constraints());
    KernelSeeds seeds = new KernelSeeds(s, d, sigma, closure);
    int[] labels = start == Start.MERGED ? seeds.merged(k) : seeds.farthestFirst(k);
    KernelKMeans kmeans = new KernelKMeans(s, d, k, labels);
    double first = k - kmeans.objective();
    int batches = 0;
    int passes = 0;
    long singles = 0;
    boolean converged = false;
    while (!converged && passes < MOST_PASSES) {
      while (kmeans.batch(sigma) > 0 && batches < MOST_PASSES) {
        batches++;
      }
      int moved = kmeans.singly();
      singles += moved;
      passes++;
      converged = moved == 0;
    }
    if (!converged) {
      services.warn(
          ("method sskk still moved points after %s passes; its clusters are no local optimum yet."
                  + " Check the weights for values many orders of magnitude apart.")
              .formatted(MOST_PASSES));
    }
    double densest = kmeans.densest();
    if (densest > 1.0 + 1e-9) {
      services.warn(
          String.format(
              Locale.ROOT,
              "method sskk found a cluster that owes more to its must-links than its edges could"
                  + " ever give (%.3g instead of at most 1); such clusters tend to be tiny. Lower"
                  + " method.sskk.penalty, which was %.3g.",
              densest,
              penalty));
    }
    Figures figures =
        new Figures(
            OptionTypes.word(start),
            penalty,
            sigma,
            first,
            k - kmeans.objective(),
            batches,
            passes,
            singles,
            lowest.products());
    return new MethodResult(labels, null, null, figures);
  }

  private static double[] positiveDegrees(double[] degrees) {
    double least = Double.POSITIVE_INFINITY;
    for (double degree : degrees) {
      least = degree > 0.0 ? Math.min(least, degree) : least;
    }
    double[] d = degrees.clone();
    for (int i = 0; i < d.length; i++) {
      d[i] = d[i] > 0.0 ? d[i] : least;
    }
    return d;
  }

  /** D^-1/2 S D^-1/2. */
  private static CsrMatrix scaled(CsrMatrix s, double[] d) {
    double[] root = new double[d.length];
    Arrays.setAll(root, i -> Math.sqrt(d[i]));
    double[] val = s.val().clone();
    for (int i = 0; i < root.length; i++) {
      for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
        val[p] /= root[i] * root[s.col()[p]];
      }
    }
    return new CsrMatrix(d.length, s.rowPtr(), s.col(), val);
  }

  /** The largest eigenvalue of -D^-1/2 S D^-1/2. */
  private static Eigenpairs lowest(Problem problem, Services services, CsrMatrix scaled) {
    LinearOperator operator = services.operator(scaled);
    MethodOptions options = problem.options();
    EigenOptions eigenOptions =
        new EigenOptions(
            1,
            options.get(TOLERANCE),
            options.get(SolverOptions.MAX_ITERATIONS),
            problem.seeds().stream("eigenvectors"),
            options.get(SOLVER));
    return SymmetricEigensolver.largest(
        new Negated(operator), new double[0][], 0.0, eigenOptions, services.eigenListener());
  }

  /** Minus an operator. */
  public record Negated(LinearOperator operator) implements LinearOperator {
    @Override
    public int size() {
      return operator.size();
    }

    @Override
    public void apply(double[] x, double[] y) {
      apply(x, y, 1);
    }

    @Override
    public void apply(double[] x, double[] y, int columns) {
      operator.apply(x, y, columns);
      for (int i = 0; i < columns * size(); i++) {
        y[i] = -y[i];
      }
    }
  }

  /**
   * The figures of sskk.
   *
   * @param start how the first partition was made
   * @param penalty of a violated pair
   * @param shift that makes the kernel definite
   * @param objectiveAtStart of the first partition
   * @param objective of the last one
   * @param batchSteps of kernel k-means
   * @param passes of single moves
   * @param singleMoves that were kept
   * @param products with the matrix, for the shift
   */
  record Figures(
      String start,
      double penalty,
      double shift,
      double objectiveAtStart,
      double objective,
      int batchSteps,
      int passes,
      long singleMoves,
      long products)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofProducts(products);
    }
  }
}
