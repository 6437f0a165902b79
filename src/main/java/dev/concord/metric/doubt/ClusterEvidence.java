package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;
import java.util.Arrays;

/**
 * Goes through the clusters block by block and keeps, for each point, the evidence for its own
 * cluster, the most for another one and, where the map needs it, that for all others.
 */
final class ClusterEvidence {
  private final EvidenceBlocks blocks;
  private final int[] labels;
  private final int k;
  private final ConfidenceMap map;
  private final double[] own;
  private final double[] best;
  private final int[] second;
  private final double[] others;
  private final double nothing;

  ClusterEvidence(WeightedGraph graph, int[] labels, int k, ConfidenceMap map) {
    int n = graph.size();
    this.blocks = new EvidenceBlocks(graph, k);
    this.labels = labels;
    this.k = k;
    this.map = map;
    this.nothing = map.evidence(0.0, 0.0);
    this.own = new double[n];
    this.best = new double[n];
    this.second = new int[n];
    Arrays.fill(best, nothing);
    Arrays.fill(second, -1);
    this.others = new double[map.all() ? n : 0];
  }

  void collect(Votes votes) {
    blocks.each(votes, this::compare);
  }

  private void compare(int from, int count, double[] shares, double[] voted, int begin, int end) {
    int n = labels.length;
    for (int c = 0; c < count; c++) {
      for (int i = begin; i < end; i++) {
        double share = shares[c * n + i];
        double votes = voted[c * n + i];
        boolean none = share <= 0.0 && votes <= 0.0;
        double evidence = none ? nothing : map.evidence(share, votes);
        if (labels[i] == from + c) {
          own[i] = evidence;
          continue;
        }
        if (map.all()) {
          others[i] += StrictMath.exp(evidence);
        }
        if (!none && (evidence > best[i] || second[i] < 0)) {
          best[i] = evidence;
          second[i] = from + c;
        }
      }
    }
  }

  double[] confidence() {
    double[] confidence = new double[labels.length];
    EvidenceBlocks.chunks(
        labels.length,
        (begin, end) -> {
          for (int i = begin; i < end; i++) {
            confidence[i] =
                k == 1 ? 1.0 : map.confidence(own[i], best[i], map.all() ? others[i] : 0.0);
          }
        });
    return confidence;
  }

  int[] second() {
    return second;
  }
}
