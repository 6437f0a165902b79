package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;

/**
 * The logarithm of the votes for every cluster at every point, each raised a little as {@link
 * ConfidenceMap} does, and the chances that a power of the votes makes of it. Memory: 8 k bytes a
 * point.
 *
 * @param evidence row by row
 */
record ClusterChances(int k, double[] evidence) {
  /** Collects the votes; costs what {@link ClusterEvidence} does. */
  static ClusterChances of(WeightedGraph graph, int k, Votes votes) {
    int n = graph.size();
    ConfidenceMap map = ConfidenceMap.byPower(k, 1.0);
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
    return new ClusterChances(k, evidence);
  }

  int clusters() {
    return k;
  }

  double evidence(int point, int cluster) {
    return evidence[point * k + cluster];
  }

  /** Writes the chances of a point, length k: e to (power times the evidence), over their sum. */
  void fill(int point, double power, double[] chances) {
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      chances[c] = power * evidence[point * k + c];
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
