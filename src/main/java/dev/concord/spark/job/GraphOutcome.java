package dev.concord.spark.job;

import dev.concord.graph.WeightedGraph;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.output.OutputFolder;
import java.util.List;
import java.util.Map;

/**
 * The result of the graph job.
 *
 * @param figures for metrics.json
 * @param seconds seconds of each stage
 */
public record GraphOutcome(
    IdTable ids,
    WeightedGraph graph,
    GraphFigures figures,
    Map<String, Double> seconds,
    List<String> warnings) {

  /**
   * The content of metrics.json.
   *
   * @param n points
   * @param timings seconds of each stage
   */
  public record Metrics(int n, GraphFigures graph, Map<String, Double> timings) {}

  /** The content of metrics.json. */
  public Metrics metrics() {
    return new Metrics(ids.size(), figures, seconds);
  }

  /** Writes table graph. */
  public void writeGraph(OutputFolder output) {
    GraphBuilder.writeGraph(ids, graph, output);
  }
}
