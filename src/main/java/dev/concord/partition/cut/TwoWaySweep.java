package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;

/**
 * Optimal thresholding (Theorem 2.2 of the COSC paper): of all partitions {f &gt; t}, the one of
 * the lowest F. One sort, then the nodes join one side in falling order of f until that side holds
 * half the volume, and the other side in rising order: sums always grow from the small side, so a
 * small side's cut is not the difference of large numbers. Time O(n + edges); memory 28 bytes a
 * node.
 */
final class TwoWaySweep {
  private static final int DIGIT = 11;
  private static final int BUCKETS = 1 << DIGIT;

  private final TwoWayModel model;
  private final int[] order;
  private final int[] spare;
  private final long[] keys;
  private final long[] spareKeys;
  private final boolean[] inside;
  private double bestValue;
  private int bestCount;
  private boolean bestFromTop;

  TwoWaySweep(TwoWayModel model) {
    this.model = model;
    this.order = new int[model.nodes];
    this.spare = new int[model.nodes];
    this.keys = new long[model.nodes];
    this.spareKeys = new long[model.nodes];
    this.inside = new boolean[model.nodes];
  }

  /**
   * Finds the best threshold.
   *
   * @param f length n
   * @param side overwritten with 1 where f is above the threshold, when the result is finite
   * @return the lowest F; infinite when f is constant or no threshold leaves volume on both sides
   */
  double best(double[] f, TwoWayObjective objective, int[] side) {
    sort(f);
    bestValue = Double.POSITIVE_INFINITY;
    bestCount = 0;
    grow(f, objective, true);
    grow(f, objective, false);
    if (bestValue < Double.POSITIVE_INFINITY) {
      Arrays.fill(side, bestFromTop ? 0 : 1);
      for (int r = 0; r < bestCount; r++) {
        side[at(r, bestFromTop)] = bestFromTop ? 1 : 0;
      }
    }
    return bestValue;
  }

  /** The nodes in falling order of the last f, ties by number. Not a copy. */
  int[] order() {
    return order;
  }

  private int at(int rank, boolean fromTop) {
    return order[fromTop ? rank : order.length - 1 - rank];
  }

  private void grow(double[] f, TwoWayObjective objective, boolean fromTop) {
    Arrays.fill(inside, false);
    PartitionProblem problem = model.problem;
    // What holds more than half is the rest of what the other direction grows.
    double half = 0.5 * model.volume * (1.0 + 1e-9);
    double cut = 0.0;
    double hard = model.hardTotal;
    double soft = model.separateTotal;
    double volume = 0.0;
    int last = order.length - 1;
    for (int r = 0; r < last; r++) {
      int i = at(r, fromTop);
      inside[i] = true;
      volume += model.volumes[i];
      if (volume > half) {
        return;
      }
      cut += change(model.weights, i);
      if (model.partner[i] >= 0) {
        hard += inside[model.partner[i]] ? model.pairWeight[i] : -model.pairWeight[i];
      }
      if (model.soft) {
        soft += change(problem.together(), i) - change(problem.separate(), i);
      }
      if (f[i] != f[at(r + 1, fromTop)] && volume > 0.0) {
        double value = objective.value(objective.numerator(cut, hard, soft), volume);
        if (value < bestValue) {
          bestValue = value;
          bestCount = r + 1;
          bestFromTop = fromTop;
        }
      }
    }
  }

  /** The increase of the weight between inside and outside when {@code i} joins the inside. */
  private double change(CsrMatrix matrix, int i) {
    int[] col = matrix.col();
    double[] val = matrix.val();
    double sum = 0.0;
    for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
      sum += inside[col[p]] ? -val[p] : val[p];
    }
    return sum;
  }

  /**
   * Stable radix sort, falling; the bits of a double order like the double once signs are folded.
   */
  private void sort(double[] f) {
    int n = order.length;
    long varying = 0L;
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToLongBits(f[i] + 0.0);
      keys[i] = bits < 0 ? bits : ~bits ^ Long.MIN_VALUE;
      varying |= keys[i] ^ keys[0];
      order[i] = i;
    }
    long[] from = keys;
    long[] to = spareKeys;
    int[] fromOrder = order;
    int[] toOrder = spare;
    int[] start = new int[BUCKETS + 1];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT) {
      if ((varying >>> shift & (BUCKETS - 1)) == 0) {
        continue;
      }
      Arrays.fill(start, 0);
      for (int i = 0; i < n; i++) {
        start[(int) (from[i] >>> shift & (BUCKETS - 1)) + 1]++;
      }
      for (int b = 0; b < BUCKETS; b++) {
        start[b + 1] += start[b];
      }
      for (int i = 0; i < n; i++) {
        int place = start[(int) (from[i] >>> shift & (BUCKETS - 1))]++;
        to[place] = from[i];
        toOrder[place] = fromOrder[i];
      }
      long[] swap = from;
      from = to;
      to = swap;
      int[] swapOrder = fromOrder;
      fromOrder = toOrder;
      toOrder = swapOrder;
    }
    if (fromOrder != order) {
      System.arraycopy(fromOrder, 0, order, 0, n);
    }
  }
}
