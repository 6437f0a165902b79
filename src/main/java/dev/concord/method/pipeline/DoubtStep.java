package dev.concord.method.pipeline;

import dev.concord.graph.WeightedGraph;
import dev.concord.method.MethodResult;
import dev.concord.metric.doubt.Alternative;
import dev.concord.metric.doubt.Doubt;
import java.util.List;

/** The doubt about the points of a partition, with the partitions that its method found as votes. */
public final class DoubtStep {
  private DoubtStep() {}

  /**
   * The doubt.
   *
   * @param graph as it was built
   * @param labels the partition in the end, in 0..k-1
   * @param result of the method
   */
  public static Doubt of(WeightedGraph graph, int[] labels, int k, MethodResult result) {
    List<Alternative> alternatives =
        result.partitions().stream()
            .map(one -> new Alternative(one.run(), one.weight(), one.labels()))
            .toList();
    return Doubt.of(graph, labels, k, alternatives);
  }
}
