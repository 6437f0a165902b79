package dev.concord.linalg;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Matrices for tests. */
public final class Matrices {
  private Matrices() {}

  /** The symmetric matrix with these entries in both triangles. */
  public static CsrMatrix symmetric(int n, int[] row, int[] column, double[] value) {
    TreeMap<Long, Double> entries = new TreeMap<>();
    for (int e = 0; e < row.length; e++) {
      entries.put((long) row[e] * n + column[e], value[e]);
      entries.put((long) column[e] * n + row[e], value[e]);
    }
    int[] rowPtr = new int[n + 1];
    int[] col = new int[entries.size()];
    double[] val = new double[entries.size()];
    int p = 0;
    for (var entry : entries.entrySet()) {
      rowPtr[(int) (entry.getKey() / n) + 1]++;
      col[p] = (int) (entry.getKey() % n);
      val[p++] = entry.getValue();
    }
    for (int i = 0; i < n; i++) {
      rowPtr[i + 1] += rowPtr[i];
    }
    return new CsrMatrix(n, rowPtr, col, val);
  }

  /** The identity of order n. */
  public static LinearOperator identity(int n) {
    return new LinearOperator() {
      @Override
      public int size() {
        return n;
      }

      @Override
      public void apply(double[] x, double[] y) {
        System.arraycopy(x, 0, y, 0, n);
      }

      @Override
      public void apply(double[] x, double[] y, int columns) {
        System.arraycopy(x, 0, y, 0, n * columns);
      }
    };
  }

  /** Jacobi's preconditioner for a matrix of this diagonal: entry i of a vector over entry i. */
  public static void divide(double[] diagonal, double[] r, double[] z, int columns) {
    for (int i = 0; i < diagonal.length * columns; i++) {
      z[i] = r[i] / diagonal[i % diagonal.length];
    }
  }

  public static double[] degrees(CsrMatrix w) {
    double[] ones = new double[w.rows()];
    Arrays.fill(ones, 1.0);
    double[] degrees = new double[w.rows()];
    w.multiply(ones, degrees);
    return degrees;
  }

  /** D^-1/2 W D^-1/2. */
  public static CsrMatrix normalized(CsrMatrix w) {
    double[] degrees = degrees(w);
    double[] val = w.val().clone();
    for (int i = 0; i < w.rows(); i++) {
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        val[p] /= Math.sqrt(degrees[i] * degrees[w.col()[p]]);
      }
    }
    return new CsrMatrix(w.rows(), w.rowPtr(), w.col(), val);
  }

  /** D^1/2 1 over the square root of the volume, restricted to [from, to). */
  public static double[] nullVector(CsrMatrix w, int from, int to) {
    double[] degrees = degrees(w);
    double volume = 0.0;
    for (int i = from; i < to; i++) {
      volume += degrees[i];
    }
    double[] vector = new double[w.rows()];
    for (int i = from; i < to; i++) {
      vector[i] = Math.sqrt(degrees[i] / volume);
    }
    return vector;
  }

  /** Rings of {@code size} nodes each, unit weights. */
  public static CsrMatrix rings(int count, int size) {
    int n = count * size;
    int[] row = new int[n];
    int[] column = new int[n];
    double[] value = new double[n];
    for (int i = 0; i < n; i++) {
      row[i] = i;
      column[i] = i / size * size + (i + 1) % size;
      value[i] = 1.0;
    }
    return symmetric(n, row, column, value);
  }

  /**
   * A triangular lattice on a torus, side x side nodes of six neighbours, and beside it a triangle
   * of weights 1, 1 and {@code last}.
   */
  public static CsrMatrix latticeAndTriangle(int side, double last) {
    int nodes = side * side;
    int[] row = new int[3 * nodes + 3];
    int[] column = new int[row.length];
    double[] value = new double[row.length];
    int count = 0;
    for (int i = 0; i < nodes; i++) {
      int right = i / side * side + (i + 1) % side;
      int[] next = {right, (i + side) % nodes, (right + side) % nodes};
      for (int j : next) {
        row[count] = i;
        column[count] = j;
        value[count++] = 1.0;
      }
    }
    double[][] triangle = {{0, 1, 1.0}, {0, 2, 1.0}, {1, 2, last}};
    for (double[] edge : triangle) {
      row[count] = nodes + (int) edge[0];
      column[count] = nodes + (int) edge[1];
      value[count++] = edge[2];
    }
    return symmetric(nodes + 3, row, column, value);
  }

  public static CsrMatrix random(int n, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] row = new int[edges + n];
    int[] column = new int[edges + n];
    double[] value = new double[edges + n];
    for (int e = 0; e < edges + n; e++) {
      row[e] = e < n ? e : random.nextInt(n);
      column[e] = e < n ? (e + 1) % n : random.nextInt(n);
      value[e] = 0.1 + random.nextDouble();
    }
    return symmetric(n, row, column, value);
  }
}
