package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.AssignConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.report.Json;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.output.AssignJob;
import dev.concord.spark.output.AssignOutcome;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.RunPaths;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** New points into the clusters of a saved model. */
@Command(
    name = "assign",
    description = "Puts new points into the clusters of a saved model.",
    mixinStandardHelpOptions = true)
final class AssignCommand extends SparkCommand<AssignConfig> {

  AssignCommand(Console console) {
    super(console, ConfigLoader::loadAssign, FileSystemCheck::require);
  }

  @Override
  protected Places places(AssignConfig config, Configuration hadoop) {
    return places(config);
  }

  private static Places places(AssignConfig config) {
    return new Places(config.output(), RunPaths.of(config));
  }

  @Override
  protected int run(SparkSession spark, AssignConfig config) {
    if (options().dryRun()) {
      try (ProgressDisplay display = ProgressDisplay.on(console.err());
          AssignJob job = AssignJob.prepare(spark, config, display)) {
        console.out().print(job.describe());
        return 0;
      }
    }
    try (OutputFolder output = open(spark, places(config));
        ProgressDisplay display = ProgressDisplay.on(console.err())) {
      noting(output, () -> assign(spark, config, output, display));
      return 0;
    }
  }

  private void assign(
      SparkSession spark, AssignConfig config, OutputFolder output, ProgressDisplay display) {
    try (AssignJob job = AssignJob.prepare(spark, config, display)) {
      publish(spark, config, output, job.run(output), display);
    }
  }

  private void publish(
      SparkSession spark,
      AssignConfig config,
      OutputFolder output,
      AssignOutcome outcome,
      ProgressDisplay display) {
    output.writeText("metrics.json", Json.write(outcome.metrics()));
    output.writeText("run.json", RunFacts.assign(spark, config, outcome));
    output.publish(RunFacts.ok());
    display.close();
    summary(outcome, output.target());
  }

  private void summary(AssignOutcome outcome, String target) {
    console.line(
        "Points", "%,d, of them %,d of the training set", outcome.points(), outcome.known());
    console.line(
        "Model",
        "%,d points in %d clusters by %s",
        outcome.model().points(),
        outcome.model().clusters(),
        outcome.model().method());
    console.line("Rate", "%,.0f points a second", outcome.rate());
    console.line("Output", "%s", target);
  }
}
