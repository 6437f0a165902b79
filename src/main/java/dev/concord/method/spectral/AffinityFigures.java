package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the methods that write pairs into the affinities.
 *
 * @param matrix M, N or P, whose eigenvalues are given
 * @param diagonal the similarity of a point with itself
 * @param eigenvectors columns of the embedding
 * @param eigenvaluesM of the normalized affinities, spectral-learning
 * @param eigenvaluesN of the additive normalization, kkm
 * @param eigenvaluesP of the random walk, random-walk-csc
 * @param normalizeRows whether the rows of the embedding were scaled to length 1
 * @param edgesAdded by must-links
 * @param edgesRemoved by cannot-links
 * @param components of the graph with the pairs in it
 * @param pointsWithoutEdge in that graph
 * @param largestDegree that of the additive normalization; null for the other two
 */
public record AffinityFigures(
    String matrix,
    int diagonal,
    int eigenvectors,
    double @Nullable [] eigenvaluesM,
    double @Nullable [] eigenvaluesN,
    double @Nullable [] eigenvaluesP,
    boolean normalizeRows,
    long edgesAdded,
    long edgesRemoved,
    int components,
    int pointsWithoutEdge,
    @Inline RoundingFigures rounding,
    @Nullable Double largestDegree)
    implements MethodFigures {}
