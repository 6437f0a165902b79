package dev.concord.spark.base;

import dev.concord.spark.files.IdTable;

/**
 * What a run keeps for the next one.
 *
 * @param facts everything that is not a row
 * @param ids of the points
 * @param fingerprints of the features of each point, as read
 * @param clusters of each point, -1 for points set aside
 * @param groups of points that were a node of the coarse graph; empty without one
 * @param contents neighbour lists of the distinct points
 */
public record BaseContent(
    BaseFacts facts,
    IdTable ids,
    long[] fingerprints,
    int[] clusters,
    int[] groups,
    ListedContents contents) {}
