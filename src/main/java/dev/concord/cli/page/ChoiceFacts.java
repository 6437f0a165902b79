package dev.concord.cli.page;

import dev.concord.method.auto.ChoiceFigures;
import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The comparison by which {@code method = auto} chose the method. */
final class ChoiceFacts {
  private ChoiceFacts() {}

  /** The choice of clusters.method = auto and its scores, where it was made. */
  static List<Fact> of(ClusterOutcome outcome) {
    ChoiceFigures choice = outcome.choice();
    if (choice instanceof ChoiceFigures.Default usual) {
      return List.of(new Fact("Chosen", "the default, for lack of evidence: " + usual.why()));
    }
    List<Fact> facts = new ArrayList<>();
    if (choice instanceof ChoiceFigures.Scored scored) {
      facts.add(
          new Fact(
              "Chosen by",
              "the likelihood of %s pairs and the agreement of %s partitions"
                  .formatted(scored.pairs(), scored.candidates())));
      for (ChoiceFigures.Partition one : scored.tried()) {
        facts.add(new Fact(label(one.setting()), verdict(one)));
      }
      return List.copyOf(facts);
    }
    if (!(choice instanceof ChoiceFigures.Compared compared)) {
      return List.of();
    }
    facts.add(
        new Fact(
            "Chosen by",
            "%s held-out questions, %s runs of %s candidates"
                .formatted(compared.questions(), compared.runs(), compared.candidates())));
    for (ChoiceFigures.Tried one : compared.tried()) {
      facts.add(new Fact(label(one.setting()), verdict(one)));
    }
    return List.copyOf(facts);
  }

  private static String label(ChoiceFigures.Choosable setting) {
    List<String> parts = new ArrayList<>(List.of(setting.method()));
    if (setting.eigenvectors() != null) {
      parts.add("m = " + setting.eigenvectors());
    }
    if (setting.neighbors() != null) {
      parts.add("k = " + setting.neighbors());
    }
    if (setting.kernel() != null) {
      parts.add(setting.kernel());
    }
    return String.join(", ", parts);
  }

  private static String verdict(ChoiceFigures.Partition one) {
    if (one.failed() != null) {
      return "failed: " + one.failed();
    }
    String agreement =
        one.agreement() == null
            ? ""
            : String.format(Locale.ROOT, ", mean agreement %.3f", one.agreement());
    return String.format(
        Locale.ROOT,
        "score %.1f: log-likelihood %.1f%s%s",
        one.score(),
        one.logLikelihood(),
        agreement,
        one.chosen() ? ", chosen" : "");
  }

  private static String verdict(ChoiceFigures.Tried one) {
    if (one.failed() != null) {
      return "failed: " + one.failed();
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% of held-out constraints met, beyond chance %.3f, %.3f below the best %s,"
            + " standard error %.3f%s",
        100.0 * Objects.requireNonNull(one.met()),
        one.score(),
        one.belowBest(),
        one.step(),
        one.standardError(),
        one.chosen() ? ", chosen" : "");
  }
}
