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
import dev.concord.metric.doubt.SetAside;
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
 * @param aside points set aside, or null; they count in the cut alone
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
    @Nullable SetAside aside,
    @Nullable DoubtFigures confidences) {

  static Evaluation of(
      JobInputs inputs,
      WeightedGraph graph,
      int[] labels,
      int k,
      @Nullable Doubt doubt,
      @Nullable SetAside aside) {
    int[] sizes = new int[k];
    for (int i = 0; i < labels.length; i++) {
      sizes[labels[i]] += aside != null && aside.aside()[i] ? 0 : 1;
    }
    double[] parts = NormalizedCut.perCluster(graph, labels, k);
    double ncut = 0.0;
    for (double part : parts) {
      ncut += part;
    }
    int[] truth = truth(inputs.truth(), aside);
    Agreement all = null;
    Agreement outside = null;
    if (truth != null) {
      all = Agreement.of(truth, labels);
      outside = Agreement.outside(truth, labels, inputs.constraints().touched());
    }
    return new Evaluation(
        sizes,
        ncut,
        parts,
        Violations.of(inputs.constraints(), labels),
        all,
        outside,
        doubt,
        aside,
        doubt == null ? null : confidences(doubt, aside, truth, labels));
  }

  /** The classes, -1 for points set aside. */
  private static int @Nullable [] truth(@Nullable Labeling truth, @Nullable SetAside aside) {
    if (truth == null) {
      return null;
    }
    return aside == null ? truth.labels() : aside.applied(truth.labels());
  }

  /** The clusters, -1 for points set aside. */
  int[] assigned(int[] labels) {
    return aside == null ? labels : aside.applied(labels);
  }

  /** The doubt as the table clusters has it. */
  @Nullable Doubt written(int[] labels) {
    return doubt == null || aside == null ? doubt : doubt.settingAside(aside.aside(), labels);
  }

  /**
   * Evidence of the graph against pairs; of edges on executors the rows of given pairs are read.
   */
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
      Doubt doubt, @Nullable SetAside aside, int @Nullable [] truth, int[] labels) {
    return DoubtFigures.of(
        doubt,
        truth == null ? null : CalibrationFigures.of(truth, labels, doubt.confidence()),
        aside);
  }
}
