package dev.concord.spark.coarse;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.method.MethodResult;
import dev.concord.method.Services;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.SizedPartition;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Steps on a coarse graph of which the method's is made on the points: each node then has the
 * cluster of most of its points, the lower number of equal ones, and refinement and bounds of sizes
 * start from there.
 */
public final class FineRunner implements Clustering.Runner {
  private final FineVectors fine;
  private final PairConstraints pairs;
  private final int[] nodeOf;
  private final int clusters;
  private final SimilarityGraph coarse;
  private final Clustering.Runner steps;
  private @Nullable MethodResult points;

  FineRunner(
      FineVectors fine,
      PairConstraints pairs,
      int[] nodeOf,
      int clusters,
      SimilarityGraph coarse,
      Clustering.Runner steps) {
    this.fine = fine;
    this.pairs = pairs;
    this.nodeOf = nodeOf;
    this.clusters = clusters;
    this.coarse = coarse;
    this.steps = steps;
  }

  /** The method's result for the points; after it ran. */
  public MethodResult ofPoints() {
    return Objects.requireNonNull(points);
  }

  @Override
  public Services services() {
    return steps.services();
  }

  @Override
  public MethodResult method(WeightedGraph graph, Supplier<MethodResult> step) {
    MethodResult found =
        steps.method(
            graph,
            () -> {
              try (Services services = steps.services()) {
                return fine.found(pairs, coarse, services);
              }
            });
    points = found;
    return found.with(ofNodes(found.labels()));
  }

  private int[] ofNodes(int[] labels) {
    int nodes = coarse.size();
    int[] counts = new int[Math.multiplyExact(nodes, clusters)];
    for (int i = 0; i < labels.length; i++) {
      counts[nodeOf[i] * clusters + labels[i]]++;
    }
    int[] most = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      for (int c = 1; c < clusters; c++) {
        if (counts[v * clusters + c] > counts[v * clusters + most[v]]) {
          most[v] = c;
        }
      }
    }
    return most;
  }

  @Override
  public Refinement.Refined refinement(
      WeightedGraph graph, int[] labels, Supplier<Refinement.Refined> step) {
    return steps.refinement(graph, labels, step);
  }

  @Override
  public SizedPartition sizes(Supplier<SizedPartition> step) {
    return steps.sizes(step);
  }
}
