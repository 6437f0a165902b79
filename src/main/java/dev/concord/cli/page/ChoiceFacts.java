package dev.concord.cli.page;

import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The comparison by which {@code method = auto} chose the method. */
final class ChoiceFacts {
  private ChoiceFacts() {}

  /** The choice of clusters.method = auto and its scores, where it was made. */
  static List<Fact> of(ClusterOutcome outcome) {
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
            "%s held-out questions, %s runs of %s candidates"
                .formatted(choice.get("questions"), choice.get("runs"), choice.get("candidates"))));
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
        "%.1f %% of held-out constraints met, beyond chance %.3f, %.3f below the best %s,"
            + " standard error %.3f%s",
        100.0 * ((Number) java.util.Objects.requireNonNull(one.get("met"))).doubleValue(),
        ((Number) java.util.Objects.requireNonNull(one.get("score"))).doubleValue(),
        ((Number) java.util.Objects.requireNonNull(one.get("belowBest"))).doubleValue(),
        one.get("step"),
        ((Number) java.util.Objects.requireNonNull(one.get("standardError"))).doubleValue(),
        Boolean.TRUE.equals(one.get("chosen")) ? ", chosen" : "");
  }
}
