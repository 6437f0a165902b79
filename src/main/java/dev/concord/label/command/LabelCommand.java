package dev.concord.label.command;

import dev.concord.cli.SparkCommand;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConstraintsConfig;
import dev.concord.error.UnsatisfiableException;
import dev.concord.label.AnswerConflict;
import dev.concord.label.LabelNames;
import dev.concord.label.LabelRow;
import dev.concord.label.LabelServer;
import dev.concord.label.LabelSession;
import dev.concord.label.LabelTable;
import dev.concord.label.QuestionRounds;
import dev.concord.label.Round;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.store.RunPaths;
import dev.concord.spark.store.StageStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** A page on which people judge pairs. */
@Command(
    name = "label",
    description = "Opens a page on this machine on which people judge pairs, round after round.",
    mixinStandardHelpOptions = true)
final class LabelCommand extends SparkCommand<LabelConfig> {
  LabelCommand(Console console) {
    super(console, LabelSection::load, (check, config) -> check.require(config.job()));
  }

  /** The table of answers need not exist yet. */
  @Override
  protected Places places(LabelConfig config, Configuration hadoop) {
    return new Places(null, RunPaths.of(List.of(config.first().input())));
  }

  @Override
  protected int run(SparkSession spark, LabelConfig config) throws InterruptedException {
    if (options().dryRun()) {
      try (ProgressDisplay display = ProgressDisplay.on(console.err());
          ClusterJob job =
              ClusterJob.prepareSuggestions(spark, config.first(), StageStore.NONE, display)) {
        console.out().print(job.plan().describe());
        return 0;
      }
    }
    ConstraintsConfig names = config.table();
    try (LabelTable table =
        LabelTable.open(
            Path.of(config.path()),
            new LabelNames(
                names.first(),
                names.second(),
                names.kind(),
                names.weight(),
                names.words()::kind))) {
      serve(spark, config, table);
    }
    return 0;
  }

  private void serve(SparkSession spark, LabelConfig config, LabelTable table)
      throws InterruptedException {
    var bound = LabelServer.bound(config.bind(), config.port());
    CountDownLatch end = new CountDownLatch(1);
    FirstRound rounds =
        new FirstRound(new LabelRounds(spark, config, table::text, console.err()), end);
    ExecutorService executor = Executors.newSingleThreadExecutor(LabelCommand::background);
    LabelSession session =
        new LabelSession(table, rounds, executor, InstantSource.system(), config.opinions());
    try (LabelServer server =
        LabelServer.start(bound, session, config.path(), config.who(), end::countDown)) {
      console.line("Page", "%s", server.address());
      if (!bound.getAddress().getAddress().isLoopbackAddress()) {
        console.line(
            "Note",
            "%s",
            "whoever has this address and reaches this machine sees the points and can answer;"
                + " the connection is not encrypted");
      }
      console.line("Stop", "%s", "with the button on the page, or Ctrl+C; every answer is on disk");
      end.await();
    } finally {
      executor.shutdownNow();
      executor.awaitTermination(60, TimeUnit.SECONDS);
    }
    RuntimeException failure = rounds.failure.get();
    if (failure != null) {
      throw failure;
    }
    console.line("Answers", "%,d, %,d in the table", session.answers(), table.rows().size());
    console.line("Table", "%s", config.path());
    console.line("Next", "%s", "cluster with the same configuration uses the table");
  }

  private static Thread background(Runnable work) {
    Thread thread = new Thread(work, "label-rounds");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Ends the command when the first round fails: then inputs or configuration are at fault. Answers
   * that agree but need more clusters are shown on the page, where the round can be tried again.
   */
  private static final class FirstRound implements QuestionRounds {
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final QuestionRounds rounds;
    private final CountDownLatch end;
    private boolean began;

    FirstRound(QuestionRounds rounds, CountDownLatch end) {
      this.rounds = rounds;
      this.end = end;
    }

    @Override
    public Round next(List<LabelRow> answers, int number, Consumer<String> progress) {
      boolean first = !began;
      began = true; // rounds are computed one at a time, by one thread
      try {
        return rounds.next(answers, number, progress);
      } catch (RuntimeException e) {
        boolean shown = e instanceof UnsatisfiableException && !AnswerConflict.isAmong(answers);
        if (first && !shown && end.getCount() > 0) {
          failure.set(e);
          end.countDown();
        }
        throw e;
      }
    }
  }
}
