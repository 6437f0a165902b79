package dev.concord.spark.job;

import dev.concord.figure.Inline;
import dev.concord.graph.WeightFigures;
import dev.concord.spark.neighbors.SearchFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a graph.
 *
 * @param neighbors of a point; null where the graph was given
 * @param constantFeatures dropped by the scaling; null without it
 * @param neighborSearch how the neighbours were found
 * @param components of the graph
 * @param isolated points without an edge
 * @param largestComponents the largest of them
 * @param weights how they came about
 */
public record GraphFigures(
    @Nullable Integer neighbors,
    @Nullable Integer constantFeatures,
    @Inline SearchFigures neighborSearch,
    long edges,
    int components,
    int isolated,
    List<Component> largestComponents,
    @Inline WeightFigures weights) {

  /**
   * A component.
   *
   * @param points in it
   * @param firstId of the first of them, a text or a whole number
   */
  public record Component(int points, Object firstId) {}
}
