package dev.concord.linalg.solve;

import dev.concord.linalg.CsrMatrix;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * min<sub>f</sub> TV(f) − ⟨g, f⟩ + ½ Σ m<sub>i</sub>f<sub>i</sub>² with TV(f) = Σ<sub>i&lt;j</sub>
 * w<sub>ij</sub>|f<sub>i</sub> − f<sub>j</sub>| over the edges of a graph, by the accelerated
 * projected gradient method on its dual (Beck and Teboulle 2009), restarted when the dual value
 * rises (O'Donoghue and Candès 2015).
 *
 * <p>The dual variable is a flow z with |z<sub>ij</sub>| ≤ w<sub>ij</sub> and z<sub>ji</sub> =
 * −z<sub>ij</sub>; with (Dz)<sub>i</sub> = Σ<sub>j</sub> z<sub>ij</sub> the primal vector is f =
 * M<sup>−1</sup>(g − Dz) and the dual value −½ Σ m<sub>i</sub>f<sub>i</sub>². Steps are scaled by
 * the weights: the operator is then M<sup>−1/2</sup>(deg − W)M<sup>−1/2</sup>, whose norm is at
 * most 2 when m<sub>i</sub> is at least the degree, however much the weights vary. This is Lemma
 * 3.2 of Rangapuram and Hein (2012) with a diagonal metric in place of a constant.
 *
 * <p>Both directions of an edge hold their own copy of the flow. They are updated by the same
 * operations with opposite signs and stay opposite to the last bit, so one pass over the rows does
 * an iteration, rows run side by side, and no bit depends on the number of threads. Memory: 32
 * bytes an edge and 24 a node beside the matrix. An iteration takes O(edges).
 */
public final class TotalVariationProx {
  /** 1 / the bound 2 on the norm of the scaled operator. */
  private static final double STEP = 0.5;

  private final int n;
  private final int[] rowPtr;
  private final int[] col;
  private final double[] val;
  private final int[] blockStart;
  private final double[] inverse;
  private final double[] flow;
  private final double[] ahead;
  private double[] f;
  private double[] next;
  private final double[] sums;
  private double[] g = new double[0];
  private double momentum = 1.0;
  private double last = Double.POSITIVE_INFINITY;

  /**
   * A solver that starts from the flow zero.
   *
   * @param weights symmetric, none negative, no diagonal; kept
   * @param metric m, length n, each positive and at least the sum of its row
   */
  public TotalVariationProx(CsrMatrix weights, double[] metric) {
    this.n = weights.rows();
    if (metric.length != n) {
      throw new IllegalArgumentException(n + " rows, a metric of " + metric.length);
    }
    this.rowPtr = weights.rowPtr();
    this.col = weights.col();
    this.val = weights.val();
    this.inverse = new double[n];
    for (int i = 0; i < n; i++) {
      double degree = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        degree += val[p];
      }
      if (!(metric[i] > 0.0) || metric[i] < degree * (1.0 - 1e-12)) {
        throw new IllegalArgumentException(
            "row %d: metric %s must be positive and at least the degree %s"
                .formatted(i, metric[i], degree));
      }
      inverse[i] = 1.0 / metric[i];
    }
    // The number of blocks depends on the size alone, never on the cores.
    this.blockStart =
        CsrMatrix.balancedBlocks(n, rowPtr, Math.max(1, Math.min(256, val.length >>> 16)));
    this.sums = new double[blockStart.length - 1];
    this.flow = new double[val.length];
    this.ahead = new double[val.length];
    this.f = new double[n];
    this.next = new double[n];
  }

  /**
   * Takes up the problem of {@code g}, from the flow that the last problem ended with.
   *
   * @param g length n; kept, and must not change until the next call
   */
  public void start(double[] g) {
    this.g = g;
    System.arraycopy(flow, 0, ahead, 0, flow.length);
    momentum = 1.0;
    last = Double.POSITIVE_INFINITY;
    forBlocks(this::primalRows);
  }

  /** Does {@code steps} iterations. Time O(edges) each. */
  public void iterate(int steps) {
    for (int s = 0; s < steps; s++) {
      double grown = 0.5 * (1.0 + Math.sqrt(1.0 + 4.0 * momentum * momentum));
      double theta = (momentum - 1.0) / grown;
      momentum = grown;
      forBlocks(b -> stepRows(b, theta));
      double[] swap = f;
      f = next;
      next = swap;
      double value = sum();
      if (value > last) {
        momentum = 1.0;
        last = Double.POSITIVE_INFINITY;
      } else {
        last = value;
      }
    }
  }

  /** f of the present flow into {@code out}, length n. Time O(edges). */
  public void solution(double[] out) {
    forBlocks(b -> solutionRows(b, out));
  }

  /**
   * TV(f) − ⟨Dz, f⟩ for any f and the present flow z: the sum over the edges of w|f<sub>i</sub> −
   * f<sub>j</sub>| − z<sub>ij</sub>(f<sub>i</sub> − f<sub>j</sub>), no term negative. For the
   * {@link #solution} this is the duality gap. Time O(edges).
   */
  public double gap(double[] x) {
    forBlocks(b -> gapRows(b, x));
    // Every edge was seen from both of its ends.
    return 0.5 * sum();
  }

  private void primalRows(int block) {
    for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
      double out = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        out += flow[p];
      }
      f[i] = (g[i] - out) * inverse[i];
    }
  }

  private void solutionRows(int block, double[] result) {
    for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
      double out = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        out += flow[p];
      }
      result[i] = (g[i] - out) * inverse[i];
    }
  }

  private void stepRows(int block, double theta) {
    double energy = 0.0;
    double[] from = f;
    double[] to = next;
    for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
      double own = from[i];
      double out = 0.0;
      int end = rowPtr[i + 1];
      for (int p = rowPtr[i]; p < end; p++) {
        double w = val[p];
        double moved = ahead[p] + STEP * w * (own - from[col[p]]);
        double kept = Math.max(-w, Math.min(w, moved));
        double far = kept + theta * (kept - flow[p]);
        flow[p] = kept;
        ahead[p] = far;
        out += far;
      }
      double rest = g[i] - out;
      double value = rest * inverse[i];
      to[i] = value;
      energy += rest * value;
    }
    sums[block] = energy;
  }

  private void gapRows(int block, double[] x) {
    double total = 0.0;
    for (int i = blockStart[block]; i < blockStart[block + 1]; i++) {
      double own = x[i];
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        double difference = own - x[col[p]];
        total += val[p] * Math.abs(difference) - flow[p] * difference;
      }
    }
    sums[block] = total;
  }

  private void forBlocks(IntConsumer work) {
    int blocks = blockStart.length - 1;
    if (blocks == 1) {
      work.accept(0);
    } else {
      IntStream.range(0, blocks).parallel().forEach(work);
    }
  }

  private double sum() {
    double total = 0.0;
    for (double part : sums) {
      total += part;
    }
    return total;
  }
}
