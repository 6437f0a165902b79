package dev.concord.graph;

import org.jspecify.annotations.Nullable;

/**
 * How the weights of a graph came about; all but the unit are null where they were given.
 *
 * @param kernel from distance to weight
 * @param symmetrize how two directions became one edge
 * @param overlap how weights depend on shared neighbours, null where they do not
 * @param bandwidth rule of the Gaussian kernel, null for the others
 * @param sigma of the Gaussian kernel, null for the others
 * @param proximityNeighbors m of the local proximity rule, null for the others
 * @param proximityEpsilon of the same
 * @param zeroDistances listed neighbours at distance 0
 * @param zeroScales points whose k-th neighbour is at distance 0
 * @param droppedEdges edges of weight 0 that were left out
 * @param unit what a weight of 1 is in the table of edges, a power of two: {@link GivenWeights};
 *     null where it is 1
 */
public record WeightFigures(
    @Nullable String kernel,
    @Nullable String symmetrize,
    @Nullable String overlap,
    @Nullable String bandwidth,
    @Nullable Double sigma,
    @Nullable Integer proximityNeighbors,
    @Nullable Double proximityEpsilon,
    @Nullable Integer zeroDistances,
    @Nullable Integer zeroScales,
    @Nullable Integer droppedEdges,
    @Nullable Double unit) {

  /** Of weights that were given. */
  public static final WeightFigures GIVEN = given(0);

  /** Of weights that were given and divided by a power of two. */
  public static WeightFigures given(int exponent) {
    Double unit = exponent == 0 ? null : Double.valueOf(Math.scalb(1.0, exponent));
    return new WeightFigures(null, null, null, null, null, null, null, null, null, null, unit);
  }

  /** The exponent of the unit. */
  public int exponent() {
    return unit == null ? 0 : GivenWeights.exponent(unit);
  }

  /** The same of weights that depend on shared neighbours. */
  public WeightFigures overlapping() {
    return new WeightFigures(
        kernel,
        symmetrize,
        "jaccard",
        bandwidth,
        sigma,
        proximityNeighbors,
        proximityEpsilon,
        zeroDistances,
        zeroScales,
        droppedEdges,
        unit);
  }
}
