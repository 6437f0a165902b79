package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * The input of a method.
 *
 * @param graph the similarity graph W, on the driver or on the executors
 * @param components its connected components
 * @param adjacency products with D^-1/2 W D^-1/2, on the driver or on the executors
 * @param constraints pairwise constraints
 * @param hard whether constraints of weight 1 must hold, all together
 * @param labels known labels of points, or null
 * @param side a second graph over the same points, with weights of either sign, or null
 * @param clusters the number k of clusters, at most n
 * @param options the method's own options
 * @param seeds the source of every random choice
 */
public record Problem(
    WeightedGraph graph,
    Components components,
    LinearOperator adjacency,
    PairConstraints constraints,
    boolean hard,
    @Nullable KnownLabels labels,
    @Nullable SignedGraph side,
    int clusters,
    MethodOptions options,
    Seeds seeds) {

  /** A problem whose constraints of weight 1 must hold. */
  public Problem(
      WeightedGraph graph,
      Components components,
      LinearOperator adjacency,
      PairConstraints constraints,
      @Nullable KnownLabels labels,
      @Nullable SignedGraph side,
      int clusters,
      MethodOptions options,
      Seeds seeds) {
    this(graph, components, adjacency, constraints, true, labels, side, clusters, options, seeds);
  }

  /**
   * The similarity graph with its edges on the driver.
   *
   * @throws IllegalStateException when they are not on the driver; a method that needs them
   *     declares it by {@link Method#needsEdges}
   */
  public SimilarityGraph edges() {
    return SimilarityGraph.local(graph);
  }

  /** The number n of points. */
  public int size() {
    return graph.size();
  }
}
