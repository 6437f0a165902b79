package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.DoubtStep;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.metric.doubt.SetAside;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.plan.JobInputs;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the clusters of a partition, sets points aside where that is asked for, and evaluates it.
 *
 * @param earlier partition, or null
 * @param sizes bounds on the sizes of clusters, or null
 * @param split the clusters that alone were clustered anew, or null
 */
record Evaluator(
    ConcordConfig config,
    JobInputs inputs,
    NumberedClusters.@Nullable Earlier earlier,
    @Nullable SizeLimits sizes,
    @Nullable SplitClusters split,
    StageClock clock,
    WarningLog log) {

  /**
   * The evaluation.
   *
   * @param heldOut partitions found without some of the pairs, may be empty
   */
  Evaluation of(BuiltGraph built, Clustering.Outcome found, List<HeldOut> heldOut) {
    clock.start("metrics", -1);
    ClustersConfig clusters = config.clusters();
    int[] labels = found.labels();
    boolean counted = Catalogue.named(clusters.method()).findsCount();
    int k = counted ? ClusterNumbering.count(labels) : clusters.count();
    k = split == null ? k : split.clusters();
    boolean asked = config.output().membership().isShown() || clusters.outliers() > 0.0;
    Doubt doubt =
        k <= Doubt.MOST_CLUSTERS && (asked || !(built.graph() instanceof BlockGraph))
            ? DoubtStep.of(built.graph(), labels, k, found.result(), heldOut)
            : null;
    if (asked && doubt == null) {
      log.warning(
          ("output.membership and clusters.outliers are left out: they are computed for at most %s"
                  + " clusters, and there are %s.")
              .formatted(Doubt.MOST_CLUSTERS, k));
    }
    SetAside aside = setAside(doubt, labels, k);
    ClusterNumbering numbering =
        ClusterNumbering.byFallingSize(labels, k, aside == null ? null : aside.aside());
    if (split == null) {
      warnOfEmpty(numbering, k, log);
    }
    boolean numbered = split != null || (sizes != null && sizes.earlier() != null);
    NumberedClusters clustered =
        NumberedClusters.of(earlier, numbered ? labels : numbering.labels(), numbered, k);
    if (doubt != null) {
      doubt = DoubtStep.renumbered(doubt, labels, clustered.labels(), k);
    }
    Evaluation evaluation =
        Evaluation.of(inputs, built.graph(), clustered, clusters, k, found, doubt, aside);
    clock.finish("ncut " + String.format(Locale.ROOT, "%.4f", evaluation.ncut()));
    return evaluation;
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

  /** Warns when a partition has fewer clusters than it should. */
  private static void warnOfEmpty(ClusterNumbering numbering, int k, WarningLog log) {
    if (numbering.nonEmpty() < k) {
      log.warning(
          ("Only %s of the %s clusters have points: the embedding has too few distinct rows, or"
                  + " must-links leave too few separate groups. Lower clusters.count or raise"
                  + " clusters.eigenvectors.")
              .formatted(numbering.nonEmpty(), k));
    }
  }
}
