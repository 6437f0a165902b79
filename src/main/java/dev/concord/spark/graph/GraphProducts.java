package dev.concord.spark.graph;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;

/** Products with the normalized adjacency of a graph, on the driver or on the executors. */
public final class GraphProducts {
  private GraphProducts() {}

  /**
   * What a step makes of the products, which are released after it.
   *
   * @param blockRows rows of a block on executors; 0 for a graph on the driver: products there
   * @param traffic counts what products on executors move
   */
  public static <T> T during(
      JavaSparkContext context,
      WeightedGraph graph,
      int blockRows,
      ProductTraffic traffic,
      Function<LinearOperator, T> step) {
    if (!(graph instanceof BlockGraph) && blockRows == 0) {
      return step.apply(new CsrOperator(NormalizedAdjacency.of(SimilarityGraph.local(graph))));
    }
    traffic.watch();
    try (DistributedOperator operator =
        graph instanceof BlockGraph blocks
            ? blocks.normalized(traffic)
            : DistributedOperator.of(
                context,
                NormalizedAdjacency.of(SimilarityGraph.local(graph)),
                blockRows,
                traffic)) {
      return step.apply(operator);
    } finally {
      traffic.end();
    }
  }
}
