package dev.concord.drift;

import dev.concord.figure.Key;
import dev.concord.metric.Agreement;
import dev.concord.metric.ClusterMatching;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import java.util.ArrayList;
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
record DriftFigures(
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
  record Renamed(int earlier, int now) {}

  /**
   * The figures.
   *
   * @param labels cluster of each point, matched
   * @param k number of clusters
   */
  static DriftFigures of(Previous previous, ClusterMatching matching, int[] labels, int k) {
    int earlierClusters = 0;
    for (int cluster : previous.clusterOf()) {
      earlierClusters = Math.max(earlierClusters, cluster + 1);
    }
    int all = Math.max(k, earlierClusters);
    long[] before = new long[all];
    long[] now = new long[all];
    for (int i = 0; i < labels.length; i++) {
      now[labels[i]]++;
      if (previous.clusterOf()[i] >= 0) {
        before[previous.clusterOf()[i]]++;
      }
    }
    List<Renamed> renamed = new ArrayList<>();
    int matched = 0;
    for (int c = 0; c < k; c++) {
      int partner = matching.partnerOf()[c];
      matched += partner >= 0 && partner == matching.numberOf()[c] ? 1 : 0;
      if (partner >= k) {
        renamed.add(new Renamed(partner, matching.numberOf()[c]));
      }
    }
    Agreement agreement = matching.agreement();
    return new DriftFigures(
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
  }
}
