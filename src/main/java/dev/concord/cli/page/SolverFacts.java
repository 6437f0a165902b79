package dev.concord.cli.page;

import dev.concord.config.ConcordConfig;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Convergence;
import dev.concord.method.RoundingFigures;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.report.Figures;
import dev.concord.report.ReportModel.Fact;
import dev.concord.report.ReportModel.Solver;
import dev.concord.report.ReportModel.Trace;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the iterative parts of a run ended, and how they got there. */
public final class SolverFacts {
  private SolverFacts() {}

  /** One entry a solver, in the order they ran; empty when nothing iterated. */
  public static List<Solver> of(ConcordConfig config, ClusterOutcome outcome) {
    double tolerance = tolerance(config);
    List<Solver> solvers = new ArrayList<>();
    List<SolverTrace.Run> runs = new ArrayList<>(outcome.trace().runs());
    Eigenpairs pairs = outcome.spectrum();
    if (pairs != null) {
      Trace trace = null;
      if (!runs.isEmpty() && runs.get(0).stage().equals("eigenvectors")) {
        trace = ended(trace(runs.remove(0), tolerance), pairs);
      }
      solvers.add(new Solver("Eigenvectors", figures(pairs, tolerance), trace));
    }
    Convergence end = outcome.figures().convergence();
    List<Fact> own = figures(end);
    for (SolverTrace.Run run : runs) {
      solvers.add(new Solver("Stage " + run.stage(), List.of(), trace(run, tolerance)));
    }
    if (!own.isEmpty()) {
      solvers.add(new Solver("Method " + outcome.method().name(), own, history(end)));
    }
    rounding(outcome, solvers);
    RefinementFigures refinement = outcome.refinement();
    if (refinement != null) {
      Convergence refined = refinement.convergence();
      List<Fact> facts = figures(refined);
      if (!facts.isEmpty()) {
        solvers.add(new Solver("Refinement", facts, history(refined)));
      }
    }
    return solvers;
  }

  private static double tolerance(ConcordConfig config) {
    Object given =
        config.method().getOrDefault(config.clusters().method(), Map.of()).get("tolerance");
    return given instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  private static List<Fact> figures(Eigenpairs pairs, double tolerance) {
    double largest = Arrays.stream(pairs.residuals()).max().orElse(0.0);
    List<Fact> figures = new ArrayList<>();
    figures.add(new Fact("Solver", pairs.solver()));
    figures.add(new Fact("Vectors", Figures.count(pairs.count())));
    figures.add(new Fact("Largest residual", Figures.rough(largest)));
    if (!Double.isNaN(tolerance)) {
      figures.add(new Fact("Tolerance", Figures.rough(tolerance)));
    }
    figures.add(new Fact("Orthogonal up to", Figures.rough(pairs.orthogonality())));
    figures.add(new Fact("Restarts", Figures.count(pairs.iterations())));
    figures.add(new Fact("Products with the graph", Figures.count(pairs.products())));
    return figures;
  }

  private static List<Fact> figures(Convergence end) {
    List<Fact> figures = new ArrayList<>();
    real(figures, "Residual", end.residual());
    real(figures, "Largest residual", end.largestResidual());
    real(figures, "Gap between the objective and its bound", end.gap());
    count(figures, "Iterations", end.iterations());
    count(figures, "Outer iterations", end.outerIterations());
    count(figures, "Inner iterations", end.innerIterations());
    count(figures, "Products with the matrix", end.products());
    count(figures, "Rounds", end.rounds());
    count(figures, "Moves", end.moves());
    Boolean proven = end.provenOptimal();
    if (proven != null) {
      figures.add(new Fact("Proven to be optimal", proven ? "yes" : "no"));
    }
    return figures;
  }

  private static void real(List<Fact> figures, String name, @Nullable Double value) {
    if (value != null) {
      figures.add(new Fact(name, Figures.rough(value)));
    }
  }

  private static void count(List<Fact> figures, String name, @Nullable Number value) {
    if (value != null) {
      figures.add(new Fact(name, Figures.count(value.longValue())));
    }
  }

  private static void rounding(ClusterOutcome outcome, List<Solver> solvers) {
    RoundingFigures rounding = outcome.figures().rounding();
    Double cost = rounding.kmeansCost();
    Integer run = rounding.kmeansRun();
    if (cost != null && run != null) {
      solvers.add(
          new Solver(
              "k-means",
              List.of(
                  new Fact("Cost of the best run", Figures.number(cost)),
                  new Fact("Found by run", Figures.count(run))),
              null));
    }
  }

  private static Trace trace(SolverTrace.Run run, double tolerance) {
    double[] x = run.products().stream().mapToDouble(Long::doubleValue).toArray();
    double[] y = run.residuals().stream().mapToDouble(Double::doubleValue).toArray();
    return new Trace("products with the matrix", "largest residual", x, y, tolerance, true);
  }

  /**
   * Appends the measured residual: a solver's estimates on the way cover more vectors than
   * requested.
   */
  private static Trace ended(Trace trace, Eigenpairs pairs) {
    int steps = trace.x().length;
    double[] x = Arrays.copyOf(trace.x(), steps + 1);
    double[] y = Arrays.copyOf(trace.y(), steps + 1);
    x[steps] = Math.max(trace.x()[steps - 1], (double) pairs.products());
    y[steps] = Arrays.stream(pairs.residuals()).max().orElse(0.0);
    return new Trace(trace.xName(), trace.yName(), x, y, trace.goal(), trace.logarithmic());
  }

  /** The best objective of each round, if the search records it. */
  private static @Nullable Trace history(Convergence end) {
    double[] values = end.history();
    if (values == null || values.length < 2) {
      return null;
    }
    double[] rounds = new double[values.length];
    Arrays.setAll(rounds, i -> i);
    return new Trace("round", "best objective", rounds, values, Double.NaN, false);
  }
}
