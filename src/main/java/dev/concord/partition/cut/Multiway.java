package dev.concord.partition.cut;

/**
 * A partition into k clusters and how it was found.
 *
 * @param labels cluster of each node, in 0..k-1; every cluster is used
 * @param objective what was minimized (see {@link MultiwayCuts}), from sums taken anew
 * @param ncut sum_c cut(C_c)/vol(C_c), a cluster of volume 0 adding nothing
 * @param violated weight of the violated soft constraints, {@link
 *     dev.concord.partition.coloring.PartitionProblem#lost()} among it
 * @param moves moves of nodes and of groups of nodes that were kept
 * @param rounds multilevel rounds
 * @param work entries of the graph visited
 * @param history the best objective after the starts and after each generation, never rising
 * @param proven whether all partitions were compared, so that none is better
 */
public record Multiway(
    int[] labels,
    double objective,
    double ncut,
    double violated,
    long moves,
    int rounds,
    long work,
    double[] history,
    boolean proven) {}
