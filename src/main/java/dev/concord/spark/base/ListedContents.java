package dev.concord.spark.base;

import dev.concord.graph.update.UpdatableLists;

/**
 * Neighbour lists with spare entries, and what their rows hold.
 *
 * @param fingerprints of the features of each row, as read
 * @param lists of the rows
 * @param exact whether they were searched exactly
 */
public record ListedContents(long[] fingerprints, UpdatableLists lists, boolean exact) {}
