package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.method.Embedding;
import dev.concord.report.Json;
import dev.concord.report.ReportWriter;
import dev.concord.spark.ClusterJob;
import dev.concord.spark.ClusterOutcome;
import dev.concord.spark.model.ModelFolder;
import dev.concord.spark.output.OutputFolder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** The main job: tables in; clusters, metrics and report out. */
@Command(
    name = "cluster",
    description = "Clusters the points of a table and writes clusters, metrics and a report.",
    mixinStandardHelpOptions = true)
final class ClusterCommand extends SparkCommand<ConcordConfig> {

  ClusterCommand(Console console) {
    super(console, ConfigLoader::load);
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    long start = System.nanoTime();
    if (options().dryRun()) {
      return dryRun(spark, config);
    }
    try (OutputFolder output = OutputFolder.open(spark, config.output());
        ProgressDisplay display = ProgressDisplay.on(console.err())) {
      try (ClusterJob job = ClusterJob.prepare(spark, config, display)) {
        ClusterOutcome outcome = job.run();
        publish(spark, config, output, outcome, display, start);
      } catch (ConcordException e) {
        output.abandon(RunFacts.failed(e));
        throw e;
      }
      return 0;
    }
  }

  private int dryRun(SparkSession spark, ConcordConfig config) {
    try (ProgressDisplay display = ProgressDisplay.on(console.err());
        ClusterJob job = ClusterJob.prepare(spark, config, display)) {
      console.out().print(job.plan().describe());
      return 0;
    }
  }

  private void publish(
      SparkSession spark,
      ConcordConfig config,
      OutputFolder output,
      ClusterOutcome outcome,
      ProgressDisplay display,
      long start) {
    display.stageStarted("output", -1);
    long began = System.nanoTime();
    output.writeClusters(outcome.ids(), outcome.labels());
    Embedding embedding = outcome.embedding();
    if (config.output().embedding() && embedding != null) {
      output.writeEmbedding(outcome.ids(), embedding.values(), embedding.columns());
    }
    if (config.output().graph()) {
      output.writeGraph(outcome.ids(), outcome.graph().weights());
    }
    output.writeConstraints(outcome.ids(), outcome.judgedPairs());
    if (config.output().model()) {
      ModelFolder.write(
          spark, output.pathOf("model"), outcome.model(config.graph()), outcome.features());
    }
    Map<String, Double> seconds = new LinkedHashMap<>(outcome.seconds());
    seconds.put("output", (System.nanoTime() - began) / 1e9);
    Map<String, Object> metrics = outcome.metrics();
    metrics.put("timings", seconds);
    output.writeText("metrics.json", Json.write(metrics));
    output.writeText("report.html", ReportWriter.html(ReportFacts.of(config, outcome, seconds)));
    output.writeText("run.json", RunFacts.run(spark, config, outcome, seconds));
    output.publish(RunFacts.ok());
    double wrote = (System.nanoTime() - began) / 1e9;
    display.stageFinished("output", wrote, output.target());
    display.close();
    double total = (System.nanoTime() - start) / 1e9;
    SummaryFacts.of(config, outcome, output.target(), seconds, total)
        .forEach(console.out()::println);
  }
}
