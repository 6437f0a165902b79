package dev.concord.nested;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.KindCounts;
import dev.concord.metric.Violations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition of nested ones.
 *
 * @param labels cluster of each point
 * @param figures of the partition
 */
record NestedLevel(int[] labels, Figures figures) {
  private static final int LISTED = 1000;

  /**
   * The figures of a level.
   *
   * @param k number of clusters
   * @param clusterSizes points of each
   * @param ncut normalized cut
   * @param ncutPerCluster its terms
   * @param within the cluster of the next coarser level that holds each; null for the coarsest
   * @param mustLink must-links, and those that do not hold
   * @param cannotLink cannot-links, and those that do not hold
   * @param violated the given pairs that do not hold, by ids, a thousand at most
   * @param truth agreement with true labels; null without
   */
  record Figures(
      int k,
      int[] clusterSizes,
      double ncut,
      double[] ncutPerCluster,
      int @Nullable [] within,
      KindCounts mustLink,
      KindCounts cannotLink,
      List<Pair> violated,
      @Nullable Agreement truth) {}

  /** Two points by their ids. */
  record Pair(String first, String second) {}

  /**
   * The level of a partition.
   *
   * @param labels cluster of each point, 0..k-1
   * @param coarser that of the next coarser level, or null
   * @param truth true class of each point, -1 where unknown; or null
   */
  static NestedLevel of(
      WeightedGraph graph,
      PairConstraints pairs,
      int[] labels,
      int k,
      int @Nullable [] coarser,
      int @Nullable [] truth) {
    int[] sizes = new int[k];
    int[] within = new int[k];
    for (int i = 0; i < labels.length; i++) {
      sizes[labels[i]]++;
      within[labels[i]] = coarser == null ? 0 : coarser[i];
    }
    Violations violations = Violations.of(pairs, labels);
    List<Pair> violated = new ArrayList<>();
    for (int p = 0; p < pairs.size() && violated.size() < LISTED; p++) {
      if (!violations.satisfied()[p]) {
        violated.add(
            new Pair(pairs.names().name(pairs.first()[p]), pairs.names().name(pairs.second()[p])));
      }
    }
    double[] parts = NormalizedCut.perCluster(graph, labels, k);
    return new NestedLevel(
        labels,
        new Figures(
            k,
            sizes,
            Arrays.stream(parts).sum(),
            parts,
            coarser == null ? null : within,
            KindCounts.must(violations),
            KindCounts.cannot(violations),
            List.copyOf(violated),
            truth == null ? null : Agreement.of(truth, labels)));
  }
}
