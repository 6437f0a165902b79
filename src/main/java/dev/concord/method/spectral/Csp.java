package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.figure.Inline;
import dev.concord.figure.OneAsValue;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.method.Convergence;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.NumberOrWord;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import dev.concord.method.SolverOptions;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Flexible constrained spectral clustering, CSP (Wang and Davidson, KDD 2010; Wang, Qian and
 * Davidson, DMKD 2014): minimizes the relaxed cut v'L̄v under v'Q̄v &gt; β, v'v = vol, over the
 * eigenvectors with λ &gt; 0 of L̄v = λ(Q̄ − β/vol·I)v (Eq. 13). Two clusters are the signs of u* =
 * D<sup>-1/2</sup>v* (Algorithm 1); K clusters are k-means on the K − 1 cheapest feasible vectors
 * (Algorithm 2, Eqs. 15 and 16).
 *
 * <p>Choices: the number of feasible vectors is the true one, see {@link Feasibility}; the right
 * side is indefinite, so the pencil is inverted, μ = 1/λ, and reduced to the complement of L̄'s
 * null space, see {@link CspPencil}. All feasible vectors are found when there are at most {@code
 * max-feasible}, and their number proves it; else the ones of smallest λ are examined and the
 * figures report it. Eq. 19 counts unordered pairs. Eq. 16 as printed weights before it takes
 * signs, which changes nothing; here the weights multiply the signs. With a second graph β lies
 * below the second largest eigenvalue (section 6.3).
 *
 * <p>Cost: the eigenvalues of Q̄, group by group; some ten to a hundred products with L̄ for each
 * feasible vector; 24·n bytes a basis vector. Constraints are honoured softly.
 */
public final class Csp implements Method {
  private static final Option<NumberOrWord> BETA =
      Option.of(
          "beta",
          OptionTypes.numberOr("all-met", "one-feasible", "eq19", "middle"),
          NumberOrWord.of("all-met"),
          "beta divided by the volume of the graph, or a rule for it. all-met: what a partition that"
              + " meets all constraints attains (two clusters: twice that), at most the value of"
              + " one-feasible. one-feasible: as few feasible vectors as k clusters need. eq19: the"
              + " paper's rule for images. middle: half way from 0 to the (k-1)-th largest eigenvalue"
              + " of the normalized constraint matrix.");

  private static final Option<Integer> MAX_FEASIBLE =
      Option.of(
          "max-feasible",
          OptionTypes.whole(1),
          64,
          "Feasible vectors examined at most, those of smallest lambda; at least k - 1.");

  private static final Option<ConstraintMatrix.SelfPairs> SELF_PAIRS =
      Option.choice(
          "self-pairs",
          ConstraintMatrix.SelfPairs.class,
          "Which points are paired with themselves, a 1 on the diagonal.");

  private static final MethodInfo INFO =
      new MethodInfo(
              "csp",
              "Flexible constrained spectral clustering",
              "Wang, Qian and Davidson, DMKD 2014",
              "pairs, labels or a second graph (weights of any size)",
              "the cheapest feasible vector of its relaxed problem; pairs are honoured softly",
              "millions of points with few feasible vectors, some 100,000 constrained points")
          .reading(
              BETA,
              CspRounding.DISCRETIZE,
              MAX_FEASIBLE,
              SELF_PAIRS,
              SolverOptions.SOLVER_OF_TWO_MATRICES,
              SolverOptions.TOLERANCE,
              SolverOptions.MAX_ITERATIONS)
          .reporting(Figures.class, MethodFigures.NoFigures.class)
          .with(
              Trait.USES_LABELS,
              Trait.USES_SIDE_GRAPH,
              Trait.TAKES_REAL_WEIGHTS,
              Trait.NEEDS_NO_EDGES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return FeasibleVectors.bytes(
        points, options.get(MAX_FEASIBLE), options.get(SolverOptions.SOLVER_OF_TWO_MATRICES));
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    MethodOptions options = problem.options();
    FeasibleVectors.Settings settings =
        new FeasibleVectors.Settings(
            options.get(SolverOptions.SOLVER_OF_TWO_MATRICES),
            options.get(SolverOptions.TOLERANCE),
            options.get(SolverOptions.MAX_ITERATIONS),
            options.get(MAX_FEASIBLE));
    if (settings.solver() == Solver.ARPACK || settings.solver() == Solver.LANCZOS) {
      services.warn(
          ("method.csp.solver = %s: a Lanczos method would need an exact solve with the Laplacian"
                  + " in every step of csp's problem of two matrices; its block solver is used.")
              .formatted(settings.solver().word()));
    }
    String discretize = CspRounding.discretization(problem);
    int needed = problem.clusters() - 1;
    if (needed == 0) {
      services.warn(
          "clusters.count = 1 leaves method csp nothing to divide, and no vector was computed."
              + " Set clusters.count to 2 or more.");
      return new MethodResult(new int[problem.size()], null, null, new MethodFigures.NoFigures());
    }
    if (settings.maxFeasible() < needed) {
      throw new InputException(
          ("method.csp.max-feasible is %s, but %s clusters need %s feasible vectors; raise it to"
                  + " at least that.")
              .formatted(settings.maxFeasible(), problem.clusters(), needed));
    }
    ConstraintMatrix constraints = constraints(problem, services);
    CspPencil pencil = new CspPencil(problem, constraints);
    if (pencil.connected() > 1) {
      services.warn(
          ("The graph falls into %s components of two or more points. Cuts between whole"
                  + " components cost nothing, so method csp takes those first that meet the"
                  + " constraints by more than method.csp.beta. Raise graph.neighbors to connect"
                  + " the graph, or lower beta if components should be separated.")
              .formatted(pencil.connected()));
    }
    int skip = problem.side() == null ? 0 : 1;
    ConstraintSpectrum spectrum =
        ConstraintSpectrum.of(
            constraints,
            new EigenOptions(
                settings.maxFeasible() + needed + skip + 2,
                settings.tolerance(),
                settings.maxIterations(),
                problem.seeds().stream("csp-beliefs"),
                settings.solver()),
            services.eigenListener());
    Feasibility feasibility =
        new Feasibility(
            spectrum,
            pencil.innerEigenvalues(),
            pencil.freeValues(),
            pencil.dimension(),
            pencil.connected());
    double b = beta(problem, constraints, feasibility, needed, skip);
    FeasibleVectors found =
        FeasibleVectors.find(
            problem, constraints, pencil, b, feasibility, settings, services.eigenListener());
    if (found.count() < needed) {
      throw feasibility.infeasible(b, needed);
    }
    return result(problem, services, feasibility, b, found, discretize);
  }

  private static ConstraintMatrix constraints(Problem problem, Services services) {
    KnownLabels labels = problem.labels();
    ConstraintMatrix constraints =
        ConstraintMatrix.of(
            problem.graph().degrees(),
            problem.constraints(),
            labels == null ? null : labels.labels(),
            problem.side() == null ? null : problem.side().weights(),
            problem.options().get(SELF_PAIRS));
    if (constraints.statements() == 0) {
      throw new InputException(
          "clusters.method = csp needs constraints, and "
              + (constraints.leftOut() > 0
                  ? "all " + constraints.leftOut() + " given ones have a point without an edge"
                  : "there are none")
              + "; name a table in input.constraints, input.labels or input.side-edges, or choose"
              + " clusters.method = ncut.");
    }
    if (labels != null && oneClass(labels) && problem.side() == null) {
      PairConstraints pairs = problem.constraints();
      if (pairs.mustLinks() == pairs.size()) {
        services.warn(
            "Labels of one class only and no cannot-link: method csp learns what belongs together and"
                + " not what to keep apart. Add labels of the other classes, or cannot-links.");
      }
    }
    if (constraints.leftOut() > 0) {
      services.warn(
          constraints.leftOut()
              + " constraints have a point without an edge in the graph; method csp leaves"
              + " them out. Raise graph.neighbors to use them.");
    }
    return constraints;
  }

  private static boolean oneClass(KnownLabels labels) {
    return Arrays.stream(labels.labels()).filter(label -> label >= 0).distinct().count() == 1;
  }

  /** β/vol by the configured rule. */
  private static double beta(
      Problem problem,
      ConstraintMatrix constraints,
      Feasibility feasibility,
      int needed,
      int skip) {
    double reference = feasibility.eigenvalue(needed + skip);
    double n = problem.size();
    MethodOptions options = problem.options();
    NumberOrWord asked = options.get(BETA);
    double b = asked.number();
    if (!asked.isNumber()) {
      b =
          switch (asked.word()) {
            case "eq19" -> reference * (0.5 + 0.4 * constraints.statements() / (n * n));
            case "middle" -> 0.5 * reference;
            case "one-feasible" -> feasibility.fewest(needed, skip);
            default -> allMet(problem, constraints, feasibility, needed, skip);
          };
    }
    if (feasibility.critical(b)) {
      throw new InputException(
          String.format(
              Locale.ROOT,
              "method.csp.beta: beta = %.17g times the volume is a value at which the number of"
                  + " feasible vectors changes (1'Q1 of a component divided by its volume), and its"
                  + " eigenvalue problem is singular; take a slightly smaller or larger number.",
              b));
    }
    if (feasibility.count(b) < needed) {
      throw feasibility.infeasible(b, needed);
    }
    return b;
  }

  /**
   * The u'Qu that a partition attains that meets all constraints, for two clusters twice that, but
   * never above the β that leaves as few feasible vectors as are needed. The largest eigenvalues of
   * Q̄ belong to points of small degree that happen to be in several pairs: a β near them is far
   * above what any partition attains, and vectors on those few points alone give it. Signs bear a
   * u* that is large on few points better than k-means does, hence the difference.
   */
  private static double allMet(
      Problem problem,
      ConstraintMatrix constraints,
      Feasibility feasibility,
      int needed,
      int skip) {
    double fewest = feasibility.fewest(needed, skip);
    double margin = problem.clusters() == 2 ? 2.0 : 1.0;
    double b = margin * constraints.attained(problem.clusters()) / problem.graph().volume();
    boolean usable = b < fewest && !feasibility.critical(b) && feasibility.count(b) >= needed;
    return usable ? b : fewest;
  }

  private static MethodResult result(
      Problem problem,
      Services services,
      Feasibility feasibility,
      double b,
      FeasibleVectors found,
      String discretize) {
    int needed = problem.clusters() - 1;
    int[] chosen = found.cheapest(needed);
    Embedding u = found.indicators(chosen);
    if (!feasibility.exact(b) || found.feasible() > found.count()) {
      services.warn(
          ("method csp examined the %s feasible vectors of smallest lambda out of %s%s; a costlier"
                  + " lambda may have a smaller cost. Raise method.csp.max-feasible or"
                  + " method.csp.beta to examine all.")
              .formatted(found.count(), feasibility.exact(b) ? "" : "at least ", found.feasible()));
    }
    Services.Rounding rounding =
        discretize.equals("sign")
            ? null
            : services.round(CspRounding.columns(u, discretize, found, chosen), problem.clusters());
    Boolean oneSigned =
        needed == 1 ? Boolean.valueOf(CspRounding.isOneSigned(problem, u.values())) : null;
    if (Boolean.TRUE.equals(oneSigned)) {
      services.warn(
          "method csp: all entries of the best feasible vector u* have one sign, so it cuts"
              + " nothing off and its signs put all points into one cluster. Give more"
              + " constraints, cannot-links above all, or another method.csp.beta.");
    }
    Figures figures =
        new Figures(
            b * problem.graph().volume(),
            b,
            feasibility.eigenvalue(1),
            found.feasible(),
            feasibility.exact(b),
            feasibility.free(b),
            found.count(),
            found.lambda(),
            found.cost(),
            found.alpha(),
            chosen,
            problem.side() == null ? null : Double.valueOf(found.cost()[chosen[0]]),
            found.residuals(),
            found.iterations(),
            found.products(),
            discretize,
            rounding == null ? RoundingFigures.NONE : RoundingFigures.of(rounding),
            oneSigned);
    return new MethodResult(
        rounding == null ? CspRounding.signs(u) : rounding.labels(), u, null, figures);
  }

  /**
   * The figures of csp.
   *
   * @param beta the threshold of satisfaction
   * @param betaOverVolume the same divided by the volume of the graph
   * @param largestBelief the largest eigenvalue of the normalized constraint matrix
   * @param feasibleCount feasible vectors, at least so many unless the count is exact
   * @param feasibleCountExact whether it is
   * @param freeCuts feasible vectors that cost nothing
   * @param examined feasible vectors that were computed
   * @param lambda of the vectors examined
   * @param cost of each of them
   * @param alpha of each of them
   * @param chosen which of them make the partition
   * @param transferCost cost of the vector chosen, where a second graph gives the constraints
   * @param vectorResiduals of the vectors examined
   * @param vectorIterations of their solver
   * @param vectorProducts of their solver with the matrix
   * @param discretize how labels were made of the vectors
   * @param oneSigned whether the only vector has one sign; null for more than two clusters
   */
  record Figures(
      double beta,
      double betaOverVolume,
      double largestBelief,
      int feasibleCount,
      boolean feasibleCountExact,
      int freeCuts,
      int examined,
      double[] lambda,
      double[] cost,
      double[] alpha,
      @OneAsValue int[] chosen,
      @Nullable Double transferCost,
      double[] vectorResiduals,
      int vectorIterations,
      long vectorProducts,
      String discretize,
      @Inline RoundingFigures rounding,
      @Nullable Boolean oneSigned)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofMany(vectorResiduals, vectorIterations, vectorProducts);
    }
  }
}
