package dev.concord.cli;

import dev.concord.cli.page.SettingFacts;
import dev.concord.config.ConcordConfig;
import dev.concord.graph.RecallEstimate;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodFigures;
import dev.concord.method.pipeline.SizeFigures;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.report.MethodChoice;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.job.ClusterOutcome;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the closing summary from an outcome. */
public final class SummaryFacts {
  private SummaryFacts() {}

  public static List<String> of(
      ConcordConfig config,
      ClusterOutcome outcome,
      String target,
      Map<String, Double> seconds,
      double total) {
    Violations violations = outcome.violations();
    SummaryModel.Satisfied satisfied =
        outcome.constraints().size() == 0
            ? null
            : new SummaryModel.Satisfied(
                violations.mustTotal(),
                violations.mustViolated(),
                violations.cannotTotal(),
                violations.cannotViolated(),
                outcome.unsure());
    Agreement agreement = outcome.truth();
    SummaryModel.Truth truth =
        agreement == null
            ? null
            : new SummaryModel.Truth(
                agreement.ari(),
                agreement.nmi(),
                agreement.errorMatched(),
                agreement.errorMajority());
    Map<String, String> more = SettingFacts.lines(outcome);
    SizeFigures sizes = outcome.sizeFigures();
    if (sizes != null) {
      more.put("Sizes", sizes.text());
    }
    DoubtFigures doubt = outcome.metrics().doubt();
    if (doubt != null) {
      more.put("Confidence", doubt.text());
    }
    return Summary.lines(
        new SummaryModel(
            target,
            outcome.ids().size(),
            outcome.dim(),
            features(outcome),
            outcome.sizes(),
            more,
            method(outcome) + coarse(outcome),
            outcome.graph().edges(),
            outcome.components().count(),
            outcome.components().isolated(),
            recall(outcome.recall()),
            outcome.ncut(),
            gap(outcome.spectrumSeen(), outcome.sizes().length),
            satisfied,
            truth,
            total,
            seconds,
            target + "/report.html"));
  }

  /** What was decided about the features, or null. */
  private static @Nullable String features(ClusterOutcome outcome) {
    String reduced = outcome.reduction() == null ? null : outcome.reduction().text();
    if (outcome.scaling() == null) {
      return reduced;
    }
    return outcome.scaling().text() + (reduced == null ? "" : "; " + reduced);
  }

  private static SummaryModel.@Nullable Recall recall(@Nullable RecallEstimate recall) {
    return recall == null
        ? null
        : new SummaryModel.Recall(recall.recall(), recall.low(), recall.high());
  }

  /** The gap after the k-th eigenvalue, NaN when fewer than k + 1 were computed. */
  static double gap(double[] eigenvalues, int k) {
    return k < eigenvalues.length ? eigenvalues[k] - eigenvalues[k - 1] : Double.NaN;
  }

  /** The name of a partition in plain words, within a line. */
  private static String inline(String name) {
    String words = MethodChoice.words(name);
    return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
  }

  private static String coarse(ClusterOutcome outcome) {
    CoarseFigures coarse = outcome.coarse();
    Eigenpairs pairs = outcome.spectrum();
    if (coarse != null && pairs != null) {
      return String.format(
          Locale.ROOT,
          "; eigenvectors from those of %,d nodes, residuals up to %.1e",
          coarse.nodes(),
          outcome.convergence().largestResidual());
    }
    return coarse == null
        ? ""
        : String.format(Locale.ROOT, "; on %,d nodes for the points", coarse.nodes());
  }

  private static String method(ClusterOutcome outcome) {
    List<MethodFigures.Candidate> judged = outcome.figures().candidates();
    if (judged.size() > 1) {
      return "%s: %s; next is %s"
          .formatted(
              outcome.method().name(), inline(judged.get(0).name()), inline(judged.get(1).name()));
    }
    String selection = outcome.figures().selection();
    return outcome.method().name() + (selection == null ? "" : ": " + selection);
  }
}
