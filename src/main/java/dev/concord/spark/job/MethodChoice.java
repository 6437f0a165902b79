package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.GraphConfig;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Auto;
import dev.concord.method.auto.AutoOptions;
import dev.concord.method.auto.Candidates;
import dev.concord.method.auto.ChoiceFigures;
import dev.concord.method.auto.InducedGraph;
import dev.concord.method.auto.LocalGraphs;
import dev.concord.method.auto.Sample;
import dev.concord.method.auto.Selection;
import dev.concord.method.auto.SelectionTask;
import dev.concord.method.auto.Setting;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.auto.Supervision;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.number.NumberFigures;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.job.graph.BuiltGraph;
import dev.concord.spark.job.graph.GraphBuilder;
import dev.concord.spark.job.graph.GraphConnection;
import dev.concord.spark.progress.StageClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a job's method, graph and number of eigenvectors when {@code clusters.method = auto}: on
 * the driver, on at most {@code method.auto.sample} points. Time: up to {@link Selection#mostRuns}
 * clusterings of these; memory: their features as doubles, twice, and one graph for each number of
 * neighbours and kernel.
 */
final class MethodChoice {
  private final ConcordConfig config;
  private final JobInputs inputs;
  private final GraphBuilder graphs;
  private final StageClock clock;
  private final AutoOptions options;
  private final Seeds seeds;

  /**
   * What was chosen before a job, and the graph that it was chosen on.
   *
   * @param method by what the method was chosen, or null
   * @param number by what the number of clusters was chosen, or null
   * @param graph null where none was built with the settings in force
   */
  record Resolved(
      @Nullable ChoiceFigures method, @Nullable NumberFigures number, @Nullable BuiltGraph graph) {
    static final Resolved NOTHING = new Resolved(null, null, null);

    /** Whether the graph is the one of a configuration. */
    boolean hasGraphOf(ConcordConfig config) {
      return graph != null
          && GraphConnection.isCurrent(
              graph.figures(), config.graph().connect(), config.clusters().count());
    }
  }

  MethodChoice(ConcordConfig config, JobInputs inputs, GraphBuilder graphs, StageClock clock) {
    this.config = config;
    this.inputs = inputs;
    this.graphs = graphs;
    this.clock = clock;
    this.options =
        options(config)
            .at(
                inputs.size(),
                inputs.features() == null ? 0 : (long) inputs.size() * inputs.features().dim(),
                config.clusters().count());
    this.seeds = Seeds.of(config.clusters().seed());
  }

  private static AutoOptions options(ConcordConfig config) {
    return AutoOptions.of(MethodOptions.of(AutoOptions.NAME, config.method()));
  }

  /** Whether {@code method = auto} is configured. */
  static boolean isAsked(ConcordConfig config) {
    return config.clusters().method().equals(AutoOptions.NAME);
  }

  /** The largest cost of the choice, in words. */
  String plan() {
    int points = Math.min(inputs.size(), options.sample());
    List<GraphSetting> graphs = settings(points);
    int methods =
        Candidates.on(
                Catalogue::named,
                configured(),
                options,
                supervision(),
                config.method(),
                config.clusters().count())
            .size();
    return String.format(
        Locale.ROOT,
        "choice         %d methods, %d graphs: up to %d runs on %,d points, then the method chosen%n",
        methods,
        graphs.size(),
        Selection.mostRuns(methods, graphs.size(), options),
        points);
  }

  private Supervision supervision() {
    return new Supervision(inputs.constraints(), inputs.labels());
  }

  private GraphSetting configured() {
    GraphConfig graph = config.graph();
    return inputs.features() == null
        ? GraphSetting.GIVEN
        : new GraphSetting(graph.neighbors(), graph.kernel(), graph.bandwidth());
  }

  private List<GraphSetting> settings(int points) {
    return Candidates.graphs(configured(), options, points);
  }

  /** Makes the choice. */
  Selection.Choice make() {
    if (inputs.side() != null) {
      throw new InputException(
          "clusters.method = auto cannot judge methods that follow input.side-edges; choose"
              + " clusters.method = csp for them, or leave input.side-edges out.");
    }
    clock.start("choice", -1);
    SimilarityGraph given = inputs.features() == null ? graphs.given(inputs) : null;
    boolean[] touched = supervision().touched();
    int[] rows =
        given == null || given.size() <= options.sample()
            ? Sample.of(touched, options.sample(), seeds)
            : InducedGraph.around(given, touched, options.sample());
    Supervision supervision = supervision().on(rows);
    String shortage = Selection.shortage(supervision, options, seeds);
    List<GraphSetting> settings = settings(rows.length);
    if (shortage != null || settings.isEmpty()) {
      return fallback(shortage == null ? "too few points for graph.neighbors" : shortage);
    }
    double @Nullable [] values = null;
    Function<GraphSetting, SimilarityGraph> graph;
    if (given != null) {
      SimilarityGraph induced = InducedGraph.of(given, rows);
      graph = setting -> induced;
    } else {
      FeaturePanel panel = graphs.sampled(inputs, rows);
      LocalGraphs local = local(panel, settings);
      values = values(panel);
      graph = local::of;
    }
    ClustersConfig clusters = config.clusters();
    SelectionTask task =
        new SelectionTask(
            Catalogue::named,
            supervision,
            graph,
            values,
            config.method(),
            clusters.count(),
            clusters.hardConstraints(),
            clusters.refine().applies(),
            clusters.propagate(),
            clusters.restarts(),
            options,
            seeds);
    Selection.Choice made =
        Selection.choose(task, settings, done -> clock.advance(-1, done + " candidates"));
    clock.finish(text(made));
    return made;
  }

  private static String text(Selection.Choice made) {
    String setting = made.setting().text();
    if (made.figures() instanceof ChoiceFigures.Scored scored) {
      return String.format(
          Locale.ROOT,
          "%s has the best score, %.1f, of %d methods",
          setting,
          scored.score(),
          scored.candidates());
    }
    ChoiceFigures.Compared compared = (ChoiceFigures.Compared) made.figures();
    return String.format(
        Locale.ROOT,
        "%s meets %.1f %% of held-out constraints, agreement beyond chance %.3f, the best %.3f;"
            + " %s runs",
        setting,
        100.0 * compared.heldOutMet(),
        compared.heldOutScore(),
        compared.bestScore(),
        compared.runs());
  }

  private LocalGraphs local(FeaturePanel panel, List<GraphSetting> settings) {
    return new LocalGraphs(
        panel,
        settings.stream().mapToInt(GraphSetting::neighbors).max().orElse(1),
        config.graph().symmetrize(),
        config.graph().overlap(),
        count -> config.graph().connect().applies(count, config.clusters().count()));
  }

  private static double[] values(FeaturePanel panel) {
    double[] values = new double[Math.multiplyExact(panel.rows(), panel.dim())];
    double[] row = new double[panel.dim()];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      System.arraycopy(row, 0, values, r * row.length, row.length);
    }
    return values;
  }

  private Selection.Choice fallback(String why) {
    String method = Auto.fallback(inputs.constraints().size() > 0, inputs.labels());
    clock
        .listener()
        .warning(
            "clusters.method = auto cannot choose: "
                + why
                + ". Method "
                + method
                + " is used, on the graph as configured.");
    clock.finish(method + ", the default");
    return new Selection.Choice(
        new Setting(method, 0, configured()), new ChoiceFigures.Default(why));
  }

  /** The configuration of a job with the choice made; what is reported of it stays as it was. */
  static ConcordConfig applied(ConcordConfig config, Setting setting) {
    GraphConfig graph = config.graph();
    if (setting.graph().neighbors() > 0) {
      graph =
          new GraphConfig(
              setting.graph().neighbors(),
              graph.search(),
              graph.recall(),
              setting.graph().kernel(),
              setting.graph().bandwidth(),
              graph.symmetrize(),
              graph.overlap(),
              graph.connect(),
              graph.scaleFeatures(),
              graph.reduce());
    }
    return new ConcordConfig(
        config.input(),
        graph,
        config.clusters().withMethod(setting.method()),
        setting.applied(config.method()),
        config.output(),
        config.plan(),
        config.effective());
  }

  /** The parts of a run's identity that the choice settles. */
  static Map<String, String> resolved(Setting setting) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("clusters.method", setting.method());
    if (setting.eigenvectors() > 0) {
      parts.put(
          "method." + setting.method() + ".eigenvectors", Integer.toString(setting.eigenvectors()));
    }
    if (setting.graph().neighbors() > 0) {
      parts.put("graph.neighbors", Integer.toString(setting.graph().neighbors()));
      parts.put("graph.kernel", Setting.word(setting.graph().kernel()));
      parts.put("graph.bandwidth", setting.graph().bandwidthText());
    }
    return parts;
  }
}
