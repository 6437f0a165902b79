package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.NestedLevel;
import dev.concord.metric.Violations;
import dev.concord.partition.nested.NestedPartitions;
import dev.concord.spark.input.labels.Labeling;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.progress.WarningLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How good a partition is.
 *
 * @param sizes points of each cluster
 * @param ncut sum over clusters of cut(C, rest) / vol(C), on the graph as given
 * @param ncutParts its terms
 * @param violations the given constraints against the partition
 * @param truth agreement with the truth, or null
 * @param truthOutside the same over points in no constraint, or null
 * @param levels nested partitions, the coarsest first and this one last; empty without
 */
record Evaluation(
    int[] sizes,
    double ncut,
    double[] ncutParts,
    Violations violations,
    @Nullable Agreement truth,
    @Nullable Agreement truthOutside,
    List<NestedLevel> levels) {

  static Evaluation of(
      JobInputs inputs, WeightedGraph graph, int[] labels, ClustersConfig clusters) {
    int k = clusters.count();
    int[] sizes = new int[k];
    for (int label : labels) {
      sizes[label]++;
    }
    double[] parts = NormalizedCut.perCluster(graph, labels, k);
    double ncut = 0.0;
    for (double part : parts) {
      ncut += part;
    }
    Labeling truth = inputs.truth();
    Agreement all = null;
    Agreement outside = null;
    if (truth != null) {
      all = Agreement.of(truth.labels(), labels);
      outside = Agreement.outside(truth.labels(), labels, inputs.constraints().touched());
    }
    return new Evaluation(
        sizes,
        ncut,
        parts,
        Violations.of(inputs.constraints(), labels),
        all,
        outside,
        levels(inputs, graph, labels, clusters));
  }

  /** Warns when a partition has fewer clusters than it should. */
  static void warnOfEmpty(ClusterNumbering numbering, int k, WarningLog log) {
    if (numbering.nonEmpty() < k) {
      log.warning(
          "Only "
              + numbering.nonEmpty()
              + " of the "
              + k
              + " clusters have points: the embedding has too few distinct rows, or"
              + " must-links leave too few separate groups. Lower clusters.count or raise"
              + " clusters.eigenvectors.");
    }
  }

  private static List<NestedLevel> levels(
      JobInputs inputs, WeightedGraph graph, int[] labels, ClustersConfig clusters) {
    List<Integer> numbers = clusters.number().levels();
    if (numbers.isEmpty()) {
      return List.of();
    }
    PairConstraints pairs = inputs.constraints();
    PairConstraints kept =
        clusters.hardConstraints() ? pairs : PairConstraints.none(pairs.points(), pairs.names());
    List<int[]> found = NestedPartitions.of(graph, labels, numbers, kept);
    List<NestedLevel> levels = new ArrayList<>();
    int[] coarser = null;
    for (int level = 0; level < numbers.size(); level++) {
      int k = numbers.get(level);
      boolean finest = level == numbers.size() - 1;
      int[] own = finest ? labels : ClusterNumbering.byFallingSize(found.get(level), k).labels();
      Labeling truth = inputs.truth();
      levels.add(
          NestedLevel.of(graph, pairs, own, k, coarser, truth == null ? null : truth.labels()));
      coarser = own;
    }
    return List.copyOf(levels);
  }
}
