package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;
import java.util.Arrays;

/** How far points lie from others, compared with their neighbours; see {@link Doubt}. */
final class OutlierScores {
  private OutlierScores() {}

  /** The scores, length n. One product with the graph. */
  static double[] of(WeightedGraph graph) {
    int n = graph.size();
    double[] degrees = graph.degrees();
    double[] scales = graph.scales();
    boolean distances = scales.length == n && Arrays.stream(scales).anyMatch(s -> s > 0.0);
    double[] spread = distances ? scales : degrees;
    double[] around = new double[n];
    graph.products().apply(spread, around);
    double[] score = new double[n];
    for (int i = 0; i < n; i++) {
      double mean = degrees[i] > 0.0 ? around[i] / degrees[i] : 0.0;
      double ratio = distances ? ratio(mean, spread[i]) : ratio(spread[i], mean);
      score[i] = degrees[i] > 0.0 ? Math.max(0.0, 1.0 - ratio) : 1.0;
    }
    return score;
  }

  /** 1 where both are 0: copies among copies. */
  private static double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : 1.0;
  }
}
