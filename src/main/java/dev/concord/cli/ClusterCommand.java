package dev.concord.cli;

import dev.concord.capability.Capabilities;
import dev.concord.cli.page.OutcomePart;
import dev.concord.cli.page.ReportFacts;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TextFormats;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.method.Embedding;
import dev.concord.report.Json;
import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
import dev.concord.spark.base.BaseContent;
import dev.concord.spark.base.BaseFolder;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.init.ConfigDraft;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.ModelMaker;
import dev.concord.spark.job.RunIdentity;
import dev.concord.spark.output.ModelFolder;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.profile.ProfileRow;
import dev.concord.spark.profile.Profiles;
import dev.concord.spark.store.EarlierOutput;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import dev.concord.spark.store.StageFolder;
import dev.concord.spark.store.StageStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main job: tables in; clusters, metrics and report out. */
@Command(
    name = "cluster",
    description = "Clusters the points of a table and writes clusters, metrics and a report.",
    mixinStandardHelpOptions = true)
final class ClusterCommand extends SparkCommand<ConcordConfig> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POINTS",
      description =
          "A table to be clustered without a configuration, as init would write it: a file or a"
              + " folder.")
  private @Nullable String points;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PAIRS",
      description = "Its table of judged pairs.")
  private @Nullable String pairs;

  @Option(
      names = "--clusters",
      paramLabel = "K",
      description = "The number of clusters, as --set clusters.count=K; without a file: auto.")
  private @Nullable String clusters;

  ClusterCommand(Console console) {
    super(console, ConfigLoader::load, FileSystemCheck::require);
  }

  @Override
  protected ConfigDraft.@Nullable Request request() {
    if (points != null && options().config() != null) {
      throw new InputException(
          "cluster: both --config "
              + options().config()
              + " and the table "
              + points
              + " are given; leave one of them out, or set input.features.path");
    }
    return points == null ? null : new ConfigDraft.Request(points, pairs, "auto");
  }

  @Override
  protected List<String> sets() {
    List<String> sets = new ArrayList<>();
    if (points != null && clusters != null && clusters.matches("\\d+")) {
      // Results of several numbers lie side by side; an output.path of the user's comes later.
      String name = new ConfigDraft.Request(points, pairs, clusters).name();
      sets.add("output.path=" + name + "-" + clusters + "-clusters");
    }
    sets.addAll(super.sets());
    if (clusters != null) {
      sets.add("clusters.count=" + clusters);
    }
    return sets;
  }

  /** The results of the same inputs and settings may be there from an earlier run. */
  @Override
  protected boolean isDone(ConcordConfig config, Configuration hadoop) {
    if (options().dryRun() || !isThere(config, hadoop)) {
      return false;
    }
    OutputPlace.forgetStages(hadoop, config.output());
    console.alreadyDone(OutputPlace.earlier(hadoop, config.output()).target());
    return true;
  }

  /** Whether the output holds the results of these inputs and settings, so that nothing is done. */
  static boolean isThere(ConcordConfig config, Configuration hadoop) {
    if (!config.output().resume()) {
      return false;
    }
    EarlierOutput earlier = OutputPlace.earlier(hadoop, config.output());
    if (earlier.run() == null) {
      return false;
    }
    RunIdentity identity = RunIdentity.of(hadoop, config);
    return identity.identifies() && earlier.isOf(identity.key().digest());
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    long start = System.nanoTime();
    if (options().dryRun()) {
      return dryRun(spark, config);
    }
    Configuration hadoop = spark.sessionState().newHadoopConf();
    RunIdentity identity = RunIdentity.of(hadoop, config);
    try (OutputFolder output = open(spark, places(config, hadoop, identity));
        ProgressDisplay display = ProgressDisplay.on(console.err())) {
      noting(output, () -> compute(spark, config, identity, output, display, start));
      return 0;
    }
  }

  @Override
  protected Places places(ConcordConfig config, Configuration hadoop) {
    return places(config, hadoop, null);
  }

  /**
   * The places of the run, with the difference between an earlier output and its own in words.
   *
   * @param known the identity of the run, or null: it is computed where there is an earlier output
   */
  private static Places places(
      ConcordConfig config, Configuration hadoop, @Nullable RunIdentity known) {
    RunPaths paths = RunPaths.of(config);
    EarlierOutput earlier = OutputPlace.earlier(hadoop, config.output());
    if (earlier.run() == null) {
      return new Places(config.output(), paths);
    }
    RunIdentity identity = known == null ? RunIdentity.of(hadoop, config) : known;
    return new Places(
        config.output(),
        paths,
        earlier.fault().isEmpty()
            ? identity.differenceFrom(earlier.run())
            : "its " + earlier.fault() + " is missing or was changed");
  }

  private void compute(
      SparkSession spark,
      ConcordConfig config,
      RunIdentity identity,
      OutputFolder output,
      ProgressDisplay display,
      long start) {
    StageFolder stages = OutputPlace.stages(spark, config.output(), config.plan().keepAfter());
    StageStore store = config.output().resume() ? stages : StageStore.NONE;
    try (ClusterJob job = ClusterJob.prepare(spark, config, identity, store, display)) {
      ClusterOutcome outcome = job.run();
      publish(spark, config, identity, output, outcome, display, start);
      stages.discard();
    }
  }

  private int dryRun(SparkSession spark, ConcordConfig config) {
    try (ProgressDisplay display = ProgressDisplay.on(console.err());
        ClusterJob job = ClusterJob.prepare(spark, config, display)) {
      console.out().print(job.describePlan());
      return 0;
    }
  }

  /**
   * Whether the inputs are still those of the beginning; else the results may be of either state.
   */
  private static boolean isSteady(
      SparkSession spark, ConcordConfig config, RunIdentity identity, ProgressDisplay display) {
    RunIdentity now = RunIdentity.of(spark.sessionState().newHadoopConf(), config);
    if (now.key().digest().equals(identity.key().digest())) {
      return true;
    }
    display.warning(
        "The inputs changed while the job ran ("
            + now.key().differenceFrom(identity.key().parts())
            + "); the results may be of either state, and the next run will compute them again.");
    return false;
  }

  private void publish(
      SparkSession spark,
      ConcordConfig config,
      RunIdentity identity,
      OutputFolder output,
      ClusterOutcome outcome,
      ProgressDisplay display,
      long start) {
    display.stageStarted("output", -1);
    long began = System.nanoTime();
    List<ReportPage.Section> sections = new ArrayList<>();
    OutcomePart.Publication run = new OutcomePart.Publication(spark, config, outcome, output);
    Capabilities.of(OutcomePart.class).forEach(part -> sections.addAll(part.published(run)));
    Map<String, int[]> columns = new LinkedHashMap<>();
    Capabilities.of(OutcomePart.class).forEach(part -> columns.putAll(part.columns(outcome)));
    output.writeClusters(
        outcome.ids(),
        outcome.assigned(),
        columns,
        config.output().membership().isShown() ? outcome.doubt() : null);
    Embedding embedding = outcome.embedding();
    if (config.output().embedding() && embedding != null) {
      output.writeEmbedding(outcome.ids(), embedding.values(), embedding.columns());
    } else if (config.output().embedding()) {
      display.warning(
          "output.embedding = true, but method "
              + outcome.method().name()
              + " has no embedding, so none is written; choose a spectral method, such as ccskl.");
    }
    if (config.output().graph()) {
      outcome.writeGraph(output);
    }
    output.writeConstraints(outcome.ids(), outcome.judgedPairs());
    List<ProfileRow> profiles =
        Profiles.of(spark, config, outcome.ids(), outcome.assigned(), outcome.trueLabels());
    output.writeRows("profiles", Profiles.schema(), Profiles.table(spark, profiles));
    if (config.output().model()) {
      FeaturesConfig table = config.input().features();
      TextFormats formats = table == null ? TextFormats.NONE : table.formats();
      ModelFolder.write(
          spark, output.pathOf("model"), ModelMaker.of(outcome, formats), outcome.features());
    }
    BaseContent base = config.output().base() ? outcome.base() : null;
    if (base != null) {
      BaseFolder.write(spark, output.pathOf(BaseFolder.NAME), base);
    }
    Map<String, Double> seconds = new LinkedHashMap<>(outcome.seconds());
    seconds.put("output", (System.nanoTime() - began) / 1e9);
    writeReport(spark, config, output, outcome, sections, profiles, seconds);
    output.writeText("metrics.json", Json.write(outcome.metrics().timed(seconds)));
    boolean steady = isSteady(spark, config, identity, display);
    output.writeText(
        "run.json",
        RunFacts.run(spark, config, identity, steady, outcome, seconds, output.files()));
    output.publish(RunFacts.ok());
    double wrote = (System.nanoTime() - began) / 1e9;
    display.stageFinished("output", wrote, output.target());
    display.close();
    double total = (System.nanoTime() - start) / 1e9;
    SummaryFacts.of(config, outcome, options().config(), output.target(), seconds, total)
        .forEach(console.out()::println);
  }

  /** The page, with the seconds of the stages so far; its own are added to them. */
  private static void writeReport(
      SparkSession spark,
      ConcordConfig config,
      OutputFolder output,
      ClusterOutcome outcome,
      List<ReportPage.Section> sections,
      List<ProfileRow> profiles,
      Map<String, Double> seconds) {
    long began = System.nanoTime();
    ReportPage page =
        ReportFacts.page(
            spark,
            config,
            outcome,
            ReportFacts.of(spark, config, outcome, seconds),
            sections,
            profiles);
    output.writeText("report.html", ReportWriter.html(page));
    seconds.put("report", (System.nanoTime() - began) / 1e9);
  }
}
