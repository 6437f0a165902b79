package dev.concord.spark.job;

import dev.concord.config.GraphConfig;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ConnectingEdges;
import dev.concord.graph.weights.Connection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.KernelWeight;
import dev.concord.linalg.CsrMatrix;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.OutsideSearch;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes one component of a graph that has more components than clusters are wanted. Left as it is,
 * such a graph is partitioned by its components, whatever their sizes. A graph of at most as many
 * components as clusters stays as it is: its components may be the clusters.
 *
 * <p>Cost: 2<sup>38</sup> differences of two features for each of at most log2(components) rounds,
 * or as many as one row a component takes; a graph for which that is more than 2<sup>43</sup> stays
 * as it is, with a warning.
 */
public record GraphConnection(
    JavaSparkContext context, GraphConfig config, int clusters, JobListener listener) {
  /** Differences of two features in the first round beyond which nothing is joined. */
  private static final long MOST_WORK = 1L << 43;

  /** A component is small when a cluster of equal share would have more than so many times it. */
  private static final long SMALL = 20;

  /**
   * A graph and its components.
   *
   * @param joined null when nothing was joined
   */
  record Result(WeightedGraph graph, Components components, GraphFigures.@Nullable Joined joined) {}

  /** A graph as it is. */
  static Result unchanged(WeightedGraph graph) {
    Components components =
        graph instanceof BlockGraph blocks
            ? blocks.components()
            : Components.of(((SimilarityGraph) graph).weights());
    return new Result(graph, components, null);
  }

  /**
   * The graph, connected if it has more components than clusters.
   *
   * @param scaled the features that the graph was built on, panel p in partition p
   */
  Result connected(SimilarityGraph graph, JavaRDD<FeaturePanel> scaled, int dim) {
    Result found = unchanged(graph);
    int count = found.components.count();
    if (!config.connect().applies(count, clusters)) {
      warnOfSmall(found.components);
      return found;
    }
    double row = (double) graph.size() * dim;
    if ((count - 1.0) * row > MOST_WORK) {
      listener.warning(
          ("The graph has %s components, too many to join at this size (graph.connect). Raise"
                  + " graph.neighbors, or set graph.symmetrize = union.")
              .formatted(count));
      return found;
    }
    ConnectingEdges edges =
        ConnectingEdges.of(
            found.components,
            ConnectingEdges.rows(graph.size(), dim),
            new OutsideSearch(context, scaled));
    SimilarityGraph joined =
        ConnectingWeights.add(
            graph, config.kernel(), edges.source(), edges.target(), edges.distance());
    return new Result(
        joined,
        Components.of(joined.weights()),
        new GraphFigures.Joined(count, edges.source().length));
  }

  /**
   * A graph whose edges are on the executors, as it is: its blocks are made from neighbour lists,
   * and made again from them when an executor is lost, so edges of no list have no place there.
   */
  Result onExecutors(BlockGraph graph) {
    Result found = unchanged(graph);
    int count = found.components.count();
    if (config.connect().applies(count, clusters)) {
      listener.warning(
          ("The graph has %s components, and graph.connect joins none because the edges are on the"
                  + " executors: components decide the clusters. Raise graph.neighbors, or set"
                  + " plan.operator = distributed, which has the edges on the driver.")
              .formatted(count));
    } else {
      warnOfSmall(found.components);
    }
    return found;
  }

  /** Warns where a component that may become a cluster looks like a handful of far points. */
  private void warnOfSmall(Components components) {
    int count = components.count();
    int least = components.sizes()[count - 1];
    long points = components.componentOf().length;
    if (config.connect() == Connection.AUTO && count > 1 && SMALL * clusters * least < points) {
      listener.warning(
          ("The graph has %s components, the smallest of %s points, and is not joined because"
                  + " clusters.count is %s: components may become clusters. If these points are"
                  + " outliers, set graph.connect = always.")
              .formatted(count, least, clusters));
    }
  }

  /** Whether a graph kept from an earlier run is the one that this configuration gives. */
  public static boolean isCurrent(GraphFigures kept, Connection connect, int clusters) {
    GraphFigures.Joined joined = kept.joined();
    int components = joined == null ? kept.components() : joined.components();
    return (joined != null) == connect.applies(components, clusters);
  }

  /**
   * The weights of edges that join the components of a graph.
   *
   * <p>Such an edge weighs what the kernel gives its distance, but at least as much as the last
   * edge of a typical point: the median, over all points with an edge, of the smallest weight of
   * their edges. The kernels fall so fast that the distance alone would give weights like 1e-40.
   * With them the graph would be connected on paper only: eigenvalues would differ by less than
   * rounding, and the cheapest cut would still be the one between components.
   */
  static final class ConnectingWeights {
    private ConnectingWeights() {}

    /**
     * The graph with further edges. Time O(n log n + edges).
     *
     * @param source dense ids, each pair in different components
     * @param target dense ids
     * @param distance of each pair
     */
    public static SimilarityGraph add(
        SimilarityGraph graph, KernelType kernel, int[] source, int[] target, double[] distance) {
      Double sigma = graph.figures().sigma();
      KernelWeight weights = new KernelWeight(kernel, false, sigma == null ? Double.NaN : sigma);
      double least = Math.max(typicalLast(graph.weights()), Double.MIN_NORMAL);
      double[] scales = graph.scales();
      double[] weight = new double[source.length];
      for (int e = 0; e < weight.length; e++) {
        weight[e] = Math.max(least, weights.of(distance[e], scales[source[e]], scales[target[e]]));
      }
      return graph.with(source, target, weight);
    }

    /** The median of the points' smallest weights; 1 where no point has an edge. */
    private static double typicalLast(CsrMatrix w) {
      double[] last = new double[w.rows()];
      int points = 0;
      for (int i = 0; i < w.rows(); i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
          least = Math.min(least, w.val()[p]);
        }
        if (w.rowPtr()[i] < w.rowPtr()[i + 1]) {
          last[points++] = least;
        }
      }
      Arrays.sort(last, 0, points);
      return points == 0 ? 1.0 : last[points / 2];
    }
  }
}
