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
 * @param steps linear programs after the starts
 * @param exchanges splits of a cluster with a merge of two others that were kept
 * @param tried exchanges that were tried
 * @param moved nodes that the last linear program still moved
 * @param avoided its decisions against the greatest gain, for a cannot-link
 * @param residual relative, of the systems behind the objective
 * @param products of the graph with a vector for these systems
 * @param nodes must-link components
 */
public record ProductCutFigures(
    @Nullable Double objective,
    double @Nullable [] objectives,
    @Nullable Double alpha,
    @Nullable Integer steps,
    @Nullable Integer exchanges,
    @Nullable Integer tried,
    @Nullable Integer moved,
    @Nullable Integer avoided,
    @Nullable Double residual,
    @Nullable Long products,
    int nodes)
    implements MethodFigures {

  static ProductCutFigures withoutSearch(int nodes) {
    return new ProductCutFigures(null, null, null, null, null, null, null, null, null, null, nodes);
  }

  /** Of a partition that was found before: of its search the objective alone is known. */
  public static ProductCutFigures found(double objective, int nodes) {
    return new ProductCutFigures(
        objective, null, null, null, null, null, null, null, null, null, nodes);
  }

  @Override
  public Convergence convergence() {
    return residual == null || steps == null || products == null
        ? Convergence.NONE
        : Convergence.ofOne(residual, steps, products);
  }
}
