package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Goes through the clusters block by block and keeps, for each point, the evidence for its own
 * cluster and the most for another one.
 */
final class ClusterEvidence {
  /** Clusters of a block: as many vectors as a product takes at once. */
  private static final int BLOCK = 8;

  private static final int CHUNK = 8192;

  /** The chance that the walk from a point goes on, at each step. */
  private static final double GOES_ON = 0.5;

  private static final int STEPS = 6;

  private final LinearOperator products;
  private final double[] inverse;
  private final int[] labels;
  private final int k;
  private final ConfidenceMap map;
  private final double[] own;
  private final double[] best;
  private final int[] second;
  private final double nothing;

  ClusterEvidence(WeightedGraph graph, int[] labels, int k, ConfidenceMap map) {
    int n = graph.size();
    this.products = graph.products();
    this.labels = labels;
    this.k = k;
    this.map = map;
    this.inverse = new double[n];
    Arrays.setAll(inverse, i -> graph.degrees()[i] > 0.0 ? 1.0 / graph.degrees()[i] : 0.0);
    this.nothing = map.evidence(0.0, 0.0);
    this.own = new double[n];
    this.best = new double[n];
    this.second = new int[n];
    Arrays.fill(best, nothing);
    Arrays.fill(second, -1);
  }

  void collect(Votes votes) {
    int n = labels.length;
    int width = Math.min(BLOCK, k);
    double[] shares = new double[Math.multiplyExact(n, width)];
    double[] voted = new double[shares.length];
    double[] walked = new double[shares.length];
    double[] room = new double[shares.length];
    for (int from = 0; from < k; from += width) {
      int count = Math.min(width, k - from);
      votes.fill(from, count, shares, voted);
      step(shares, room, count);
      step(room, shares, count);
      walk(voted, walked, room, count);
      int first = from;
      chunks((begin, end) -> compare(first, count, shares, walked, begin, end));
    }
  }

  /** The mean of {@code values} over a walk with restart, into {@code mean}. */
  private void walk(double[] values, double[] mean, double[] room, int count) {
    double left = 1.0 - StrictMath.pow(GOES_ON, STEPS + 1);
    double part = (1.0 - GOES_ON) / left;
    add(values, part, mean, count, true);
    double[] now = values;
    double[] next = room;
    for (int step = 1; step <= STEPS; step++) {
      step(now, next, count);
      part *= GOES_ON;
      add(next, part, mean, count, false);
      double[] swapped = now;
      now = next;
      next = swapped;
    }
  }

  private void add(double[] values, double part, double[] sum, int count, boolean first) {
    int n = labels.length;
    chunks(
        (begin, end) -> {
          for (int c = 0; c < count; c++) {
            for (int i = c * n + begin; i < c * n + end; i++) {
              sum[i] = part * values[i] + (first ? 0.0 : sum[i]);
            }
          }
        });
  }

  /** One step of the random walk: the mean over the neighbours; 0 without one. */
  private void step(double[] values, double[] means, int count) {
    int n = labels.length;
    products.apply(values, means, count);
    chunks(
        (begin, end) -> {
          for (int c = 0; c < count; c++) {
            for (int i = begin; i < end; i++) {
              means[c * n + i] *= inverse[i];
            }
          }
        });
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
        } else if (!none && (evidence > best[i] || second[i] < 0)) {
          best[i] = evidence;
          second[i] = from + c;
        }
      }
    }
  }

  private interface Range {
    void apply(int begin, int end);
  }

  /** Points in chunks of fixed size, on all cores; each point is in one. */
  private void chunks(Range work) {
    int n = labels.length;
    IntStream.range(0, (n + CHUNK - 1) / CHUNK)
        .parallel()
        .forEach(c -> work.apply(c * CHUNK, Math.min(n, (c + 1) * CHUNK)));
  }

  double[] confidence() {
    double[] confidence = new double[labels.length];
    chunks(
        (begin, end) -> {
          for (int i = begin; i < end; i++) {
            confidence[i] = k == 1 ? 1.0 : map.confidence(own[i], best[i]);
          }
        });
    return confidence;
  }

  int[] second() {
    return second;
  }
}
