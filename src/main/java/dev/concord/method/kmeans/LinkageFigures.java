package dev.concord.method.kmeans;

import dev.concord.method.MethodFigures;

/**
 * The figures of complete-linkage.
 *
 * @param groups must-link components
 * @param reachableClusters clusters left before the first merge that breaks a cannot-link
 * @param largestDistance after the distances were adjusted to the constraints
 * @param lastHeights distances of the last merges
 */
public record LinkageFigures(
    int groups, int reachableClusters, double largestDistance, double[] lastHeights)
    implements MethodFigures {}
