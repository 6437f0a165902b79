package dev.concord.spark.job;

import dev.concord.metric.ClusterMatching;
import dev.concord.spark.input.labels.PreviousReader.Previous;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a partition differs from an earlier one, and its clusters under the earlier numbers.
 *
 * @param labels cluster of each point
 * @param figures for metrics.json, under "drift"
 */
record Drift(int[] labels, Map<String, Object> figures) {

  /** Matches {@code labels}, numbered by falling size, to what was before. */
  static Drift of(Previous previous, int[] labels, int k) {
    ClusterMatching matching = ClusterMatching.of(previous.clusterOf(), labels, k);
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
    List<Object> renamed = new ArrayList<>();
    int matched = 0;
    for (int c = 0; c < k; c++) {
      int partner = matching.partnerOf()[c];
      matched += partner >= 0 && partner == matching.numberOf()[c] ? 1 : 0;
      if (partner >= k) {
        renamed.add(Map.of("earlier", partner, "now", matching.numberOf()[c]));
      }
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("common", matching.agreement().points());
    figures.put("new", labels.length - matching.agreement().points());
    figures.put("gone", previous.gone());
    figures.put("matchedClusters", matched);
    figures.put("ari", matching.agreement().ari());
    figures.put("nmi", matching.agreement().nmi());
    figures.put("moved", matching.moved());
    figures.put("sizesBefore", before);
    figures.put("sizesNow", now);
    if (!renamed.isEmpty()) {
      figures.put("numbersBeyondCount", renamed);
    }
    return new Drift(renumbered, figures);
  }
}
