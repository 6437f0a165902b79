package dev.concord.spark.job;

import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.spark.input.labels.Labeling;
import dev.concord.spark.inputs.JobInputs;
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
 */
record Evaluation(
    int[] sizes,
    double ncut,
    double[] ncutParts,
    Violations violations,
    @Nullable Agreement truth,
    @Nullable Agreement truthOutside) {

  static Evaluation of(JobInputs inputs, WeightedGraph graph, int[] labels, int k) {
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
        sizes, ncut, parts, Violations.of(inputs.constraints(), labels), all, outside);
  }
}
