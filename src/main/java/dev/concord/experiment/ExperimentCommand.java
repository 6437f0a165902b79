package dev.concord.experiment;

import dev.concord.cli.RunFacts;
import dev.concord.cli.SparkCommand;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.experiment.page.ExperimentModel;
import dev.concord.experiment.page.ExperimentPlots;
import dev.concord.experiment.page.ExperimentText;
import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.EarlierOutput;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import dev.concord.spark.store.StageFolder;
import dev.concord.spark.store.StageStore;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** Methods on data sets, many times, with tables and plots of what came out. */
@Command(
    name = "experiment",
    description = "Tries methods on data sets with random draws of pairs or labels, many times.",
    mixinStandardHelpOptions = true)
final class ExperimentCommand extends SparkCommand<ExperimentConfig> {

  ExperimentCommand(Console console) {
    super(console, ExperimentSection::load, ExperimentCommand::check);
  }

  static void check(FileSystemCheck fileSystems, ExperimentConfig config) {
    config.inputs().forEach(fileSystems::require);
    fileSystems.require("output.path", config.output().path());
  }

  /** The results of the same inputs and settings may be there from an earlier run. */
  @Override
  protected boolean isDone(ExperimentConfig config, Configuration hadoop) {
    if (!config.output().resume() || options().dryRun()) {
      return false;
    }
    EarlierOutput earlier = OutputPlace.earlier(hadoop, config.output());
    if (earlier.run() == null
        || !earlier.isOf(ExperimentFacts.digest(ExperimentIdentity.of(hadoop, config), config))) {
      return false;
    }
    OutputPlace.forgetStages(hadoop, config.output());
    console.alreadyDone(earlier.target());
    return true;
  }

  @Override
  protected Places places(ExperimentConfig config, Configuration hadoop) {
    return places(config);
  }

  private static Places places(ExperimentConfig config) {
    return new Places(config.output(), RunPaths.of(config.inputs()));
  }

  @Override
  protected int run(SparkSession spark, ExperimentConfig config) {
    if (options().dryRun()) {
      try (ProgressDisplay display = ProgressDisplay.on(console.err());
          ExperimentJob job = ExperimentJob.prepare(spark, config, display)) {
        console.out().print(job.describe());
        return 0;
      }
    }
    try (OutputFolder output = open(spark, places(config));
        ProgressDisplay display = ProgressDisplay.on(console.err())) {
      noting(output, () -> compute(spark, config, output, display));
      return 0;
    }
  }

  private void compute(
      SparkSession spark, ExperimentConfig config, OutputFolder output, ProgressDisplay display) {
    long start = System.nanoTime();
    ExperimentIdentity identity =
        ExperimentIdentity.of(spark.sessionState().newHadoopConf(), config);
    StageFolder stages = OutputPlace.stages(spark, config.output(), config.plan().keepAfter());
    StageStore store = config.output().resume() ? stages : StageStore.NONE;
    try (ExperimentJob job = ExperimentJob.prepare(spark, config, display)) {
      ExperimentOutcome outcome = job.run(store, identity.key());
      publish(spark, config, identity, outcome, output, display);
      stages.discard();
      summary(config, outcome, output.target(), (System.nanoTime() - start) / 1e9);
    }
  }

  private void publish(
      SparkSession spark,
      ExperimentConfig config,
      ExperimentIdentity identity,
      ExperimentOutcome outcome,
      OutputFolder output,
      ProgressDisplay display) {
    display.stageStarted("output", -1);
    long began = System.nanoTime();
    ExperimentModel model = ExperimentFacts.model(config, outcome, options().config());
    TrialTables.write(spark, output, outcome.trials(), model.each());
    for (ExperimentPlots.Sheet sheet : ExperimentPlots.sheets(model)) {
      output.writeText("plots/" + sheet.key() + ".svg", ExperimentPlots.svg(sheet));
    }
    output.writeText("experiment.html", ExperimentPlots.html(model));
    output.writeText("results.md", ExperimentText.markdown(model));
    Map<String, Double> seconds = new LinkedHashMap<>(outcome.seconds());
    output.writeText(
        "run.json", ExperimentFacts.run(spark, config, identity, outcome, seconds, output.files()));
    output.publish(RunFacts.ok());
    display.stageFinished("output", (System.nanoTime() - began) / 1e9, output.target());
    display.close();
  }

  private void summary(
      ExperimentConfig config, ExperimentOutcome outcome, String target, double seconds) {
    console.line("Experiment", "%s", config.title());
    console.line(
        "Trials",
        "%,d%s%s",
        outcome.trials().size(),
        outcome.resumed() > 0 ? ", " + outcome.resumed() + " of them from the earlier run" : "",
        outcome.failures() > 0 ? ", " + outcome.failures() + " failed" : "");
    for (TrialSummary s : TrialSummary.overall(outcome.trials(), config.baseline())) {
      console.line(
          "",
          "%-16s %-18s ARI %.3f%s",
          s.dataset(),
          s.method(),
          s.spread(Measure.ARI).mean(),
          s.failures() > 0 ? ", " + s.failures() + " failed" : "");
    }
    console.line("Time", "%.1f s", seconds);
    console.line("Output", "%s/experiment.html", target);
  }
}
