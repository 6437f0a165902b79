package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.ResultStore;
import dev.concord.method.auto.LabelledTable;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import java.util.Map;

/**
 * A method of Concord with its default options, pairs hard.
 *
 * @param refined whether the result is refined as by default
 */
public record PeerMethod(String name, boolean refined) {
  private static final int RESTARTS = 10;

  /** The clusters of the points of a table. */
  public int[] run(StudyGraph graph, LabelledTable table, PairConstraints pairs, Seeds seeds) {
    return outcome(graph, table, pairs, seeds).labels();
  }

  /** The same, and how they were found. */
  public Clustering.Outcome outcome(
      StudyGraph graph, LabelledTable table, PairConstraints pairs, Seeds seeds) {
    return outcome(graph, table, pairs, seeds, ResultStore.NONE);
  }

  /**
   * The same, with what runs on the same graph share.
   *
   * @param kept eigenvectors and searches without pairs
   */
  public Clustering.Outcome outcome(
      StudyGraph graph, LabelledTable table, PairConstraints pairs, Seeds seeds, ResultStore kept) {
    Method method = Catalogue.named(name);
    Clustering clustering =
        new Clustering(
            method,
            new Clustering.Settings(
                table.classes(),
                true,
                false,
                refined,
                new MethodOptions(name, Map.of()),
                new MethodOptions("cosc", Map.of()),
                seeds));
    FeatureRows features = new FeatureRows(table.given(), table::values);
    return clustering.run(
        new MethodGraph(graph.graph(), Components.of(graph.graph().weights()), null),
        new CsrOperator(NormalizedAdjacency.of(graph.graph())),
        new Knowledge(pairs, null, null, null),
        () -> new LocalServices(features, seeds, RESTARTS, kept));
  }
}
