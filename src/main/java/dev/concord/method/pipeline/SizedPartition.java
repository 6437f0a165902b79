package dev.concord.method.pipeline;

/**
 * A partition whose sizes are within their bounds.
 *
 * @param labels cluster of each point, under the numbers of the earlier partition where the bounds
 *     go by them
 * @param figures of the step
 */
public record SizedPartition(int[] labels, SizeFigures figures) {}
