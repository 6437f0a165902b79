package dev.concord.metric;

import dev.concord.figure.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a partition differs from an earlier one.
 *
 * @param common points in both
 * @param fresh points that were not in the earlier one
 * @param gone points that are not in this one
 * @param matchedClusters clusters that keep the number of an earlier one
 * @param ari adjusted Rand index over the common points
 * @param nmi normalized mutual information over the common points
 * @param moved common points whose number changed
 * @param sizesBefore points of each earlier cluster
 * @param sizesNow points of each cluster
 * @param numbersBeyondCount clusters whose earlier number is not below their count, null when there
 *     are none
 */
public record DriftFigures(
    long common,
    @Key("new") long fresh,
    long gone,
    int matchedClusters,
    double ari,
    double nmi,
    long moved,
    long[] sizesBefore,
    long[] sizesNow,
    @Nullable List<Renamed> numbersBeyondCount) {

  /**
   * A cluster of another number.
   *
   * @param earlier its number before
   * @param now its number
   */
  public record Renamed(int earlier, int now) {}
}
