package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Goes through the clusters block by block: for each point and cluster the share of its neighbours,
 * two steps of the random walk away, and the votes, averaged over a walk with restart.
 */
final class EvidenceBlocks {
  /** Clusters of a block: as many vectors as a product takes at once. */
  static final int BLOCK = 8;

  private static final int CHUNK = 8192;

  /** The chance that the walk from a point goes on, at each step. */
  private static final double GOES_ON = 0.5;

  private static final int STEPS = 6;

  private final LinearOperator products;
  private final double[] inverse;
  private final int n;
  private final int k;

  EvidenceBlocks(WeightedGraph graph, int k) {
    this.n = graph.size();
    this.k = k;
    this.products = graph.products();
    this.inverse = new double[n];
    Arrays.setAll(inverse, i -> graph.degrees()[i] > 0.0 ? 1.0 / graph.degrees()[i] : 0.0);
  }

  /** What is done with the shares of some points in some clusters. */
  interface Block {
    /**
     * Takes shares.
     *
     * @param from the first cluster
     * @param count of clusters
     * @param shares of the neighbours, column-major with n rows
     * @param voted the same for the votes
     * @param begin the first point
     * @param end the point after the last
     */
    void take(int from, int count, double[] shares, double[] voted, int begin, int end);
  }

  /** All points and clusters, in chunks of points of fixed size, on all cores. */
  void each(Votes votes, Block block) {
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
      chunks(n, (begin, end) -> block.take(first, count, shares, walked, begin, end));
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
    chunks(
        n,
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
    products.apply(values, means, count);
    chunks(
        n,
        (begin, end) -> {
          for (int c = 0; c < count; c++) {
            for (int i = begin; i < end; i++) {
              means[c * n + i] *= inverse[i];
            }
          }
        });
  }

  /** Something done with points from {@code begin} to before {@code end}. */
  interface Range {
    void apply(int begin, int end);
  }

  /** Points in chunks of fixed size, on all cores; each point is in one. */
  static void chunks(int n, Range work) {
    IntStream.range(0, (n + CHUNK - 1) / CHUNK)
        .parallel()
        .forEach(c -> work.apply(c * CHUNK, Math.min(n, (c + 1) * CHUNK)));
  }
}
