package dev.concord.cli;

import dev.concord.cli.page.SettingFacts;
import dev.concord.config.ConcordConfig;
import dev.concord.config.Redaction;
import dev.concord.error.StartScript;
import dev.concord.graph.RecallEstimate;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodFigures;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.SizeFigures;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.report.MethodChoice;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills the closing summary from an outcome. */
public final class SummaryFacts {
  private SummaryFacts() {}

  /**
   * The lines.
   *
   * @param file the configuration as the command line names it, or null
   */
  public static List<String> of(
      ConcordConfig config,
      ClusterOutcome outcome,
      @Nullable String file,
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
      more.put(
          "Confidence",
          doubt.text()
              + (outcome.figures().continues()
                  ? "; the kept clusters alone vote, so it is lower than after a full search"
                  : ""));
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
            target + "/report.html",
            NextSteps.of(config, outcome, file)));
  }

  /** What to do with a result: up to two lines. */
  static final class NextSteps {
    /** From this share of points below one half on, more pairs are worth asking for. */
    private static final double UNSURE = 0.01;

    private NextSteps() {}

    /** Arguments as for {@link SummaryFacts#of}. */
    static List<String> of(ConcordConfig config, ClusterOutcome outcome, @Nullable String file) {
      List<String> next = new ArrayList<>();
      DoubtFigures doubt = outcome.metrics().doubt();
      double unsure = doubt == null ? 0.0 : doubt.belowHalf();
      boolean judged = outcome.constraints().size() > 0 || config.input().labels() != null;
      boolean asks =
          outcome.sizes().length > 1 && !Catalogue.named(config.clusters().method()).findsCount();
      if (outcome.violations().violated() > 0) {
        next.add("see in the report and the table constraints which pairs do not hold");
      } else if (asks && !judged) {
        next.add("without a pair these are groups, not your classes; " + ask(config, file));
      } else if (asks && unsure >= UNSURE) {
        next.add("more pairs make unsure points sure; " + ask(config, file));
      }
      if (unsure > 0.0 && !config.output().membership().isShown()) {
        next.add("--set output.membership=true lists the confidence of each point");
      }
      if (next.isEmpty() && config.output().model()) {
        String model = Redaction.text(config.output().path());
        next.add(StartScript.name() + " assign --set model.path=" + model + " places new points");
      }
      return next;
    }

    /** The command that asks for pairs. */
    private static String ask(ConcordConfig config, @Nullable String file) {
      String start = StartScript.name();
      return file == null
          ? start + " init writes a configuration, with which suggest and label ask for pairs"
          : "%s suggest --config %s --set output.path=%s-ask asks for pairs, label on a page"
              .formatted(start, file, Redaction.text(config.output().path()));
    }
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
