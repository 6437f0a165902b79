package dev.concord.label.command;

import dev.concord.cli.RoundComparison;
import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.label.AnswerKind;
import dev.concord.label.LabelRow;
import dev.concord.label.QuestionRounds;
import dev.concord.label.Round;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.output.SuggestedPairs;
import dev.concord.spark.store.StageStore;
import dev.concord.spark.store.StagesOfRounds;
import dev.concord.suggest.Stability;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of questions, each from a run of the job with the answers so far. What answers do not
 * change stays in memory for the rounds after the first ({@link StagesOfRounds}).
 */
final class LabelRounds implements QuestionRounds {
  private final SparkSession spark;
  private final LabelConfig config;
  private final Function<List<LabelRow>, String> text;
  private final PrintStream err;
  private @Nullable ShownColumns shown;
  private final RoundComparison before;
  private final StageStore stages;

  /**
   * @param text makes a table of rows
   * @param err takes warnings
   */
  LabelRounds(
      SparkSession spark,
      LabelConfig config,
      Function<List<LabelRow>, String> text,
      PrintStream err) {
    this.spark = spark;
    this.config = config;
    this.text = text;
    this.err = err;
    this.stages = StagesOfRounds.of(spark, Path.of(config.path()), false);
    this.before =
        new RoundComparison(
            Path.of(config.path()), message -> err.println("concord: warning: " + message));
  }

  @Override
  public Round next(List<LabelRow> answers, int number, Consumer<String> progress) {
    boolean judged = answers.stream().anyMatch(row -> row.kind() != AnswerKind.UNSURE);
    if (!judged) {
      return next(config.first(), false, answers, number, progress);
    }
    if (number == 1) {
      // Nobody answers yet; a fault of the table ends the command with its own exit code.
      return next(config.job(), true, answers, number, progress);
    }
    try (AnswersSoFar copy = new AnswersSoFar(config.path(), text.apply(answers))) {
      return copy.run(config.job(), own -> next(own, true, answers, number, progress));
    }
  }

  private Round next(
      ConcordConfig own,
      boolean judged,
      List<LabelRow> answers,
      int number,
      Consumer<String> progress) {
    FeaturesConfig features = own.input().features();
    if (shown == null && features != null && !config.show().isEmpty()) {
      shown = ShownColumns.of(spark, features, config.show());
    }
    try (ClusterJob job =
        ClusterJob.prepareSuggestions(spark, own, stages, new Words(progress, err))) {
      ClusterOutcome outcome = job.run();
      progress.accept("choosing the pairs");
      // The job leaves out what its table holds; as long as it reads none, that is done here.
      int wanted = judged ? config.count() : config.count() + answers.size();
      SuggestedPairs pairs =
          outcome.suggestions(wanted, config.exemplars(), Seeds.of(own.clusters().seed()));
      Set<Set<String>> known = answers.stream().map(LabelRow::pair).collect(Collectors.toSet());
      Stability stability = before.next(outcome);
      before.keep();
      return new QuestionFacts(spark, own, outcome, config.link(), shown)
          .round(pairs, known, config.count(), number, stability);
    }
  }

  /** The stages of the job in a few words. */
  private record Words(Consumer<String> progress, PrintStream err) implements JobListener {
    @Override
    public void stageStarted(String stage, long units) {
      progress.accept(stage);
    }

    @Override
    public void stageAdvanced(String stage, long done, String detail) {
      progress.accept(detail.isEmpty() ? stage : stage + ": " + detail);
    }

    @Override
    public void stageFinished(String stage, double seconds, String summary) {
      progress.accept(stage + ": " + summary);
    }

    @Override
    public void warning(String message) {
      err.println("concord: warning: " + message);
    }
  }
}
