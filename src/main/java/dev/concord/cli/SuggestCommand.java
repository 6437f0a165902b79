package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.SuggestConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.linalg.Seeds;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.report.Json;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.job.ClusterFigures;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.RunIdentity;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.output.SuggestedPairs;
import dev.concord.spark.store.RunPaths;
import dev.concord.spark.store.StageStore;
import dev.concord.spark.store.StagesOfRounds;
import dev.concord.suggest.Stability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Pairs to judge next, as a constraints table to fill in. */
@Command(
    name = "suggest",
    description = "Suggests pairs worth a person's judgement, as a constraints table to fill in.",
    mixinStandardHelpOptions = true)
final class SuggestCommand extends SparkCommand<SuggestConfig> {

  SuggestCommand(Console console) {
    super(console, SuggestCommand::load, FileSystemCheck::require);
  }

  /** A method that learns from pairs cannot run without pairs; ncut replaces it. */
  private static SuggestConfig load(String text, String origin, List<String> sets) {
    SuggestConfig config = ConfigLoader.loadSuggest(text, origin, sets);
    boolean first = config.job().input().constraints() == null;
    if (!first || !Catalogue.named(config.job().clusters().method()).needsPairs()) {
      return config;
    }
    List<String> all = new ArrayList<>(sets);
    all.add("clusters.method=ncut");
    return ConfigLoader.loadSuggest(text, origin, all);
  }

  @Override
  protected Places places(SuggestConfig config, Configuration hadoop) {
    return places(config);
  }

  private static Places places(SuggestConfig config) {
    return new Places(config.job().output(), RunPaths.of(config.job()));
  }

  @Override
  protected int run(SparkSession spark, SuggestConfig config) {
    long start = System.nanoTime();
    if (options().dryRun()) {
      try (ProgressDisplay display = ProgressDisplay.on(console.err());
          ClusterJob job =
              ClusterJob.prepareSuggestions(spark, config.job(), StageStore.NONE, display)) {
        console.out().print(job.plan().describe());
        return 0;
      }
    }
    RunIdentity identity = RunIdentity.of(spark.sessionState().newHadoopConf(), config.job());
    try (OutputFolder output = open(spark, places(config));
        ProgressDisplay display = ProgressDisplay.on(console.err())) {
      noting(output, () -> suggest(new Run(spark, config, identity, output, display, start)));
      return 0;
    }
  }

  /** What a run has at its beginning. */
  private record Run(
      SparkSession spark,
      SuggestConfig config,
      RunIdentity identity,
      OutputFolder output,
      ProgressDisplay display,
      long start) {}

  private void suggest(Run run) {
    RoundComparison rounds =
        RoundComparison.of(run.config().answers(), run.config().keep(), run.display()::warning);
    String answers = run.config().answers();
    StageStore stages =
        StagesOfRounds.of(
            run.spark(), answers == null ? null : Path.of(answers), run.config().keep());
    try (ClusterJob job =
        ClusterJob.prepareSuggestions(run.spark(), run.config().job(), stages, run.display())) {
      ClusterOutcome outcome = job.run();
      publish(run, outcome, rounds == null ? Stability.NONE : rounds.next(outcome));
    }
    if (rounds != null) {
      rounds.keep();
    }
  }

  private void publish(Run run, ClusterOutcome outcome, Stability stability) {
    SuggestConfig config = run.config();
    run.display().stageStarted("suggest", -1);
    long began = System.nanoTime();
    SuggestedPairs pairs =
        outcome.suggestions(
            config.pairs(), config.exemplars(), Seeds.of(config.job().clusters().seed()));
    Map<String, Double> seconds = new LinkedHashMap<>(outcome.seconds());
    seconds.put("suggest", (System.nanoTime() - began) / 1e9);
    run.display()
        .stageFinished(
            "suggest", (System.nanoTime() - began) / 1e9, pairs.queries().size() + " pairs");
    OutputFolder output = run.output();
    output.writeSuggestions(outcome.ids(), pairs);
    ClusterFigures.Suggestions made =
        new ClusterFigures.Suggestions(
            pairs.queries().size(), config.pairs(), pairs.reasons(), figures(stability));
    output.writeText("metrics.json", Json.write(outcome.metrics().suggesting(made).timed(seconds)));
    output.writeText(
        "run.json",
        RunFacts.suggest(run.spark(), config, run.identity(), outcome, seconds, output.files()));
    output.publish(RunFacts.ok());
    run.display().close();
    summary(run, outcome, pairs, stability);
  }

  private static ClusterFigures.@Nullable Stability figures(Stability stability) {
    return stability.isKnown()
        ? new ClusterFigures.Stability(stability.moved(), stability.calm(), stability.isStable())
        : null;
  }

  private void summary(Run run, ClusterOutcome outcome, SuggestedPairs pairs, Stability stability) {
    SuggestConfig config = run.config();
    double seconds = (System.nanoTime() - run.start()) / 1e9;
    console.line(
        "Points",
        "%,d in %d clusters by %s",
        outcome.ids().size(),
        outcome.sizes().length,
        outcome.method().name());
    console.line("Known", "%,d constraints", outcome.constraints().size());
    if (stability.isKnown()) {
      console.line("Stability", "%s", stability.sentence());
    }
    console.line("Suggested", "%,d of %,d pairs", pairs.queries().size(), config.pairs());
    pairs.reasons().forEach((reason, count) -> console.line("", "%,6d  %s", count, reason));
    console.line("Time", "%.1f s", seconds);
    console.line("Output", "%s/suggestions", run.output().target());
    if (pairs.queries().isEmpty()) {
      console.line(
          "Note", "%s", "every group of points is tied to a cluster; no pair is left to judge");
    } else {
      console.line(
          "Next",
          "%s",
          "fill in kind with must-link, cannot-link or unsure, and give the table to"
              + " input.constraints with the constraints so far");
    }
  }
}
