package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.report.Json;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.GraphOutcome;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.RunPaths;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** Only the similarity graph, as an edge table. */
@Command(
    name = "graph",
    description = "Builds the similarity graph and writes it as an edge table.",
    mixinStandardHelpOptions = true)
final class GraphCommand extends SparkCommand<ConcordConfig> {

  GraphCommand(Console console) {
    super(console, ConfigLoader::loadGraph, FileSystemCheck::require);
  }

  @Override
  protected Places places(ConcordConfig config, Configuration hadoop) {
    return places(config);
  }

  private static Places places(ConcordConfig config) {
    return new Places(config.output(), RunPaths.of(config));
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    try (ProgressDisplay display = ProgressDisplay.on(console.err())) {
      if (options().dryRun()) {
        try (ClusterJob job = ClusterJob.prepareGraph(spark, config, display)) {
          console.out().print(job.plan().describe());
          return 0;
        }
      }
      try (OutputFolder output = open(spark, places(config))) {
        noting(output, () -> build(spark, config, output, display));
      }
      return 0;
    }
  }

  private void build(
      SparkSession spark, ConcordConfig config, OutputFolder output, ProgressDisplay display) {
    try (ClusterJob job = ClusterJob.prepareGraph(spark, config, display)) {
      GraphOutcome outcome = job.graph();
      outcome.writeGraph(output);
      output.writeText("metrics.json", Json.write(outcome.metrics()));
      output.publish(RunFacts.ok());
      console
          .out()
          .printf(
              Locale.ROOT,
              "%,d edges over %,d points written to %s/graph%n",
              outcome.graph().edges(),
              outcome.ids().size(),
              output.target());
    }
  }
}
