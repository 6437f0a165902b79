package dev.concord.method;

import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import java.util.function.Supplier;

/** Where eigenvectors of a graph are looked for before they are computed. */
@FunctionalInterface
public interface EigenvectorStore {
  /** Always computes. */
  EigenvectorStore NONE = (graph, options, solver) -> solver.get();

  /**
   * The smoothest eigenpairs of a graph.
   *
   * @param solver computes them
   */
  Eigenpairs find(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver);
}
