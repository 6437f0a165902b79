package dev.concord.spark.job;

import dev.concord.graph.WeightedGraph;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.output.OutputFolder;
import java.util.List;
import java.util.Map;

/**
 * The result of the graph job.
 *
 * @param facts figures for metrics.json
 * @param seconds seconds of each stage
 */
public record GraphOutcome(
    IdTable ids,
    WeightedGraph graph,
    Map<String, Object> facts,
    Map<String, Double> seconds,
    List<String> warnings) {

  /** Writes table graph. */
  public void writeGraph(OutputFolder output) {
    GraphBuilder.writeGraph(ids, graph, output);
  }
}
