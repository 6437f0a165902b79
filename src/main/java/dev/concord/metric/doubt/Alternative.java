package dev.concord.metric.doubt;

/**
 * Another partition of the same points, whose agreement with the final one is evidence for it.
 *
 * @param run the search that it goes back to: partitions of one run share one vote
 * @param weight how far the evidence supports it, 1 for the best partition, at least 0
 * @param labels length n, a cluster of its own numbering for each point
 */
public record Alternative(int run, double weight, int[] labels) {}
