package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SignedComponents;
import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
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
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import org.jspecify.annotations.Nullable;

/**
 * Normalized cuts of two clusters under linear constraints: min f'(D - W)f subject to f'Df = 1, f_p
 * = f_q for must-links and f_p = -f_q for cannot-links, clusters by the sign of f (Eriksson, Olsson
 * and Kahl, ICCV 2007; Xu, Li and Schuurmans, "Fast Normalized Cut with Linear Constraints", CVPR
 * 2009; the baseline SCLC of Rangapuram and Hein 2012).
 *
 * <p>The constraints are eliminated exactly: f has one free number a signed component, see {@link
 * SignedReduction}, and the smallest generalized eigenvalues become the largest ones of a symmetric
 * operator with as many rows as there are components. No projection, no penalty.
 *
 * <p>Choices: the row d'f = 0 is added unless {@code balance = false}, as must-links alone would
 * otherwise allow f = 1. It is a constraint like the others, not an eigenvector to skip: with
 * cannot-links the unbalanced solution need not be orthogonal to d. Only constraints of weight 1
 * enter. An odd cycle of cannot-links forces its component to zero. A point with |f| at most the
 * eigensolver's tolerance (at most 1e-8) times the largest |f| has no sign: it joins the negative
 * side, where f is turned so that its largest entry is positive.
 *
 * <p>Cost: two eigenpairs, each product one with N and 4n operations. Constraints of weight 1 are
 * met by f itself, and by the signs wherever f is not zero.
 */
public final class Sclc implements Method {
  private static final Option<Boolean> BALANCE =
      Option.of(
          "balance",
          OptionTypes.flag(),
          true,
          "Whether d'f = 0 must hold too, d the degrees. Without it must-links alone give one"
              + " cluster.");

  private static final String NAME = "sclc";

  /** Relative distance below which two eigenvalues count as one. */
  private static final double SAME = 1e-10;

  private static final double ZERO = 1e-8;

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "Normalized cut of two clusters with linear constraints",
              "Eriksson, Olsson and Kahl, ICCV 2007; Xu, Li and Schuurmans, CVPR 2009",
              "two clusters; pairs of weight 1",
              "the global optimum of its relaxed problem; pairs hold wherever its solution is not zero",
              "graphs whose vectors fit the driver (10 million points and more)")
          .reading(
              SolverOptions.SOLVER, SolverOptions.TOLERANCE, SolverOptions.MAX_ITERATIONS, BALANCE)
          .reporting(Figures.class)
          .with(Trait.NEEDS_NO_EDGES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    requireTwo(clusters);
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return Spectrum.bytes(points, 3) + 70L * points;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    requireTwo(problem.clusters());
    boolean balanced = problem.options().get(BALANCE);
    double tolerance = problem.options().get(SolverOptions.TOLERANCE);
    PairConstraints pairs = problem.constraints();
    SignedComponents components = SignedComponents.of(pairs);
    warnOfConstraints(pairs, components, balanced, services);
    double[] degrees = problem.graph().degrees();
    SignedReduction reduction =
        new SignedReduction(problem.adjacency(), degrees, components, balanced);
    double[] balance = reduction.balance();
    int fixed = balance == null ? 0 : 1;
    int wanted = Math.min(2, reduction.size() - fixed);
    if (wanted < 1) {
      throw nothingLeft(problem, components, balanced);
    }
    EigenOptions options =
        new EigenOptions(
            wanted + fixed,
            tolerance,
            problem.options().get(SolverOptions.MAX_ITERATIONS),
            problem.seeds().stream("eigenvectors"),
            problem.options().get(SolverOptions.SOLVER));
    double[][] known = balance == null ? new double[0][] : new double[][] {balance};
    Eigenpairs solved =
        SymmetricEigensolver.largest(
            reduction, known, SignedReduction.BALANCE_VALUE, options, services.eigenListener());
    double[] f = reduction.expand(solved.vector(fixed), components.sign());
    double lambda = 1.0 - solved.values()[fixed];
    warnOfRepeated(solved, fixed, problem, services);

    double largest = 0.0;
    for (double value : f) {
      largest = Math.max(largest, Math.abs(value));
    }
    double limit = Math.min(tolerance, ZERO) * largest;
    int[] labels = new int[f.length];
    int zeros = 0;
    for (int i = 0; i < f.length; i++) {
      labels[i] = f[i] > limit ? 1 : 0;
      zeros += Math.abs(f[i]) <= limit ? 1 : 0;
    }
    Figures figures =
        new Figures(
            balanced,
            lambda,
            wanted == 2 ? Double.valueOf(1.0 - solved.values()[fixed + 1]) : null,
            reduction.size(),
            components.contradicted(),
            zeros,
            solved.residuals()[fixed],
            solved.products(),
            solved.iterations(),
            solved.solver());
    return new MethodResult(labels, new Embedding(f.length, 1, f), null, figures);
  }

  private static void requireTwo(int clusters) {
    if (clusters != 2) {
      throw new InputException(
          ("clusters.count is %s, but method sclc finds exactly 2 clusters: a cannot-link is the"
                  + " equation f_p = -f_q, which has no meaning for another number. Set"
                  + " clusters.count = 2, or choose another clusters.method, such as ccskl.")
              .formatted(clusters));
    }
  }

  private static void warnOfConstraints(
      PairConstraints pairs, SignedComponents components, boolean balanced, Services services) {
    if (pairs.softCount() > 0) {
      services.warn(
          pairs.softCount()
              + " constraints have a weight below 1; method sclc takes only constraints of weight 1"
              + " and leaves these out. Give them weight 1, or choose clusters.method ="
              + " ccskl.");
    }
    int hard = pairs.size() - pairs.softCount();
    if (hard == 0) {
      services.warn(
          "method sclc was given no must-link and no cannot-link of weight 1: "
              + (balanced
                  ? "its solution is the second smoothest eigenvector."
                  : "without the balance row its solution is constant, one cluster.")
              + " Name a table in input.constraints, or choose clusters.method = ncut.");
    } else if (!balanced && cannotLinks(pairs) == 0) {
      services.warn(
          "method sclc was given must-links alone and method.sclc.balance = false: its solution is"
              + " constant, one cluster. Set method.sclc.balance = true, or give cannot-links.");
    }
    if (components.contradicted() > 0) {
      int[] componentOf = components.componentOf();
      int point = 0;
      while (componentOf[point] >= 0) {
        point++;
      }
      services.warn(
          ("%s points, the first of them %s, are joined by constraints with an odd cycle of"
                  + " cannot-links, which two clusters cannot meet: their value in sclc is zero,"
                  + " and they all join one side. Remove one constraint of each such cycle, or"
                  + " give it a weight below 1.")
              .formatted(components.contradicted(), pairs.names().name(point)));
    }
  }

  private static int cannotLinks(PairConstraints pairs) {
    int count = 0;
    for (int p = 0; p < pairs.size(); p++) {
      count += !pairs.mustLink()[p] && pairs.isHard(p) ? 1 : 0;
    }
    return count;
  }

  private static void warnOfRepeated(
      Eigenpairs solved, int fixed, Problem problem, Services services) {
    if (solved.count() < fixed + 2) {
      return;
    }
    double first = solved.values()[fixed];
    double second = solved.values()[fixed + 1];
    if (first - second <= SAME * Math.max(1.0, Math.abs(first))) {
      services.warn(
          "The smallest eigenvalue of sclc, "
              + (1.0 - first)
              + ", is a repeated one, so its solution is one of many"
              + (problem.components().count() > problem.components().isolated() + 1
                  ? ": the graph is not connected. Raise graph.neighbors."
                  : ". Give more constraints."));
    }
  }

  private static UnsatisfiableException nothingLeft(
      Problem problem, SignedComponents components, boolean balanced) {
    return new UnsatisfiableException(
        ("method.sclc: the linear constraints leave no vector but zero: of %s points, %s are"
                + " forced to zero by odd cycles of cannot-links and %s have no edge%s. Remove"
                + " constraints%s or check the graph's edges.")
            .formatted(
                problem.size(),
                components.contradicted(),
                problem.components().isolated(),
                balanced
                    ? "; the rest is one chain of constraints that the row d'f = 0 forbids"
                    : "",
                balanced ? ", set method.sclc.balance = false," : ""));
  }

  /**
   * The figures of sclc.
   *
   * @param balance whether the clusters were held in balance
   * @param lambda the eigenvalue of the solution
   * @param secondLambda the next one, null where there is none
   * @param variables left by the constraints
   * @param contradictedPoints forced to zero by odd cycles of cannot-links
   * @param zeroPoints whose value is zero
   * @param residual of the solution
   * @param products with the reduced matrix
   */
  record Figures(
      boolean balance,
      double lambda,
      @Nullable Double secondLambda,
      int variables,
      int contradictedPoints,
      int zeroPoints,
      double residual,
      long products,
      int iterations,
      String solver)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofOne(residual, iterations, products);
    }
  }
}
