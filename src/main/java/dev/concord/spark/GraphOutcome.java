package dev.concord.spark;

import dev.concord.graph.SimilarityGraph;
import java.util.List;
import java.util.Map;

/**
 * What the graph job found.
 *
 * @param facts figures for metrics.json
 * @param seconds seconds of each stage
 */
public record GraphOutcome(
    IdTable ids,
    SimilarityGraph graph,
    Map<String, Object> facts,
    Map<String, Double> seconds,
    List<String> warnings) {}
