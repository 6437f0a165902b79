package dev.concord.spark.coarse;

import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.IdNames;
import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.Clustering;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.plan.JobInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the points, as coarsening and the way back need it.
 *
 * <p>A point in a pair has its must-link component's number below 0 as its tag, another point with
 * a known label that label. So a node has points of one component or of one label at most, and the
 * cannot-links between nodes are those between components: what could be satisfied before can be
 * after.
 *
 * @param pairs of the points
 * @param labels of points, or null
 * @param sizes bounds on the sizes of clusters, or null
 * @param tags of points
 * @param apart for a tag below 0 the tags that must be in other clusters
 * @param joined for a tag below 0 whether it has several points
 */
record CoarseKnowledge(
    PairConstraints pairs,
    @Nullable KnownLabels labels,
    @Nullable SizeLimits sizes,
    Map<Integer, Integer> tags,
    Map<Integer, int[]> apart,
    Map<Integer, Boolean> joined) {

  /** What the inputs of a job say. */
  static CoarseKnowledge of(JobInputs inputs, @Nullable SizeLimits sizes) {
    PairConstraints pairs = inputs.constraints();
    KnownLabels labels = inputs.labels();
    int[] componentOf = inputs.closure().componentOf();
    Map<Integer, Integer> tags = new HashMap<>();
    Map<Integer, Boolean> joined = new HashMap<>();
    for (int p = 0; p < pairs.size(); p++) {
      for (int point : new int[] {pairs.first()[p], pairs.second()[p]}) {
        int component = componentOf[point];
        tags.put(point, -1 - component);
        joined.put(-1 - component, inputs.closure().sizes()[component] > 1);
      }
    }
    if (labels != null) {
      for (int v = 0; v < labels.labels().length; v++) {
        if (labels.labels()[v] >= 0) {
          tags.putIfAbsent(v, labels.labels()[v]);
        }
      }
    }
    CannotLinkGraph graph = CannotLinkGraph.of(pairs, inputs.closure());
    int[] of = graph.components();
    Map<Integer, int[]> apart = new HashMap<>();
    for (int v = 0; v < of.length; v++) {
      apart.put(
          -1 - of[v],
          Arrays.stream(graph.neighbors(), graph.start()[v], graph.start()[v + 1])
              .map(u -> -1 - of[u])
              .toArray());
    }
    return new CoarseKnowledge(pairs, labels, sizes, tags, apart, joined);
  }

  /**
   * Whether a node may go to a cluster.
   *
   * @param clusterOfTag of all tags below 0
   * @param points whether the nodes are the points
   */
  boolean mayMove(int tag, int to, Map<Integer, Integer> clusterOfTag, boolean points) {
    if (tag >= 0 || (points && joined.getOrDefault(tag, false))) {
      return false;
    }
    for (int other : apart.getOrDefault(tag, new int[0])) {
      if (clusterOfTag.getOrDefault(other, -1) == to) {
        return false;
      }
    }
    return true;
  }

  /** The weight of the nodes of each level as bounds of sizes count it; empty without bounds. */
  List<double[]> weights(List<CoarseLevels.Level> levels) {
    List<double[]> weights = new ArrayList<>();
    SizeLimits limits = sizes;
    double[] own = limits == null ? new double[0] : ofPoints(limits);
    for (CoarseLevels.Level level : levels) {
      weights.add(own);
      if (limits != null && level.lift() != null) {
        own = level.lift().sums(own);
      }
    }
    return weights;
  }

  private double[] ofPoints(SizeLimits limits) {
    double[] weight = limits.weight();
    if (weight == null) {
      weight = new double[pairs.points()];
      Arrays.fill(weight, 1.0);
    }
    return weight;
  }

  /** What is known of the nodes of the coarsest graph. */
  Clustering.Knowledge ofNodes(CoarseLevels coarsening) {
    int[] nodeOf = coarsening.nodeOf();
    int nodes = coarsening.points().length;
    int[] firstOf = new int[nodes];
    for (int v = nodeOf.length - 1; v >= 0; v--) {
      firstOf[nodeOf[v]] = v;
    }
    SizeLimits limits = sizes;
    List<double[]> weights = weights(coarsening.levels());
    return new Clustering.Knowledge(
        pairsOf(nodeOf, firstOf),
        labelsOf(nodeOf, nodes),
        null,
        limits == null
            ? null
            : new SizeLimits(
                limits.lower(), limits.upper(), weights.get(weights.size() - 1), null));
  }

  /** The pairs between different nodes; a node has the name of its first point. */
  private PairConstraints pairsOf(int[] nodeOf, int[] firstOf) {
    int[] first = new int[pairs.size()];
    int[] second = new int[pairs.size()];
    boolean[] must = new boolean[pairs.size()];
    double[] weight = new double[pairs.size()];
    int count = 0;
    for (int p = 0; p < pairs.size(); p++) {
      int a = nodeOf[pairs.first()[p]];
      int b = nodeOf[pairs.second()[p]];
      if (a != b) {
        first[count] = a;
        second[count] = b;
        must[count] = pairs.mustLink()[p];
        weight[count++] = pairs.weight()[p];
      }
    }
    int[] from = Arrays.copyOf(first, count);
    int[] to = Arrays.copyOf(second, count);
    boolean[] together = Arrays.copyOf(must, count);
    double[] belief = Arrays.copyOf(weight, count);
    IdNames names = node -> pairs.names().name(firstOf[node]);
    return pairs.realValued()
        ? PairConstraints.ofReals(firstOf.length, from, to, together, belief, names)
        : PairConstraints.of(firstOf.length, from, to, together, belief, names);
  }

  private @Nullable KnownLabels labelsOf(int[] nodeOf, int nodes) {
    if (labels == null) {
      return null;
    }
    int[] known = new int[nodes];
    Arrays.fill(known, -1);
    for (int v = nodeOf.length - 1; v >= 0; v--) {
      if (labels.labels()[v] >= 0) {
        known[nodeOf[v]] = labels.labels()[v];
      }
    }
    return new KnownLabels(known, labels.names());
  }
}
