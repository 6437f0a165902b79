package dev.concord.method.kmeans;

import dev.concord.method.MethodFigures;

/**
 * The figures of cop-k-means.
 *
 * @param objective sum of squared distances to the centres
 * @param iterations of the start that counts
 * @param failedStarts starts that found no partition
 */
public record CopKMeansFigures(double objective, int iterations, int failedStarts)
    implements MethodFigures {}
