package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;

/**
 * The evidence for every cluster at every point, and the chances that a calibration makes of it: e
 * to (slope times the evidence, and the constant for the own cluster), over their sum. Memory: 8 k
 * bytes a point.
 */
final class ClusterChances {
  private final int[] labels;
  private final int k;

  /** Row by row. */
  private final double[] evidence;

  private ClusterChances(int[] labels, int k, double[] evidence) {
    this.labels = labels;
    this.k = k;
    this.evidence = evidence;
  }

  /** Collects the evidence; costs what {@link ClusterEvidence} does. */
  static ClusterChances of(
      WeightedGraph graph, int[] labels, int k, Votes votes, ConfidenceMap map) {
    int n = labels.length;
    double[] evidence = new double[Math.multiplyExact(n, k)];
    new EvidenceBlocks(graph, k)
        .each(
            votes,
            (from, count, shares, voted, begin, end) -> {
              for (int i = begin; i < end; i++) {
                for (int c = 0; c < count; c++) {
                  evidence[i * k + from + c] = map.evidence(shares[c * n + i], voted[c * n + i]);
                }
              }
            });
    return new ClusterChances(labels, k, evidence);
  }

  int clusters() {
    return k;
  }

  int label(int point) {
    return labels[point];
  }

  double evidence(int point, int cluster) {
    return evidence[point * k + cluster];
  }

  /** Writes the chances of a point, length k. */
  void fill(int point, double slope, double constant, double[] chances) {
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      chances[c] = slope * evidence[point * k + c] + (c == labels[point] ? constant : 0.0);
      most = Math.max(most, chances[c]);
    }
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      chances[c] = StrictMath.exp(chances[c] - most);
      sum += chances[c];
    }
    for (int c = 0; c < k; c++) {
      chances[c] /= sum;
    }
  }
}
