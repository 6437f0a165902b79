package dev.concord.cli.page;

import dev.concord.method.pipeline.NumberFigures;
import dev.concord.report.NumberScores;
import dev.concord.spark.job.ClusterOutcome;
import org.jspecify.annotations.Nullable;

/** What the number of clusters was chosen by, for the report. */
public final class NumberFacts {
  private NumberFacts() {}

  /** The scores, or null when the number was configured or there was no choice. */
  public static @Nullable NumberScores of(ClusterOutcome outcome) {
    NumberFigures number = outcome.number();
    if (number == null || number.scores().size() < 2) {
      return null;
    }
    return new NumberScores(
        number.chosen(),
        number.runnerUp(),
        number.pairs(),
        number.scores().stream()
            .map(
                score ->
                    new NumberScores.Row(
                        score.k(),
                        score.gap(),
                        score.support(),
                        score.agreement(),
                        score.logLikelihood(),
                        score.score()))
            .toList());
  }
}
