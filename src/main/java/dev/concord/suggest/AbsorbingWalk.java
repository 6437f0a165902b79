package dev.concord.suggest;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Absorption probabilities of a random walk: for each node and class the probability that a walk
 * from the node is absorbed at a source of the class. Steps are proportional to edge weights;
 * before each step the walk stops with a fixed probability. With probability 0 these are the
 * harmonic functions of Zhu, Ghahramani and Lafferty (2003); above 0, nodes far from all sources
 * have small probabilities for every class.
 *
 * <p>Solved by Gauss-Seidel sweeps in index order over the nodes that are out of date: those that
 * changes of their neighbours may move by more than the tolerance. So a source added to a solved
 * walk costs time only at the nodes it affects. Updating node v lowers the sum of strength ·
 * residual by at least the stopping probability times v's part of it, so the sweeps end; no value
 * is then further than the tolerance over that probability from the solution. Memory 8 bytes a node
 * and class, time O(nonzeros of the nodes out of date · classes) a sweep.
 */
final class AbsorbingWalk {
  private static final double GIVE_UP = 0.15;
  private static final double TOLERANCE = 1e-6;

  private final CsrMatrix weights;
  private final double[] strength;
  private final int classes;
  private final int[] source;
  private final double[] reach;

  /** Bound on the residual of each node's probabilities. */
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

  /** Makes a node a source; call {@link #solve} afterwards. */
  void addSource(int node, int ofClass) {
    double[] row = new double[classes];
    row[ofClass] = 1.0;
    source[node] = ofClass;
    missing[node] = 0.0;
    tellNeighbours(node, replace(node, row));
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

  /** Updates the probabilities, starting from their present values. */
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
