package dev.concord.spark.job;

import dev.concord.metric.ClusterMatching;
import dev.concord.spark.base.BaseFigures;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import org.jspecify.annotations.Nullable;

/**
 * The clusters of a partition under their numbers: those of an earlier partition where there is
 * one.
 *
 * @param labels cluster of each point
 * @param matched the earlier partition, and its clusters matched to these; or null
 */
public record NumberedClusters(int[] labels, @Nullable Matched matched) {

  /**
   * An earlier partition.
   *
   * @param clusters of the points
   * @param base the run that this one starts from, or null
   */
  public record Earlier(Previous clusters, @Nullable BaseRun base) {
    /** The points whose features changed; empty where that is not known. */
    public boolean[] changed() {
      return base == null ? new boolean[0] : base.changed();
    }
  }

  /** An earlier partition, and its clusters matched to those of this one. */
  public record Matched(Earlier earlier, ClusterMatching matching) {}

  /**
   * How this run started from an earlier one, or null.
   *
   * @param kept neighbour lists of this run
   */
  @Nullable BaseFigures base(@Nullable ListedContents kept) {
    BaseRun base = matched == null ? null : matched.earlier().base();
    return base == null ? null : base.figures(kept);
  }

  /**
   * The clusters under the numbers of those they are matched to, if there is an earlier partition.
   *
   * @param labels numbered by falling size, to be matched to the earlier ones; or, with {@code
   *     numbered}, under the numbers of these already
   */
  static NumberedClusters of(@Nullable Earlier earlier, int[] labels, boolean numbered, int k) {
    if (earlier == null) {
      return new NumberedClusters(labels, null);
    }
    int[] before = earlier.clusters().clusterOf();
    ClusterMatching matching =
        numbered
            ? ClusterMatching.byNumber(before, labels, k)
            : ClusterMatching.of(before, labels, k);
    return new NumberedClusters(matching.renumbered(labels), new Matched(earlier, matching));
  }
}
