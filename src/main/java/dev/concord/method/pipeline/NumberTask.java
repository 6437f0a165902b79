package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import org.jspecify.annotations.Nullable;

/**
 * What a number of clusters is chosen for.
 *
 * @param graph of n points
 * @param components of the graph
 * @param adjacency products with D^-1/2 W D^-1/2
 * @param pairs judged pairs
 * @param labels of single points, or null
 * @param features that the graph was built from, or none
 * @param hard whether pairs of weight 1 must hold, all together
 * @param least smallest number, at least 2
 * @param most largest number, at most n
 * @param widens whether pairs that need more clusters raise {@code most}
 * @param seeds the source of every random choice
 */
public record NumberTask(
    WeightedGraph graph,
    Components components,
    LinearOperator adjacency,
    PairConstraints pairs,
    @Nullable KnownLabels labels,
    FeatureRows features,
    boolean hard,
    int least,
    int most,
    boolean widens,
    Seeds seeds) {}
