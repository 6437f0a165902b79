package dev.concord.method.kmeans;

import dev.concord.method.MethodFigures;

/**
 * The figures of pck-means.
 *
 * @param objective squared distances and the price of violated pairs, before cannot-links of weight
 *     1 are made to hold
 * @param violatedWeight of the pairs violated then
 * @param iterations of the start that counts
 * @param penalty of a violated pair of weight 1, in squared units of the features
 */
public record PckMeansFigures(
    double objective, double violatedWeight, int iterations, double penalty)
    implements MethodFigures {}
