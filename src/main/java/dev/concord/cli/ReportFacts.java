package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.cells.RecallEstimate;
import dev.concord.linalg.Eigenpairs;
import dev.concord.linalg.NativeBlas;
import dev.concord.method.Embedding;
import dev.concord.metric.ClusterProjection;
import dev.concord.report.ReportModel;
import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the report from an outcome. */
final class ReportFacts {
  private static final int VIOLATIONS_SHOWN = 100;

  private ReportFacts() {}

  static ReportModel of(ConcordConfig config, ClusterOutcome outcome, Map<String, Double> seconds) {
    List<ReportModel.Stage> stages = new ArrayList<>();
    seconds.forEach((stage, time) -> stages.add(new ReportModel.Stage(stage, time)));
    return new ReportModel(
        title(config),
        asked(config, outcome),
        outcome(outcome),
        agreements(outcome),
        constraints(outcome),
        spectrum(outcome),
        scatter(outcome),
        stages,
        outcome.warnings(),
        provenance(config, outcome),
        config.effective());
  }

  /** The name of the output folder, which is how people tell runs apart. */
  private static String title(ConcordConfig config) {
    String path = config.output().path().replaceAll("/+$", "");
    return "Clusters: " + path.substring(path.lastIndexOf('/') + 1);
  }

  private static List<Fact> asked(ConcordConfig config, ClusterOutcome outcome) {
    List<Fact> asked = new ArrayList<>();
    asked.add(new Fact("Method", outcome.method().name() + ": " + outcome.method().title()));
    asked.addAll(chosen(outcome));
    asked.add(new Fact("Paper", outcome.method().paper()));
    asked.add(new Fact("Clusters", Integer.toString(config.clusters().count())));
    asked.add(new Fact("Constraints", config.clusters().hardConstraints() ? "hard" : "soft"));
    asked.add(new Fact("Propagation of constraints", config.clusters().propagate() ? "yes" : "no"));
    asked.add(new Fact("Refinement", config.clusters().refine()));
    if (outcome.dim() > 0) {
      asked.add(
          new Fact(
              "Graph",
              outcome.graphConfig().neighbors()
                  + " neighbours, "
                  + word(outcome.graphConfig().kernel())
                  + " kernel, "
                  + word(outcome.graphConfig().symmetrize())));
      asked.add(new Fact("Neighbour search", search(outcome.recall())));
      asked.add(new Fact("Feature scaling", word(outcome.graphConfig().scaleFeatures())));
    } else {
      asked.add(new Fact("Graph", "given as edges"));
    }
    asked.add(new Fact("Seed", Long.toString(config.clusters().seed())));
    return asked;
  }

  /** What clusters.method = auto chose by, if it did. */
  private static List<Fact> chosen(ClusterOutcome outcome) {
    Map<String, Object> choice = outcome.choice();
    if (choice.get("default") != null) {
      return List.of(
          new Fact("Chosen", "the default, for lack of evidence: " + choice.get("default")));
    }
    if (!(choice.get("tried") instanceof List<?> tried)) {
      return List.of();
    }
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Chosen by",
            "%s held-out questions, %s runs of %d candidates"
                .formatted(choice.get("questions"), choice.get("runs"), tried.size())));
    for (Object row : tried) {
      if (row instanceof Map<?, ?> one) {
        facts.add(new Fact(label(one), verdict(one)));
      }
    }
    return List.copyOf(facts);
  }

  private static String label(Map<?, ?> one) {
    List<String> parts = new ArrayList<>();
    for (String key : List.of("method", "eigenvectors", "neighbors", "kernel")) {
      if (one.get(key) != null) {
        parts.add(
            (key.equals("eigenvectors") ? "m = " : key.equals("neighbors") ? "k = " : "")
                + one.get(key));
      }
    }
    return String.join(", ", parts);
  }

  private static String verdict(Map<?, ?> one) {
    if (one.get("failed") != null) {
      return "failed: " + one.get("failed");
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% of held-out constraints met, beyond chance %.3f, %.3f below the best, standard error"
            + " %.3f%s",
        100.0 * ((Number) java.util.Objects.requireNonNull(one.get("met"))).doubleValue(),
        ((Number) java.util.Objects.requireNonNull(one.get("score"))).doubleValue(),
        ((Number) java.util.Objects.requireNonNull(one.get("belowBest"))).doubleValue(),
        ((Number) java.util.Objects.requireNonNull(one.get("standardError"))).doubleValue(),
        Boolean.TRUE.equals(one.get("chosen")) ? ", chosen" : "");
  }

  private static String search(@Nullable RecallEstimate recall) {
    return recall == null
        ? "exact"
        : String.format(
            Locale.ROOT,
            "approximate, recall %.4f (95 %% interval %.4f to %.4f, from %d rows)",
            recall.recall(),
            recall.low(),
            recall.high(),
            recall.rows());
  }

  private static ReportModel.Outcome outcome(ClusterOutcome outcome) {
    long[] sizes = java.util.Arrays.stream(outcome.sizes()).asLongStream().toArray();
    List<Fact> more = new ArrayList<>();
    more.add(new Fact("Features", Integer.toString(outcome.dim())));
    more.add(new Fact("Edges", Long.toString(outcome.graph().edges())));
    more.add(new Fact("Points without an edge", Integer.toString(outcome.graph().isolated())));
    if (outcome.components().count() > 1) {
      more.add(new Fact("Largest components", String.join("; ", outcome.componentNames())));
    }
    Eigenpairs pairs = outcome.spectrum();
    if (pairs != null) {
      double largest = java.util.Arrays.stream(pairs.residuals()).max().orElse(0.0);
      more.add(
          new Fact(
              "Eigensolver",
              String.format(
                  Locale.ROOT,
                  "%s, %d products, largest residual %.1e, orthogonality %.1e",
                  pairs.solver(),
                  pairs.products(),
                  largest,
                  pairs.orthogonality())));
    }
    Map<String, Object> refinement = outcome.refinement();
    if (!refinement.isEmpty()) {
      more.add(
          new Fact(
              "Points moved by the refinement",
              refinement.get("movedInAll")
                  + ", of them to meet constraints "
                  + refinement.get("movedForConstraints")));
    }
    return new ReportModel.Outcome(
        outcome.ids().size(),
        sizes,
        outcome.cuts(),
        outcome.ncut(),
        outcome.components().count(),
        more);
  }

  private static List<ReportModel.Agreement> agreements(ClusterOutcome outcome) {
    List<ReportModel.Agreement> rows = new ArrayList<>();
    add(rows, "all points", outcome.truth());
    if (outcome.constraints().size() > 0) {
      add(rows, "points in no constraint", outcome.truthOutside());
    }
    return rows;
  }

  private static void add(
      List<ReportModel.Agreement> rows,
      String over,
      dev.concord.metric.@Nullable Agreement agreement) {
    if (agreement != null) {
      rows.add(
          new ReportModel.Agreement(
              over,
              agreement.points(),
              agreement.ari(),
              agreement.nmi(),
              agreement.errorMatched(),
              agreement.errorMajority()));
    }
  }

  private static ReportModel.@Nullable Constraints constraints(ClusterOutcome outcome) {
    PairConstraints pairs = outcome.constraints();
    if (pairs.size() == 0) {
      return null;
    }
    var violations = outcome.violations();
    List<ReportModel.Violation> shown = new ArrayList<>();
    for (int p = 0; p < pairs.size() && shown.size() < VIOLATIONS_SHOWN; p++) {
      if (!violations.satisfied()[p]) {
        shown.add(
            new ReportModel.Violation(
                outcome.ids().name(pairs.first()[p]),
                outcome.ids().name(pairs.second()[p]),
                pairs.mustLink()[p] ? "must-link" : "cannot-link",
                pairs.weight()[p],
                "given"));
      }
    }
    return new ReportModel.Constraints(
        List.of(
            new ReportModel.Kind("must-link", violations.mustTotal(), violations.mustViolated()),
            new ReportModel.Kind(
                "cannot-link", violations.cannotTotal(), violations.cannotViolated())),
        shown);
  }

  private static ReportModel.@Nullable Spectrum spectrum(ClusterOutcome outcome) {
    Eigenpairs pairs = outcome.spectrum();
    return pairs == null
        ? null
        : new ReportModel.Spectrum(outcome.laplacianEigenvalues(), pairs.residuals());
  }

  /** The two axes on which the clusters lie farthest apart. */
  private static ReportModel.@Nullable Scatter scatter(ClusterOutcome outcome) {
    Embedding embedding = outcome.embedding();
    if (embedding == null || embedding.columns() < 2) {
      return null;
    }
    ClusterProjection shown =
        ClusterProjection.of(
            embedding.values(),
            embedding.rows(),
            embedding.columns(),
            outcome.labels(),
            outcome.sizes().length);
    return ReportModel.Scatter.of(
        axis("first", shown.xShare()),
        axis("second", shown.yShare()),
        shown.x(),
        shown.y(),
        outcome.labels());
  }

  private static String axis(String which, double share) {
    return String.format(
        Locale.ROOT, "%s axis, %.0f %% of the variance between clusters", which, 100 * share);
  }

  private static List<Fact> provenance(ConcordConfig config, ClusterOutcome outcome) {
    return List.of(
        new Fact("Concord", Version.text()),
        new Fact("Java", System.getProperty("java.version", "unknown")),
        new Fact("BLAS", NativeBlas.load()),
        new Fact("Operator", outcome.plan().operator()),
        new Fact("Seed", Long.toString(config.clusters().seed())));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
