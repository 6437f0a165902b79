package dev.concord.spark.job;

import dev.concord.graph.Components;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.neighbors.RecallEstimate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A similarity graph and its components.
 *
 * @param facts figures for metrics.json
 * @param recall of an approximate search, else null
 */
public record BuiltGraph(
    WeightedGraph graph,
    Components components,
    Map<String, Object> facts,
    @Nullable RecallEstimate recall) {}
