package dev.concord.spark.experiment;

import dev.concord.config.ClustersConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.StudyMethod;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Auto;
import dev.concord.method.auto.AutoOptions;
import dev.concord.method.auto.Candidates;
import dev.concord.method.auto.InducedGraph;
import dev.concord.method.auto.LocalGraphs;
import dev.concord.method.auto.Sample;
import dev.concord.method.auto.Selection;
import dev.concord.method.auto.SelectionTask;
import dev.concord.method.auto.Setting;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.auto.Supervision;
import dev.concord.method.catalogue.Catalogue;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The choice of {@code method = auto} in a trial, as a job makes it: by the trial's pairs or
 * labels, on at most {@code method.auto.sample} points. Costs {@link #mostRuns} clusterings of
 * these, and an exact neighbour search on them; another one on all points when another graph is
 * chosen.
 */
final class TrialChoice {
  private final StudyInstance data;
  private final StudyMethod study;
  private final AutoOptions options;

  TrialChoice(StudyInstance data, StudyMethod study) {
    this.data = data;
    this.study = study;
    this.options =
        options(study)
            .at(
                data.graph().size(),
                data.points().hasFeatures() ? data.features().length : 0,
                study.clusters().count());
  }

  /** A method in the place of the choice, and the graph it works on. */
  record Chosen(StudyMethod method, SimilarityGraph graph) {}

  static boolean isAsked(StudyMethod study) {
    return study.clusters().method().equals(AutoOptions.NAME);
  }

  private static AutoOptions options(StudyMethod study) {
    return AutoOptions.of(MethodOptions.of(AutoOptions.NAME, study.method()));
  }

  /**
   * The most clusterings that one choice takes.
   *
   * @param features whether there are features, so that graphs are tried too
   * @param labels whether labels are given, rather than pairs
   */
  static int mostRuns(
      StudyMethod study, GraphConfig graph, int points, boolean features, boolean labels) {
    AutoOptions options = options(study);
    GraphSetting configured = features ? setting(graph) : GraphSetting.GIVEN;
    int[] label = new int[points];
    Arrays.fill(label, -1);
    label[0] = 0;
    PairConstraints one =
        PairConstraints.of(
            points,
            new int[] {0},
            new int[] {1},
            new boolean[] {true},
            new double[] {1.0},
            Integer::toString);
    Supervision evidence =
        labels
            ? new Supervision(
                PairConstraints.none(points, Integer::toString),
                new KnownLabels(label, new String[] {"0"}))
            : new Supervision(one, null);
    int methods =
        Candidates.on(
                Catalogue::named,
                configured,
                options,
                evidence,
                study.method(),
                study.clusters().count())
            .size();
    int graphs = Candidates.graphs(configured, options, points).size();
    return Selection.mostRuns(methods, graphs, options);
  }

  /** The number of points in the sample of a choice, out of so many. */
  static int points(StudyMethod study, int points) {
    return Math.min(points, options(study).sample());
  }

  private static GraphSetting setting(GraphConfig graph) {
    return new GraphSetting(graph.neighbors(), graph.kernel(), graph.bandwidth());
  }

  /**
   * Makes the choice.
   *
   * @throws InputException when the data set has a second graph, by which nothing can be judged
   */
  Chosen make(PairConstraints pairs, @Nullable KnownLabels labels, Seeds seeds) {
    if (data.side() != null) {
      throw new InputException(
          "method = auto cannot judge methods that follow a second graph (side); name a method.");
    }
    Supervision all = new Supervision(pairs, labels);
    boolean features = data.points().hasFeatures();
    SimilarityGraph given = data.graph();
    int[] rows =
        features || given.size() <= options.sample()
            ? Sample.of(all.touched(), options.sample(), seeds)
            : InducedGraph.around(given, all.touched(), options.sample());
    GraphSetting configured = features ? setting(data.config()) : GraphSetting.GIVEN;
    Supervision evidence = all.on(rows);
    List<GraphSetting> settings = Candidates.graphs(configured, options, rows.length);
    if (Selection.shortage(evidence, options, seeds) != null || settings.isEmpty()) {
      String usual = Auto.fallback(pairs.size() > 0, labels);
      return new Chosen(method(new Setting(usual, 0, configured)), given);
    }
    double[] values = features ? values(rows) : null;
    Function<GraphSetting, SimilarityGraph> graphs;
    if (values == null) {
      SimilarityGraph induced = InducedGraph.of(given, rows);
      graphs = setting -> induced;
    } else {
      LocalGraphs local = local(values, rows.length, settings);
      graphs = local::of;
    }
    ClustersConfig clusters = study.clusters();
    SelectionTask task =
        new SelectionTask(
            Catalogue::named,
            evidence,
            graphs,
            values,
            study.method(),
            clusters.count(),
            clusters.hardConstraints(),
            clusters.refine().applies(),
            clusters.propagate(),
            clusters.restarts(),
            options,
            seeds);
    Setting chosen = Selection.choose(task, settings, done -> {}).setting();
    return new Chosen(method(chosen), graph(chosen.graph(), configured));
  }

  private SimilarityGraph graph(GraphSetting chosen, GraphSetting configured) {
    if (chosen.equals(configured)) {
      return data.graph();
    }
    return local(data.features(), data.graph().size(), List.of(chosen)).of(chosen);
  }

  private LocalGraphs local(double[] values, int points, List<GraphSetting> settings) {
    int most = settings.stream().mapToInt(GraphSetting::neighbors).max().orElse(1);
    FeaturePanel panel = FeaturePanel.of(0, 0, points, values.length / points, values);
    return new LocalGraphs(
        panel,
        most,
        data.config().symmetrize(),
        data.config().overlap(),
        count -> data.config().connect().applies(count, study.clusters().count()));
  }

  private double[] values(int[] rows) {
    double[] all = data.features();
    int dim = all.length / data.graph().size();
    double[] some = new double[Math.multiplyExact(rows.length, dim)];
    for (int r = 0; r < rows.length; r++) {
      System.arraycopy(all, rows[r] * dim, some, r * dim, dim);
    }
    return some;
  }

  private StudyMethod method(Setting chosen) {
    return new StudyMethod(
        study.name(),
        study.clusters().withMethod(chosen.method()),
        chosen.applied(study.method()),
        study.membership());
  }
}
