package dev.concord.method.productcut;

import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of product-cut. Without a search, for one cluster or no more nodes than clusters,
 * only the number of nodes is known.
 *
 * @param objective mean over the points with an edge of their log-likelihood
 * @param objectives the same of every start
 * @param alpha probability that the walk goes on
 * @param steps linear programs of the best start
 * @param avoided decisions of its last one against the greatest gain, for a cannot-link
 * @param residual relative, of the systems behind the objective
 * @param products of the graph with a vector, in all starts
 * @param nodes must-link components
 */
public record ProductCutFigures(
    @Nullable Double objective,
    double @Nullable [] objectives,
    @Nullable Double alpha,
    @Nullable Integer steps,
    @Nullable Integer avoided,
    @Nullable Double residual,
    @Nullable Long products,
    int nodes)
    implements MethodFigures {

  static ProductCutFigures withoutSearch(int nodes) {
    return new ProductCutFigures(null, null, null, null, null, null, null, nodes);
  }

  @Override
  public Convergence convergence() {
    return residual == null || steps == null || products == null
        ? Convergence.NONE
        : Convergence.ofOne(residual, steps, products);
  }
}
