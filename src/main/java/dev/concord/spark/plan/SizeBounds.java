package dev.concord.spark.plan;

import dev.concord.config.ClustersConfig;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.partition.sizes.ShortageText;
import dev.concord.partition.sizes.SizeLimits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** From configured bounds on sizes to those of a run's points. */
public final class SizeBounds {
  private SizeBounds() {}

  /**
   * The bounds, or null when none are configured.
   *
   * @param n number of points
   * @param weight of each point, or null to count them
   * @param earlier cluster of each point in the earlier assignment, -1 where it had none; or null
   * @throws InputException when a cluster's lower bound is above its upper one, or a bound is that
   *     of a cluster that the earlier assignment does not have
   */
  public static @Nullable SizeLimits of(
      ClustersConfig clusters, int n, double @Nullable [] weight, int @Nullable [] earlier) {
    ClustersConfig.Sizes sizes = clusters.sizes();
    if (sizes == null) {
      return null;
    }
    int k = clusters.count();
    double total = weight == null ? n : Arrays.stream(weight).sum();
    double[] lower = sizes.lower(k, total, weight == null);
    double[] upper = sizes.upper(k, total, weight == null);
    for (int c = 0; c < k; c++) {
      if (lower[c] > upper[c]) {
        throw new InputException(
            ("clusters.sizes%s: min is %s and max %s%s%s in all%s, so no size is between them;"
                    + " widen them.")
                .formatted(
                    sizes.perCluster() ? " of cluster " + c : "",
                    text(lower[c]),
                    text(upper[c]),
                    weight == null ? " points of " : " of a weight of ",
                    text(total),
                    weight == null ? " (of shares min is rounded up, max down)" : ""));
      }
    }
    if (!sizes.perCluster()) {
      return new SizeLimits(lower, upper, weight, null);
    }
    refuseUnknown(sizes, earlier);
    return new SizeLimits(lower, upper, weight, earlier);
  }

  private static String text(double size) {
    return size == StrictMath.rint(size) ? Long.toString((long) size) : Double.toString(size);
  }

  private static void refuseUnknown(ClustersConfig.Sizes sizes, int @Nullable [] earlier) {
    int last = earlier == null ? -1 : Arrays.stream(earlier).max().orElse(-1);
    if (earlier != null) {
      refuseUnknown("min", sizes.min().size(), last, sizes.min().stream().distinct().count());
      refuseUnknown("max", sizes.max().size(), last, sizes.max().stream().distinct().count());
    }
  }

  /** One value for all clusters has been written out for each, whether it was there or not. */
  private static void refuseUnknown(String key, int entries, int last, long different) {
    if (entries > last + 1 && different > 1) {
      throw new InputException(
          "clusters.sizes.%s has an entry for cluster %s, but %s; take the entries beyond out."
              .formatted(
                  key,
                  last + 1,
                  last < 0
                      ? "no point of this run is in clusters.previous"
                      : "the points of this run have clusters 0 to "
                          + last
                          + " in clusters.previous"));
    }
  }

  /**
   * Refuses bounds that must-links, adding and counting show to be impossible, before any work.
   *
   * @param hard whether must-links of weight 1 must hold
   * @throws dev.concord.error.UnsatisfiableException naming the bound and what breaks it
   */
  public static void refuseImpossible(
      @Nullable SizeLimits limits, PairConstraints pairs, boolean hard) {
    if (limits != null) {
      MustLinkClosure closure =
          MustLinkClosure.of(hard ? pairs : PairConstraints.none(pairs.points(), pairs.names()));
      new ShortageText(limits, closure.componentOf(), closure.count(), pairs.names()).refuse();
    }
  }
}
