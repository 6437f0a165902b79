package dev.concord.spark.job;

import dev.concord.capability.Additions;
import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.Clustering;
import dev.concord.metric.Agreement;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.metric.doubt.SetAside;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.plan.JobInputs;
import dev.concord.suggest.PresentClusters;
import org.jspecify.annotations.Nullable;

/**
 * How good a partition is.
 *
 * @param clustered the clusters under their numbers
 * @param sizes points of each cluster
 * @param ncut sum over clusters of cut(C, rest) / vol(C), on the graph as given
 * @param ncutParts its terms
 * @param violations the given constraints against the partition
 * @param truth agreement with the truth, or null
 * @param truthOutside the same over points in no constraint, or null
 * @param additions of capabilities, each a {@link PartitionPart.Addition}
 * @param doubt about single points, or null
 * @param aside points set aside, or null; they count in the cut alone
 * @param confidences its figures, or null
 */
record Evaluation(
    NumberedClusters clustered,
    int[] sizes,
    double ncut,
    double[] ncutParts,
    Violations violations,
    @Nullable Agreement truth,
    @Nullable Agreement truthOutside,
    Additions additions,
    @Nullable Doubt doubt,
    @Nullable SetAside aside,
    @Nullable DoubtFigures confidences) {

  static Evaluation of(
      JobInputs inputs,
      WeightedGraph graph,
      NumberedClusters clustered,
      ClustersConfig clusters,
      int k,
      Clustering.Outcome found,
      @Nullable Doubt doubt,
      @Nullable SetAside aside) {
    int[] labels = clustered.labels();
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
        clustered,
        sizes,
        ncut,
        parts,
        Violations.of(inputs.constraints(), labels),
        all,
        outside,
        additions(
            new PartitionPart.Result(
                clusters,
                inputs,
                graph,
                found,
                clustered,
                aside == null ? labels : aside.applied(labels),
                truth)),
        doubt,
        aside,
        doubt == null ? null : confidences(inputs, doubt, aside, truth, labels));
  }

  /** The classes, -1 for points set aside. */
  private static int @Nullable [] truth(@Nullable Labeling truth, @Nullable SetAside aside) {
    if (truth == null) {
      return null;
    }
    return aside == null ? truth.labels() : aside.applied(truth.labels());
  }

  /** Cluster of each point. */
  int[] labels() {
    return clustered.labels();
  }

  /** The clusters, -1 for points set aside. */
  int[] assigned() {
    return aside == null ? labels() : aside.applied(labels());
  }

  /** The doubt as the table clusters has it. */
  @Nullable Doubt written() {
    return doubt == null || aside == null ? doubt : doubt.settingAside(aside.aside(), labels());
  }

  /**
   * Evidence of the graph against pairs; of edges on executors the rows of given pairs are read.
   */
  PairEvidence evidence(JobInputs inputs, WeightedGraph graph) {
    CsrMatrix witnesses = ConstraintFigures.witnesses(graph, inputs.constraints());
    return new PairEvidence(witnesses, labels(), sizes.length);
  }

  /** The clusters that questions are about, with confidences where these are known. */
  PresentClusters present() {
    return new PresentClusters(labels(), sizes.length, doubt == null ? null : doubt.confidence());
  }

  private static DoubtFigures confidences(
      JobInputs inputs,
      Doubt doubt,
      @Nullable SetAside aside,
      int @Nullable [] truth,
      int[] labels) {
    KnownLabels given = inputs.labels();
    return DoubtFigures.of(
        doubt,
        inputs.constraints().size() > 0 || (given != null && given.known() > 0),
        truth == null ? null : CalibrationFigures.of(truth, labels, doubt.confidence()),
        aside);
  }

  private static Additions additions(PartitionPart.Result result) {
    Additions all = Additions.NONE;
    for (PartitionPart part : Capabilities.of(PartitionPart.class)) {
      PartitionPart.Addition one = part.evaluated(result);
      all = one == null ? all : all.and(one);
    }
    return all;
  }
}
