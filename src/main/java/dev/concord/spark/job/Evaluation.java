package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.metric.Agreement;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.input.labels.Labeling;
import dev.concord.spark.inputs.JobInputs;
import java.util.stream.IntStream;
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
 * @param doubt about single points, or null
 * @param confidences its figures, or null
 */
record Evaluation(
    int[] sizes,
    double ncut,
    double[] ncutParts,
    Violations violations,
    @Nullable Agreement truth,
    @Nullable Agreement truthOutside,
    @Nullable Doubt doubt,
    @Nullable DoubtFigures confidences) {

  static Evaluation of(
      JobInputs inputs, WeightedGraph graph, int[] labels, int k, @Nullable Doubt doubt) {
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
        doubt,
        doubt == null ? null : confidences(doubt, truth, labels, k));
  }

  /** Evidence of the graph against pairs; of edges on executors the rows of given pairs are read. */
  PairEvidence evidence(JobInputs inputs, WeightedGraph graph, int[] labels) {
    PairConstraints judged = inputs.constraints();
    CsrMatrix witnesses =
        graph instanceof BlockGraph blocks
            ? blocks.rows(
                IntStream.concat(IntStream.of(judged.first()), IntStream.of(judged.second()))
                    .sorted()
                    .distinct()
                    .toArray())
            : ((SimilarityGraph) graph).weights();
    return new PairEvidence(witnesses, labels, sizes.length);
  }

  private static DoubtFigures confidences(
      Doubt doubt, @Nullable Labeling truth, int[] labels, int k) {
    return DoubtFigures.of(
        doubt,
        truth == null
            ? null
            : CalibrationFigures.of(truth.labels(), labels, k, doubt.confidence()));
  }
}
