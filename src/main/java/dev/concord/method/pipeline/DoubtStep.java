package dev.concord.method.pipeline;

import dev.concord.graph.WeightedGraph;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodResult;
import dev.concord.metric.doubt.Alternative;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.metric.doubt.SetAside;
import dev.concord.partition.sizes.SizeLimits;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The doubt about the points of a partition, with the partitions that its method found as votes.
 */
public final class DoubtStep {
  private DoubtStep() {}

  /**
   * The doubt.
   *
   * @param graph as it was built
   * @param labels the partition in the end, in 0..k-1
   * @param result of the method
   * @param heldOut partitions found without some of the pairs, may be empty
   */
  public static Doubt of(
      WeightedGraph graph, int[] labels, int k, MethodResult result, List<HeldOut> heldOut) {
    return Doubt.of(graph, labels, k, alternatives(result), heldOut);
  }

  static List<Alternative> alternatives(MethodResult result) {
    return result.partitions().stream()
        .map(one -> new Alternative(one.run(), one.weight(), one.labels()))
        .toList();
  }

  /**
   * The points to be set aside; none of which a pair or a label speaks, and none that a lower bound
   * of its cluster's size needs.
   *
   * @param share of the points, above 0 and below 1
   * @param labels the partition in the end, in 0..k-1
   */
  public static SetAside setAside(
      Doubt doubt, double share, int[] labels, int k, Clustering.Knowledge known) {
    boolean[] stays = known.pairs().touched();
    KnownLabels given = known.labels();
    for (int i = 0; i < labels.length && given != null; i++) {
      stays[i] |= given.labels()[i] >= 0;
    }
    SizeLimits limits = known.sizes();
    double[] weight = limits == null ? null : limits.weight();
    if (weight == null) {
      weight = new double[labels.length];
      Arrays.fill(weight, 1.0);
    }
    double[] least = limits == null ? new double[k] : limits.lower();
    return SetAside.of(doubt.outlier(), labels, stays, share, weight, least);
  }

  /** A warning where fewer points are set aside than were asked for; else null. */
  public static @Nullable String shortage(SetAside aside, int n) {
    int wanted = (int) StrictMath.floor(aside.figures().share() * n);
    return aside.figures().points() >= wanted
        ? null
        : ("clusters.outliers asks for %s points and %s are set aside: pairs, labels or bounds"
                + " of sizes speak of the others, or their outlier score is 0.")
            .formatted(wanted, aside.figures().points());
  }

  /** The same doubt for clusters of other numbers. */
  public static Doubt renumbered(Doubt doubt, int[] labels, int[] renumbered, int k) {
    int[] numberOf = new int[k];
    for (int i = 0; i < labels.length; i++) {
      numberOf[labels[i]] = renumbered[i];
    }
    return doubt.renumbered(numberOf);
  }
}
