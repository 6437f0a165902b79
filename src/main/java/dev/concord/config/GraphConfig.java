package dev.concord.config;

import dev.concord.graph.NeighborSearch;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.Connection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;

/**
 * How the similarity graph is built.
 *
 * @param neighbors neighbours of a point, itself not counted
 * @param search the neighbour search
 * @param recall the share of true neighbours that an approximate search must find; 1: it is exact
 * @param overlap whether weights depend on shared neighbours
 * @param connect when components are joined
 * @param reduce how many principal components stand for the features
 */
public record GraphConfig(
    int neighbors,
    NeighborSearch search,
    double recall,
    KernelType kernel,
    Bandwidth bandwidth,
    Symmetrization symmetrize,
    Overlap overlap,
    Connection connect,
    FeatureScaling scaleFeatures,
    ReductionRule reduce) {

  /** The same with another scaling. */
  public GraphConfig scaled(FeatureScaling scaling) {
    return new GraphConfig(
        neighbors,
        search,
        recall,
        kernel,
        bandwidth,
        symmetrize,
        overlap,
        connect,
        scaling,
        reduce);
  }
}
