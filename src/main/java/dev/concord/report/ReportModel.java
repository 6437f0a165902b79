package dev.concord.report;

import dev.concord.metric.Cohesion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a report, as plain values.
 *
 * @param title heading of the page
 * @param settings the settings, such as method and inputs
 * @param outcome the result
 * @param agreements with true labels, a row a set of points; empty when there are none
 * @param constraints how the constraints fared; null when none were given
 * @param spectrum eigenvalues of the normalized Laplacian; null when the method computes none
 * @param scatter two axes of the embedding; null when the method has none
 * @param examples example points of the first clusters
 * @param solvers how the iterative parts ended
 * @param parts the largest components of the graph
 * @param stages in the order run
 * @param memory what was planned and used
 * @param warnings warnings of the run, shown first
 * @param provenance versions, seed, fingerprints of the inputs
 * @param configuration the configuration in force, secrets redacted
 */
public record ReportModel(
    String title,
    List<Fact> settings,
    Outcome outcome,
    List<Agreement> agreements,
    @Nullable Constraints constraints,
    @Nullable Spectrum spectrum,
    @Nullable Scatter scatter,
    List<ClusterExamples> examples,
    List<Solver> solvers,
    List<Component> parts,
    List<Stage> stages,
    List<Fact> memory,
    List<String> warnings,
    List<Fact> provenance,
    String configuration) {

  public ReportModel {
    settings = List.copyOf(settings);
    agreements = List.copyOf(agreements);
    examples = List.copyOf(examples);
    solvers = List.copyOf(solvers);
    parts = List.copyOf(parts);
    stages = List.copyOf(stages);
    memory = List.copyOf(memory);
    warnings = List.copyOf(warnings);
    provenance = List.copyOf(provenance);
  }

  /** A name and its value, in words. */
  public record Fact(String name, String value) {}

  /**
   * The partition in figures.
   *
   * @param points n
   * @param sizes of the clusters, by number; length k
   * @param cuts share of each cluster in the normalized cut, or null; length k
   * @param ncut normalized cut, NaN when there is no graph
   * @param components of the graph, 0 when there is no graph
   * @param cohesion of the clusters, or null when there is no graph; k of them
   * @param more further figures
   */
  public record Outcome(
      long points,
      long[] sizes,
      double @Nullable [] cuts,
      double ncut,
      int components,
      @Nullable Cohesion cohesion,
      List<Fact> more) {
    public Outcome {
      if (cuts != null && cuts.length != sizes.length) {
        throw new IllegalArgumentException(cuts.length + " cuts for " + sizes.length + " clusters");
      }
      if (cohesion != null && cohesion.inside().length != sizes.length) {
        throw new IllegalArgumentException(
            "cohesion of " + cohesion.inside().length + " of " + sizes.length + " clusters");
      }
      more = List.copyOf(more);
    }
  }

  /**
   * Agreement with true labels; NaN where a figure is not defined.
   *
   * @param over which points: "all points", "points in no constraint"
   * @param points how many
   */
  public record Agreement(
      String over,
      long points,
      double ari,
      double nmi,
      double errorMatched,
      double errorMajority) {}

  /**
   * How the constraints fared.
   *
   * @param kinds one row a kind
   * @param violations violated ones, the strongest evidence first, at most as many as the page
   *     shows
   * @param suspects satisfied ones with evidence against them, likewise
   * @param suspicious how many of those there are
   * @param unsure pairs judged neither way, which take no part
   */
  public record Constraints(
      List<Kind> kinds,
      List<JudgedPair> violations,
      List<JudgedPair> suspects,
      long suspicious,
      long unsure) {
    public Constraints {
      kinds = List.copyOf(kinds);
      violations = List.copyOf(violations);
      suspects = List.copyOf(suspects);
    }

    /** Constraints of all kinds. */
    public long total() {
      return kinds.stream().mapToLong(Kind::total).sum();
    }

    /** Violated ones of all kinds. */
    public long violated() {
      return kinds.stream().mapToLong(Kind::violated).sum();
    }
  }

  /** One kind of constraint: must-link, cannot-link, with how many there are and fail. */
  public record Kind(String name, long total, long violated) {
    public Kind {
      if (violated < 0 || violated > total) {
        throw new IllegalArgumentException(violated + " of " + total + " violated: " + name);
      }
    }
  }

  /**
   * One constraint and the evidence against it; ids as in the input.
   *
   * @param against 0 to 1
   * @param evidence in words
   */
  public record JudgedPair(
      String first, String second, String kind, double weight, double against, String evidence) {}

  /**
   * Smoothest eigenvalues, ascending.
   *
   * @param eigenvalues of the normalized Laplacian, in [0, 2]
   * @param residuals of the eigenpairs, or null; the same length
   */
  public record Spectrum(double[] eigenvalues, double @Nullable [] residuals) {
    public Spectrum {
      Finite.require("eigenvalues", eigenvalues);
      if (residuals != null && residuals.length != eigenvalues.length) {
        throw new IllegalArgumentException(
            residuals.length + " residuals for " + eigenvalues.length + " eigenvalues");
      }
    }
  }

  /**
   * Example points of a cluster, by their ids.
   *
   * @param typical those at its heart, the most typical first
   * @param border those at its edge, the furthest out first
   */
  public record ClusterExamples(int cluster, List<String> typical, List<String> border) {
    public ClusterExamples {
      typical = List.copyOf(typical);
      border = List.copyOf(border);
    }
  }

  /**
   * How an iterative part of the method ended.
   *
   * @param figures such as iterations, residual and tolerance
   * @param trace its convergence; null when not recorded
   */
  public record Solver(String name, List<Fact> figures, @Nullable Trace trace) {
    public Solver {
      figures = List.copyOf(figures);
    }
  }

  /**
   * A figure that falls from step to step.
   *
   * @param xName what is counted
   * @param yName the figure
   * @param x rising
   * @param y the same length; above 0 where {@code logarithmic}
   * @param goal where the solver stops, NaN when there is no such figure
   * @param logarithmic whether to draw powers of ten
   */
  public record Trace(
      String xName, String yName, double[] x, double[] y, double goal, boolean logarithmic) {
    public Trace {
      if (x.length < 2 || x.length != y.length) {
        throw new IllegalArgumentException(x.length + " steps and " + y.length + " figures");
      }
      Finite.require("x", x);
      Finite.require("y", y);
    }
  }

  /**
   * A component of the graph.
   *
   * @param firstId the first of its points
   * @param clusters that have points in it
   * @param largest the largest part of it that is one cluster
   */
  public record Component(long points, String firstId, int clusters, double largest) {}

  /** A stage of the run and how long it took. */
  public record Stage(String name, double seconds) {}
}
