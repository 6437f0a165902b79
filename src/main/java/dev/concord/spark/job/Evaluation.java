package dev.concord.spark.job;

import dev.concord.capability.Additions;
import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.DoubtStep;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.metric.Agreement;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.metric.doubt.SetAside;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.plan.JobInputs;
import dev.concord.suggest.PresentClusters;
import java.util.List;
import java.util.Locale;
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
 * @param additions of capabilities, each a {@link PartitionPart.Addition}
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
    Additions additions,
    @Nullable Doubt doubt,
    @Nullable SetAside aside,
    @Nullable DoubtFigures confidences) {

  private static Evaluation of(
      JobInputs inputs,
      WeightedGraph graph,
      int[] labels,
      ClustersConfig clusters,
      int k,
      Clustering.Outcome found,
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
        additions(new PartitionPart.Result(clusters, inputs, graph, found, labels, truth)),
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
    CsrMatrix witnesses = ConstraintFigures.witnesses(graph, inputs.constraints());
    return new PairEvidence(witnesses, labels, sizes.length);
  }

  /** The clusters that questions are about, with confidences where these are known. */
  PresentClusters present(int[] labels) {
    return new PresentClusters(labels, sizes.length, doubt == null ? null : doubt.confidence());
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

  /** Warns when a partition has fewer clusters than it should. */
  private static void warnOfEmpty(ClusterNumbering numbering, int k, WarningLog log) {
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

  private static Additions additions(PartitionPart.Result result) {
    Additions all = Additions.NONE;
    for (PartitionPart part : Capabilities.of(PartitionPart.class)) {
      PartitionPart.Addition one = part.evaluated(result);
      all = one == null ? all : all.and(one);
    }
    return all;
  }

  /**
   * What an evaluation refers to, beside graph and partition.
   *
   * @param earlier partition, or null
   * @param sizes bounds on the sizes of clusters, or null
   * @param split the clusters that alone were clustered anew, or null
   */
  record Basis(
      ConcordConfig config,
      JobInputs inputs,
      Drift.@Nullable Earlier earlier,
      @Nullable SizeLimits sizes,
      @Nullable SplitClusters split,
      StageClock clock,
      WarningLog log) {

    /**
     * Numbers the clusters, sets points aside where that is asked for, and evaluates.
     *
     * @param heldOut partitions found without some of the pairs, may be empty
     */
    Judged judged(BuiltGraph built, Clustering.Outcome found, List<HeldOut> heldOut) {
      clock.start("metrics", -1);
      ClustersConfig clusters = config.clusters();
      int[] labels = found.labels();
      boolean counted = Catalogue.named(clusters.method()).findsCount();
      int k = counted ? ClusterNumbering.count(labels) : clusters.count();
      k = split == null ? k : split.clusters();
      boolean asked = config.output().membership() || clusters.outliers() > 0.0;
      Doubt doubt =
          k <= Doubt.MOST_CLUSTERS && (asked || !(built.graph() instanceof BlockGraph))
              ? DoubtStep.of(built.graph(), labels, k, found.result(), heldOut)
              : null;
      if (asked && doubt == null) {
        log.warning(
            "output.membership and clusters.outliers are left out: they are computed for at most "
                + Doubt.MOST_CLUSTERS
                + " clusters, and there are "
                + k
                + ".");
      }
      SetAside aside = setAside(doubt, labels, k);
      ClusterNumbering numbering =
          ClusterNumbering.byFallingSize(labels, k, aside == null ? null : aside.aside());
      if (split == null) {
        warnOfEmpty(numbering, k, log);
      }
      boolean numbered = split != null || (sizes != null && sizes.earlier() != null);
      Drift drift = Drift.of(earlier, numbered ? labels : numbering.labels(), numbered, k);
      if (doubt != null) {
        doubt = DoubtStep.renumbered(doubt, labels, drift.labels(), k);
      }
      Evaluation evaluation =
          Evaluation.of(inputs, built.graph(), drift.labels(), clusters, k, found, doubt, aside);
      clock.finish("ncut " + String.format(Locale.ROOT, "%.4f", evaluation.ncut()));
      return new Judged(drift, evaluation);
    }

    /** The points to be set aside, or null where none are asked for. */
    private @Nullable SetAside setAside(@Nullable Doubt doubt, int[] labels, int k) {
      double share = config.clusters().outliers();
      if (share == 0.0 || doubt == null) {
        return null;
      }
      Clustering.Knowledge known =
          new Clustering.Knowledge(inputs.constraints(), inputs.labels(), inputs.side(), sizes);
      SetAside aside = DoubtStep.setAside(doubt, share, labels, k, known);
      String shortage = DoubtStep.shortage(aside, labels.length);
      if (shortage != null) {
        log.warning(shortage);
      }
      return aside;
    }
  }

  /** A partition with the numbers of its clusters, and its figures. */
  record Judged(Drift drift, Evaluation evaluation) {}
}
