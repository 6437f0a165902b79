package dev.concord.spark.graph;

import dev.concord.graph.CopyGroups;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.StageClock;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Copies among the points of a graph, and points that are nearly copies. The neighbours of a point
 * are distinct points: were they its copies, the graph would fall into a component for each point
 * of more copies than {@code graph.neighbors}.
 *
 * @param clock receives the line about copies and the warnings
 * @param neighbors wanted of a point
 */
public record PointCopies(JavaSparkContext context, StageClock clock, int neighbors) {
  /** Of the spread of the points: nearer neighbours are nearly copies. */
  private static final double NEAR = 1e-6;

  /** The share of points, one in so many, that may have near copies alone as neighbours. */
  private static final int TOLERATED = 10;

  /**
   * The copies that become one point for the neighbour search; null where there are none, no two
   * distinct points, or where the graph is complete: there every point is a neighbour.
   *
   * @param panels the features as read
   * @param hashes of the values of every point
   * @param remote whether the edges are to stay on the executors: copies are then left as they are
   */
  public @Nullable CopyGroups find(
      JavaRDD<FeaturePanel> panels, int n, Supplier<long[]> hashes, boolean remote) {
    if (neighbors >= n - 1) {
      return null;
    }
    CopyGroups groups = DistinctPoints.of(context, panels, hashes.get());
    if (!groups.hasCopies()) {
      return null;
    }
    clock.start("features", -1);
    clock.finish(
        String.format(Locale.ROOT, "%,d points, %,d distinct", groups.points(), groups.distinct()));
    int lost = groups.pointsOfGroupsAbove(neighbors);
    if (remote && lost > 0) {
      clock
          .listener()
          .warning(
              ("%s points have %s or more copies, which are all of their neighbours: with the"
                      + " edges on the executors copies are not joined, and such points are"
                      + " connected with nothing else. Remove the copies, or set plan.operator ="
                      + " distributed, which joins them on the driver.")
                  .formatted(lost, neighbors));
    }
    return remote || groups.distinct() == 1 ? null : groups;
  }

  /**
   * The neighbours of a point: a third of the distinct points at most. The farthest one is the
   * scale of the self-tuning kernel, and must not be as far as the other groups.
   */
  public int neighbors(int distinct) {
    int most = Math.max(1, distinct / 3);
    if (most >= neighbors) {
      return neighbors;
    }
    clock
        .listener()
        .warning(
            ("graph.neighbors is %s, but there are only %s distinct points: every point is joined"
                    + " with the %s nearest others and with its copies. Lower graph.neighbors, or"
                    + " check that the features tell points apart.")
                .formatted(neighbors, distinct, most));
    return most;
  }

  /**
   * Warns when more than a tenth of the points have all their neighbours at a millionth of the
   * spread of the points.
   *
   * @param scales distance of every point to its last neighbour
   */
  public void warnOfNearCopies(double[] scales, JavaRDD<FeaturePanel> scaled) {
    double near = NEAR * DistinctPoints.spread(context, scaled, scales.length);
    int points = 0;
    for (double scale : scales) {
      points += scale <= near ? 1 : 0;
    }
    if ((long) points * TOLERATED > scales.length) {
      clock
          .listener()
          .warning(
              ("%s of %s points have all their %s neighbours within a millionth of the typical"
                      + " distance of two points: they look like copies with small differences,"
                      + " and only equal points are joined. Round the features, remove the"
                      + " copies, or raise graph.neighbors above their number.")
                  .formatted(points, scales.length, neighbors));
    }
  }
}
