package dev.concord.experiment;

import dev.concord.cli.RunContent;
import dev.concord.error.StartScript;
import dev.concord.experiment.page.ExperimentModel;
import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Trial;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.figure.EmbeddedJson;
import dev.concord.figure.Inline;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.report.Json;
import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.files.ConcordVersion;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.job.RunIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Fills the page and run.json of an experiment. */
public final class ExperimentFacts {
  private ExperimentFacts() {}

  /**
   * run.json: components are keys, in their order.
   *
   * @param trials their number
   * @param failures trials that ended with an error
   * @param resumedTrials trials of an earlier run
   * @param points of each data set
   * @param timings seconds of each stage
   * @param files the other files of the output, with their bytes
   */
  record Run(
      @Inline RunContent.Head head,
      long seed,
      RunIdentity.Facts identity,
      Map<String, Fingerprint> inputs,
      int trials,
      int failures,
      int resumedTrials,
      Map<String, Integer> points,
      Map<String, Double> timings,
      List<String> warnings,
      Map<String, Long> files,
      EmbeddedJson configuration) {}

  /** The identity of output and page: the trials and everything that is shown. */
  public static String digest(ExperimentIdentity identity, ExperimentConfig config) {
    return identity.key().with("shown", config.effective()).digest();
  }

  public static ExperimentModel model(
      ExperimentConfig config, ExperimentOutcome outcome, @Nullable String file) {
    Map<String, String> datasets = new LinkedHashMap<>();
    config.datasets().forEach(set -> datasets.put(set.name(), set.title()));
    Map<String, String> methods = new LinkedHashMap<>();
    config
        .methods()
        .values()
        .forEach(
            list ->
                list.forEach(
                    method ->
                        methods.putIfAbsent(
                            method.name(),
                            Catalogue.named(method.clusters().method()).info().title())));
    Map<String, String> ordered = new LinkedHashMap<>();
    config.methodNames().forEach(name -> ordered.put(name, methods.getOrDefault(name, name)));
    return new ExperimentModel(
        config.title(),
        config.question(),
        config.paper(),
        StartScript.name() + " experiment --config " + shown(file),
        facts(config, outcome),
        datasets,
        ordered,
        config.draw(),
        config.baseline(),
        config.subject(),
        config.plots(),
        TrialSummary.each(outcome.trials(), config.baseline()),
        TrialSummary.overall(outcome.trials(), config.baseline()),
        outcome.trials().stream().filter(Trial::hasFailed).toList(),
        outcome.warnings(),
        config.effective());
  }

  /** The file as a reader of the project would name it: from conf/ on. */
  private static String shown(@Nullable String file) {
    if (file == null) {
      return "FILE";
    }
    int at = file.lastIndexOf("conf/experiments/");
    return at >= 0 ? file.substring(at) : file.substring(file.lastIndexOf('/') + 1);
  }

  private static List<Fact> facts(ExperimentConfig config, ExperimentOutcome outcome) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Data sets",
            config.datasets().stream()
                .map(set -> set.title() + " " + described(set, outcome))
                .collect(Collectors.joining(", "))));
    facts.add(
        new Fact(
            "Draw",
            switch (config.draw()) {
              case "wrong" -> "pairs that unconstrained clustering gets wrong";
              case "labels" -> "labels of points picked by chance";
              case "given" -> "the first of the given pairs";
              case "none" -> "nothing but a second graph";
              default -> "pairs of points picked by chance";
            }));
    facts.add(new Fact("Draws of each amount", Integer.toString(config.trials())));
    if (config.noise().stream().anyMatch(share -> share > 0.0)) {
      facts.add(
          new Fact(
              "Share of pairs turned into their opposite",
              config.noise().stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
    facts.add(
        new Fact(
            "Trials",
            String.format(
                Locale.ROOT,
                "%,d, %d of them failed",
                outcome.trials().size(),
                outcome.failures())));
    facts.add(new Fact("Time", time(outcome)));
    facts.add(new Fact("Seed", Long.toString(config.seed())));
    return facts;
  }

  /** Of the whole, and what the methods took of it on all cores together. */
  private static String time(ExperimentOutcome outcome) {
    double seconds = outcome.seconds().values().stream().mapToDouble(x -> x).sum();
    double methods =
        outcome.trials().stream()
            .mapToDouble(t -> t.figure(Measure.SECONDS))
            .filter(x -> !Double.isNaN(x))
            .sum();
    return String.format(
        Locale.ROOT,
        "%.0f s on %s%s; %.0f s in methods, all trials together",
        seconds,
        processors(),
        outcome.resumed() > 0
            ? String.format(Locale.ROOT, " after %,d trials of an earlier run", outcome.resumed())
            : "",
        methods);
  }

  private static String processors() {
    int cores = Runtime.getRuntime().availableProcessors();
    return cores == 1 ? "1 core" : cores + " cores";
  }

  private static String described(StudyData set, ExperimentOutcome outcome) {
    int points = outcome.points().getOrDefault(set.name(), 0);
    return "("
        + String.format(Locale.ROOT, "%,d points, %s clusters", points, set.number())
        + (set.instances() > 1 ? ", " + set.instances() + " samples" : "")
        + ")";
  }

  /** run.json of the command. */
  public static String run(
      SparkSession spark,
      ExperimentConfig config,
      ExperimentIdentity identity,
      ExperimentOutcome outcome,
      Map<String, Double> seconds,
      Map<String, Long> files) {
    return Json.write(
        new Run(
            RunContent.Head.of(spark, "experiment"),
            config.seed(),
            new RunIdentity.Facts(digest(identity, config), ConcordVersion.exact()),
            identity.inputs(),
            outcome.trials().size(),
            outcome.failures(),
            outcome.resumed(),
            outcome.points(),
            seconds,
            outcome.warnings(),
            files,
            EmbeddedJson.of(config.effective())));
  }
}
