package dev.concord.spark.coarse;

import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.Clustering;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.plan.JobInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the points, as coarsening and the way back need it.
 *
 * @param pairs of the points
 * @param labels of points, or null
 * @param sizes bounds on the sizes of clusters, or null
 * @param tags of points
 * @param apart for a must-link component those that must be in other clusters
 */
record CoarseKnowledge(
    PairConstraints pairs,
    @Nullable KnownLabels labels,
    @Nullable SizeLimits sizes,
    NodeTags tags,
    Map<Integer, int[]> apart) {

  /** What the inputs of a job say, for k clusters. */
  static CoarseKnowledge of(JobInputs inputs, @Nullable SizeLimits sizes, int clusters) {
    PairConstraints pairs = inputs.constraints();
    KnownLabels labels = inputs.labels();
    MustLinkClosure closure = inputs.closure();
    Map<Integer, int[]> components = new HashMap<>();
    Set<Integer> joined = new HashSet<>();
    Map<Integer, Set<Integer>> beside = new HashMap<>();
    for (int p = 0; p < pairs.size(); p++) {
      int one = closure.component(pairs.first()[p]);
      int other = closure.component(pairs.second()[p]);
      components.put(pairs.first()[p], new int[] {one});
      components.put(pairs.second()[p], new int[] {other});
      for (int component : new int[] {one, other}) {
        if (closure.size(component) > 1) {
          joined.add(component);
        }
      }
      if (!pairs.mustLink()[p] && one != other) {
        beside.computeIfAbsent(one, c -> new TreeSet<>()).add(other);
        beside.computeIfAbsent(other, c -> new TreeSet<>()).add(one);
      }
    }
    Map<Integer, Integer> known = new HashMap<>();
    if (labels != null) {
      for (int v = 0; v < labels.labels().length; v++) {
        if (labels.labels()[v] >= 0) {
          known.put(v, labels.labels()[v]);
        }
      }
    }
    Map<Integer, int[]> separate = new HashMap<>();
    beside.forEach(
        (one, others) -> separate.put(one, others.stream().mapToInt(Integer::intValue).toArray()));
    return new CoarseKnowledge(
        pairs,
        labels,
        sizes,
        new NodeTags(known, components, new NodeTags.Links(separate, joined, clusters)),
        apart(CannotLinkGraph.of(pairs, closure)));
  }

  private static Map<Integer, int[]> apart(CannotLinkGraph graph) {
    int[] of = graph.components();
    Map<Integer, int[]> apart = new HashMap<>();
    for (int v = 0; v < of.length; v++) {
      apart.put(
          of[v],
          Arrays.stream(graph.neighbors(), graph.start()[v], graph.start()[v + 1])
              .map(u -> of[u])
              .toArray());
    }
    return apart;
  }

  /**
   * Whether a node may go to a cluster. One of a known label stays, and a point whose component has
   * others.
   *
   * @param clusterOf of all must-link components in pairs
   * @param points whether the nodes are the points
   */
  boolean mayMove(
      NodeTags level, int node, int to, Map<Integer, Integer> clusterOf, boolean points) {
    if (level.labels().containsKey(node)) {
      return false;
    }
    for (int component : level.of(node)) {
      if (points && tags.links().joined().contains(component)) {
        return false;
      }
      for (int other : apart.getOrDefault(component, new int[0])) {
        if (clusterOf.getOrDefault(other, -1) == to) {
          return false;
        }
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
    return PairList.of(
            pairs, p -> nodeOf[pairs.first()[p]] != nodeOf[pairs.second()[p]], end -> nodeOf[end])
        .on(firstOf.length, node -> pairs.names().name(firstOf[node]), pairs.realValued());
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
