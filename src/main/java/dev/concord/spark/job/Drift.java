package dev.concord.spark.job;

import dev.concord.metric.Agreement;
import dev.concord.metric.Changes;
import dev.concord.metric.ClusterMatching;
import dev.concord.metric.DriftFigures;
import dev.concord.metric.DriftLimit;
import dev.concord.metric.Lineage;
import dev.concord.spark.base.BaseFigures;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import dev.concord.spark.output.EarlierClusters;
import dev.concord.spark.plan.JobInputs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a partition differs from an earlier one, and its clusters under the earlier numbers.
 *
 * @param labels cluster of each point
 * @param figures of the difference; null when there is no earlier one
 * @param earlier the earlier one, or null
 */
record Drift(int[] labels, @Nullable DriftFigures figures, @Nullable Earlier earlier) {

  /**
   * An earlier partition.
   *
   * @param clusters of the points
   * @param base the run that this one starts from, or null
   */
  record Earlier(Previous clusters, @Nullable BaseRun base) {}

  /**
   * How this run started from an earlier one, or null.
   *
   * @param kept neighbour lists of this run
   */
  @Nullable BaseFigures base(@Nullable ListedContents kept) {
    BaseRun base = earlier == null ? null : earlier.base();
    return base == null ? null : base.figures(kept);
  }

  /**
   * What became of the earlier partition, or null when there is none.
   *
   * @param assigned {@link #labels}, with -1 for points set aside
   * @param most share of the common points that may change their cluster
   * @throws dev.concord.error.DriftException when more do
   */
  @Nullable EarlierClusters changes(int[] assigned, JobInputs inputs, double most) {
    if (earlier == null || figures == null) {
      return null;
    }
    Previous previous = earlier.clusters();
    int[] before = previous.clusterOf();
    boolean[] changed = earlier.base() == null ? new boolean[0] : earlier.base().changed();
    Changes changes = Changes.of(before, assigned, changed, inputs.constraints(), inputs.closure());
    Lineage lineage = Lineage.of(before, assigned, previous.goneClusters());
    DriftLimit.check(most, figures.common(), changes, lineage, inputs.ids());
    return EarlierClusters.of(
        changes,
        lineage,
        previous.gone(),
        previous.goneIds(),
        previous.goneClusters(),
        inputs.ids());
  }

  /**
   * The difference from an earlier partition, if there is one.
   *
   * @param labels numbered by falling size, to be matched to the earlier ones; or, with {@code
   *     numbered}, under the numbers of these already
   */
  static Drift of(@Nullable Earlier earlier, int[] labels, boolean numbered, int k) {
    if (earlier == null) {
      return new Drift(labels, null, null);
    }
    int[] clusterOf = earlier.clusters().clusterOf();
    return of(
        earlier,
        labels,
        k,
        numbered
            ? ClusterMatching.byNumber(clusterOf, labels, k)
            : ClusterMatching.of(clusterOf, labels, k));
  }

  private static Drift of(Earlier earlier, int[] labels, int k, ClusterMatching matching) {
    Previous previous = earlier.clusters();
    int[] renumbered = matching.renumbered(labels);
    int earlierClusters = 0;
    for (int cluster : previous.clusterOf()) {
      earlierClusters = Math.max(earlierClusters, cluster + 1);
    }
    int all = Math.max(k, earlierClusters);
    long[] before = new long[all];
    long[] now = new long[all];
    for (int i = 0; i < labels.length; i++) {
      now[renumbered[i]]++;
      if (previous.clusterOf()[i] >= 0) {
        before[previous.clusterOf()[i]]++;
      }
    }
    List<DriftFigures.Renamed> renamed = new ArrayList<>();
    int matched = 0;
    for (int c = 0; c < k; c++) {
      int partner = matching.partnerOf()[c];
      matched += partner >= 0 && partner == matching.numberOf()[c] ? 1 : 0;
      if (partner >= k) {
        renamed.add(new DriftFigures.Renamed(partner, matching.numberOf()[c]));
      }
    }
    Agreement agreement = matching.agreement();
    DriftFigures figures =
        new DriftFigures(
            agreement.points(),
            labels.length - agreement.points(),
            previous.gone(),
            matched,
            agreement.ari(),
            agreement.nmi(),
            matching.moved(),
            before,
            now,
            renamed.isEmpty() ? null : renamed);
    return new Drift(renumbered, figures, earlier);
  }
}
