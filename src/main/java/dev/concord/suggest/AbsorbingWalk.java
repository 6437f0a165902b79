package dev.concord.suggest;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Where a random walk ends that starts at a node, goes along edges in proportion to their weights,
 * gives up before each step with a fixed probability, and ends at the first source it meets: for
 * each class the probability to end at a source of that class. Without giving up these are the
 * harmonic functions of Zhu, Ghahramani and Lafferty (2003); with it, nodes far from all sources
 * stay undecided.
 *
 * <p>Solved by Gauss-Seidel sweeps in index order over the nodes that are out of date: those that
 * changes of their neighbours may move by more than the tolerance. So a source added to a solved
 * walk costs only where it is felt. Updating node v lowers the sum of strength · (what may be
 * missing) by at least the probability of giving up times v's part of it, so the sweeps end; no
 * value is then further than the tolerance over that probability from the solution. Memory 8 bytes
 * a node and class, time O(nonzeros of the nodes out of date · classes) a sweep.
 */
final class AbsorbingWalk {
  private static final double GIVE_UP = 0.15;
  private static final double TOLERANCE = 1e-6;

  private final CsrMatrix weights;
  private final double[] strength;
  private final int classes;
  private final int[] source;
  private final double[] reach;

  /** By how much each node's probabilities may differ from what its neighbours say. */
  private final double[] missing;

  /**
   * A walk on a graph without sources.
   *
   * @param weights symmetric, no diagonal, none negative
   */
  AbsorbingWalk(CsrMatrix weights, int classes) {
    int n = weights.rows();
    this.weights = weights;
    this.classes = classes;
    this.strength = new double[n];
    this.source = new int[n];
    this.reach = new double[Math.multiplyExact(n, classes)];
    this.missing = new double[n];
    Arrays.fill(source, -1);
    for (int v = 0; v < n; v++) {
      for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
        strength[v] += weights.val()[p];
      }
    }
  }

  /** Makes a node a source; {@link #solve} is to follow. */
  void addSource(int node, int ofClass) {
    double[] row = new double[classes];
    row[ofClass] = 1.0;
    source[node] = ofClass;
    missing[node] = 0.0;
    tellNeighbours(node, replace(node, row));
  }

  boolean isSource(int node) {
    return source[node] >= 0;
  }

  /** The probability that the walk from {@code node} ends at a source of {@code ofClass}. */
  double reach(int node, int ofClass) {
    return reach[node * classes + ofClass];
  }

  /**
   * The same for a walk that passes through {@code node} though it may be a source.
   *
   * @param row receives the probability of each class
   */
  void reachBeyond(int node, double[] row) {
    Arrays.fill(row, 0.0);
    if (strength[node] > 0.0) {
      step(node, row);
    }
  }

  /** Brings the probabilities up to date, from what they were. */
  void solve() {
    double[] row = new double[classes];
    boolean changed;
    do {
      changed = false;
      for (int v = 0; v < source.length; v++) {
        if (missing[v] > TOLERANCE) {
          step(v, row);
          missing[v] = 0.0;
          tellNeighbours(v, replace(v, row));
          changed = true;
        }
      }
    } while (changed);
  }

  /** Sets a node's probabilities; returns the greatest change of one. */
  private double replace(int v, double[] row) {
    double change = 0.0;
    for (int c = 0; c < classes; c++) {
      change = Math.max(change, Math.abs(row[c] - reach[v * classes + c]));
      reach[v * classes + c] = row[c];
    }
    return change;
  }

  private void tellNeighbours(int v, double change) {
    for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
      int u = weights.col()[p];
      if (source[u] < 0 && strength[u] > 0.0) {
        missing[u] += (1.0 - GIVE_UP) * change * weights.val()[p] / strength[u];
      }
    }
  }

  private void step(int v, double[] row) {
    Arrays.fill(row, 0.0);
    for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
      double w = weights.val()[p];
      int from = weights.col()[p] * classes;
      for (int c = 0; c < classes; c++) {
        row[c] += w * reach[from + c];
      }
    }
    double scale = (1.0 - GIVE_UP) / strength[v];
    for (int c = 0; c < classes; c++) {
      row[c] *= scale;
    }
  }
}
