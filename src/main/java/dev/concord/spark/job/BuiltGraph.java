package dev.concord.spark.job;

import dev.concord.graph.Components;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.WeightedGraph;
import dev.concord.spark.base.ListedContents;
import org.jspecify.annotations.Nullable;

/**
 * A similarity graph and its components.
 *
 * @param figures for metrics.json
 * @param recall of an approximate search, else null
 * @param kept neighbour lists for the next run, or null
 */
public record BuiltGraph(
    WeightedGraph graph,
    Components components,
    GraphFigures figures,
    @Nullable RecallEstimate recall,
    @Nullable ListedContents kept) {}
