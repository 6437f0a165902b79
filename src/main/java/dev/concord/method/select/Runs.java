package dev.concord.method.select;

import dev.concord.constraint.ConstraintPropagation;
import dev.concord.constraint.PropagationOptions;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.method.Catalogue;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import dev.concord.method.Refinement;
import dev.concord.method.select.Setting.GraphSetting;
import java.util.HashMap;
import java.util.Map;

/** Clusters the points of a task by a setting, as the job would, from some of the evidence. */
final class Runs {
  private final Selection.Task task;
  private final Map<GraphSetting, SimilarityGraph> graphs = new HashMap<>();

  Runs(Selection.Task task) {
    this.task = task;
  }

  /**
   * The partition.
   *
   * @param known the evidence to learn from
   * @param kept eigenvectors of this setting's graph, shared by the runs on it
   */
  int[] cluster(Setting setting, Evidence known, LocalServices.Kept kept) {
    SimilarityGraph plain = graphs.computeIfAbsent(setting.graph(), task.graph());
    SimilarityGraph seen =
        task.propagate() && known.pairs().size() > 0
            ? ConstraintPropagation.of(
                    plain, known.pairs(), PropagationOptions.suitedTo(known.pairs()))
                .graph()
            : plain;
    Method method = Catalogue.named(setting.method());
    Problem problem =
        new Problem(
            seen,
            Components.of(seen.weights()),
            new CsrOperator(NormalizedAdjacency.of(seen)),
            known.pairs(),
            task.hard(),
            known.labels(),
            null,
            task.clusters(),
            options(setting),
            task.seeds());
    method.checkSize(seen.size(), task.clusters(), problem.options());
    // A graph that the constraints have changed is another one for each split: nothing to keep.
    LocalServices.Kept own = seen == plain ? kept : new LocalServices.Kept();
    int[] labels =
        method
            .run(
                problem,
                new LocalServices(
                    known.pairs(), task.features(), task.seeds(), task.restarts(), own))
            .labels();
    if (!task.refine() || !Refinement.applies(problem, method)) {
      return labels;
    }
    MethodOptions cosc = new MethodOptions("cosc", task.given().getOrDefault("cosc", Map.of()));
    return Refinement.of(problem, method, labels, cosc).labels();
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
