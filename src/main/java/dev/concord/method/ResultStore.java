package dev.concord.method;

import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import java.util.function.Supplier;

/** What runs on the same graph share, whatever is known about pairs. */
public interface ResultStore {
  /** Always computes. */
  ResultStore NONE = (graph, options, solver) -> solver.get();

  /**
   * The smoothest eigenpairs of a graph.
   *
   * @param solver computes them
   */
  Eigenpairs find(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver);

  /**
   * A partition of a graph that a search finds without any pair.
   *
   * @param search which one; nothing else decides what is found
   * @param run finds it
   */
  default Found partition(SimilarityGraph graph, Search search, Supplier<Found> run) {
    return run.get();
  }

  /**
   * A search.
   *
   * @param name from which its options follow; letters, digits and hyphens
   * @param clusters to be found
   * @param seed of its random choices
   */
  record Search(String name, int clusters, long seed) {}

  /**
   * A partition that was found.
   *
   * @param labels a cluster 0..k-1 for each point
   * @param objective what the search made large
   */
  record Found(int[] labels, double objective) {}
}
