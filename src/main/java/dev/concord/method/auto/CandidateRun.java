package dev.concord.method.auto;

import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.ResultCache;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import java.util.HashMap;
import java.util.Map;

/** Clusters the points of a task by a setting, as the job would, from some of the supervision. */
final class CandidateRun {
  private final SelectionTask task;
  private final Map<GraphSetting, SimilarityGraph> graphs = new HashMap<>();

  CandidateRun(SelectionTask task) {
    this.task = task;
  }

  /**
   * The partition.
   *
   * @param known the supervision to learn from
   * @param cache results on this setting's graph, shared by the runs on it
   */
  int[] cluster(Setting setting, Supervision known, ResultCache cache) {
    SimilarityGraph plain = graphs.computeIfAbsent(setting.graph(), task.graph());
    Method method = task.methods().apply(setting.method());
    MethodOptions options = options(setting);
    method.checkSize(plain.size(), task.clusters(), options);
    Clustering clustering =
        new Clustering(
            method,
            new Clustering.Settings(
                task.clusters(),
                task.hard(),
                task.propagate(),
                task.refine(),
                options,
                given("cosc"),
                task.seeds()));
    MethodGraph graph = clustering.propagate(plain, Components.of(plain.weights()), known.pairs());
    // A graph that the constraints have changed is another one for each split: nothing to keep.
    ResultCache own = graph.graph() == plain ? cache : new ResultCache();
    return clustering
        .run(
            graph,
            new CsrOperator(NormalizedAdjacency.of(SimilarityGraph.local(graph.graph()))),
            new Knowledge(known.pairs(), known.labels(), null, null),
            () -> new LocalServices(features(), task.seeds(), task.restarts(), own))
        .labels();
  }

  private FeatureRows features() {
    double[] features = task.features();
    return features == null ? FeatureRows.NONE : FeatureRows.of(features);
  }

  private MethodOptions given(String method) {
    return new MethodOptions(method, task.given().getOrDefault(method, Map.of()));
  }

  private MethodOptions options(Setting setting) {
    Map<String, Object> options =
        new HashMap<>(task.given().getOrDefault(setting.method(), Map.of()));
    if (setting.eigenvectors() > 0) {
      options.put("eigenvectors", setting.eigenvectors());
    }
    return new MethodOptions(setting.method(), options);
  }
}
