package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Where random walks with restart end: the columns of R = (1 - α)(I - α·P)<sup>-1</sup>, P =
 * D<sup>-1</sup> W. R<sub>ia</sub> is the probability that a walk from i, which goes on with
 * probability α at every step, ends at a; it falls off with the distance, so a column is sparse but
 * for small values, and those are left out.
 *
 * <p>A column is computed by pushing (after Andersen, Chung and Lang, Local graph partitioning
 * using PageRank vectors, FOCS 2006): starting from u = 0 and r = (1 - α)·e<sub>a</sub>, any
 * r<sub>i</sub> of at least the tolerance ε moves to u<sub>i</sub> and leaves
 * α·P<sub>ji</sub>·r<sub>i</sub> with each neighbour j. Always u + (I - α·P)<sup>-1</sup>r =
 * R·e<sub>a</sub>, nothing is negative, and the rows of (I - α·P)<sup>-1</sup> add up to at most 1
 * / (1 - α); so with all r<sub>i</sub> &lt; ε at the end
 *
 * <p>0 ≤ R<sub>ia</sub> - u<sub>i</sub> &lt; ε / (1 - α) for every i: the error is bounded, not
 * estimated. Every value kept is at least ε and a row of R adds up to 1, so a row keeps at most 1 /
 * ε values however many columns there are.
 *
 * <p>Not safe for several threads; each takes an instance. Memory 25 bytes a node. The time of a
 * column does not depend on n, only on how many nodes its walks reach.
 */
public final class PersonalizedPageRank {
  private final int[] rowPtr;
  private final int[] col;
  private final double[] step;
  private final double alpha;
  private final double tolerance;
  private final double[] u;
  private final double[] r;
  private final int[] queue;
  private final boolean[] queued;
  private int[] reached = new int[64];
  private int count;
  private long relaxations;

  /**
   * For the walks of {@code steps}, see {@link #steps}.
   *
   * @param steps entry (i, j) is α·P<sub>ji</sub>
   * @param alpha in (0, 1)
   * @param tolerance ε, above 0
   */
  public PersonalizedPageRank(CsrMatrix steps, double alpha, double tolerance) {
    if (!(alpha > 0.0 && alpha < 1.0) || !(tolerance > 0.0)) {
      throw new IllegalArgumentException("alpha = " + alpha + ", tolerance = " + tolerance);
    }
    this.rowPtr = steps.rowPtr();
    this.col = steps.col();
    this.step = steps.val();
    this.alpha = alpha;
    this.tolerance = tolerance;
    int n = steps.rows();
    this.u = new double[n];
    this.r = new double[n];
    this.queue = new int[n];
    this.queued = new boolean[n];
  }

  /** α·P transposed: entry (i, j) is α·w<sub>ij</sub> / d<sub>j</sub>. O(nnz), 8 bytes an entry. */
  public static CsrMatrix steps(SimilarityGraph g, double alpha) {
    CsrMatrix w = g.weights();
    double[] degrees = g.degrees();
    double[] val = new double[w.nonZeros()];
    for (int p = 0; p < val.length; p++) {
      val[p] = alpha * (w.val()[p] / degrees[w.col()[p]]);
    }
    return new CsrMatrix(g.size(), w.rowPtr(), w.col(), val);
  }

  /**
   * A sparse column of R.
   *
   * @param node ascending
   * @param value at least ε each
   */
  public record Column(int[] node, double[] value) {}

  /** The column of walks that end at {@code target}. */
  public Column endingAt(int target) {
    count = 0;
    int head = 0;
    int waiting = 0;
    if (1.0 - alpha >= tolerance) {
      r[target] = 1.0 - alpha;
      queue[0] = target;
      queued[target] = true;
      waiting = 1;
    }
    int n = queue.length;
    while (waiting > 0) {
      int i = queue[head];
      head = head + 1 == n ? 0 : head + 1;
      waiting--;
      queued[i] = false;
      double mass = r[i];
      r[i] = 0.0;
      if (u[i] == 0.0) {
        reach(i);
      }
      u[i] += mass;
      relaxations += rowPtr[i + 1] - rowPtr[i];
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        int j = col[p];
        double left = r[j] + step[p] * mass;
        r[j] = left;
        if (left >= tolerance && !queued[j]) {
          queued[j] = true;
          int tail = head + waiting;
          queue[tail >= n ? tail - n : tail] = j;
          waiting++;
        }
      }
    }
    return taken();
  }

  private void reach(int i) {
    if (count == reached.length) {
      reached = Arrays.copyOf(reached, 2 * count);
    }
    reached[count++] = i;
  }

  /** Returns the column and clears the entries it used. */
  private Column taken() {
    int[] node = Arrays.copyOf(reached, count);
    Arrays.sort(node);
    double[] value = new double[count];
    for (int k = 0; k < count; k++) {
      int i = node[k];
      value[k] = u[i];
      u[i] = 0.0;
      r[i] = 0.0;
      // Only nodes that were reached have left something with their neighbours.
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        r[col[p]] = 0.0;
      }
    }
    return new Column(node, value);
  }

  /** Entries of the graph visited so far. */
  public long relaxations() {
    return relaxations;
  }
}
