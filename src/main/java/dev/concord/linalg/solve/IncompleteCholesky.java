package dev.concord.linalg.solve;

import dev.concord.linalg.CsrMatrix;
import java.util.stream.IntStream;

/**
 * Incomplete Cholesky factorization without fill, IC(0): L·L' equals A + shift·diag(A) on the
 * pattern of A (Meijerink and van der Vorst 1977). It exists for every M-matrix, such as I − αN of
 * a graph; for others, and for a singular A, the shift is raised until all pivots are positive
 * (Manteuffel 1980).
 *
 * <p>Time to build: the sum over all stored entries (i, k) below the diagonal of the length of row
 * k. Time to apply: 4 operations a stored entry below the diagonal, for each column. Runs up to
 * eight columns at once on one core, groups of eight on several.
 *
 * @param shift the shift added to the diagonal, relative to it; usually 0
 */
public record IncompleteCholesky(
    int n, int[] rowPtr, int[] col, double[] val, double[] inverseDiagonal, double shift)
    implements Preconditioner {
  private static final double FIRST_SHIFT = 1e-3;
  private static final double LEAST_PIVOT = 1e-8;
  private static final int GROUP = 8;

  /**
   * The factor of A.
   *
   * @param a symmetric with a positive diagonal; every diagonal entry stored
   */
  public static IncompleteCholesky of(CsrMatrix a) {
    int n = a.rows();
    int[] rowPtr = new int[n + 1];
    double[] diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      int below = 0;
      for (int p = a.rowPtr()[i]; p < a.rowPtr()[i + 1] && a.col()[p] <= i; p++) {
        if (a.col()[p] == i) {
          diagonal[i] = a.val()[p];
        } else {
          below++;
        }
      }
      if (!(diagonal[i] > 0.0)) {
        throw new IllegalArgumentException("diagonal entry " + i + " is " + diagonal[i]);
      }
      rowPtr[i + 1] = rowPtr[i] + below;
    }
    int[] col = new int[rowPtr[n]];
    for (int i = 0; i < n; i++) {
      System.arraycopy(a.col(), a.rowPtr()[i], col, rowPtr[i], rowPtr[i + 1] - rowPtr[i]);
    }
    double[] val = new double[col.length];
    double[] inverse = new double[n];
    double shift = 0.0;
    while (!factor(a, rowPtr, col, val, diagonal, inverse, shift)) {
      shift = shift == 0.0 ? FIRST_SHIFT : 2.0 * shift;
    }
    return new IncompleteCholesky(n, rowPtr, col, val, inverse, shift);
  }

  /** Row by row; whether every pivot is clearly positive. */
  private static boolean factor(
      CsrMatrix a,
      int[] rowPtr,
      int[] col,
      double[] val,
      double[] diagonal,
      double[] inverse,
      double shift) {
    double[] row = new double[a.rows()];
    for (int i = 0; i < a.rows(); i++) {
      int from = rowPtr[i];
      int to = rowPtr[i + 1];
      double pivot = (1.0 + shift) * diagonal[i];
      int source = a.rowPtr()[i];
      for (int p = from; p < to; p++) {
        int k = col[p];
        double sum = a.val()[source + p - from];
        for (int q = rowPtr[k]; q < rowPtr[k + 1]; q++) {
          sum -= row[col[q]] * val[q];
        }
        val[p] = sum * inverse[k];
        row[k] = val[p];
        pivot -= val[p] * val[p];
      }
      for (int p = from; p < to; p++) {
        row[col[p]] = 0.0;
      }
      if (!(pivot > LEAST_PIVOT * diagonal[i])) {
        return false;
      }
      inverse[i] = 1.0 / Math.sqrt(pivot);
    }
    return true;
  }

  @Override
  public void apply(int size, double[] r, double[] z, int columns) {
    if (size != n) {
      throw new IllegalArgumentException("vectors of " + size + " for a factor of order " + n);
    }
    int groups = (columns + GROUP - 1) / GROUP;
    IntStream groupsToSolve = IntStream.range(0, groups);
    (groups > 1 ? groupsToSolve.parallel() : groupsToSolve)
        .forEach(g -> solve(r, z, g * GROUP, Math.min(GROUP, columns - g * GROUP)));
  }

  /** The columns [first, first + width), interleaved so that one pass over L serves them all. */
  private void solve(double[] r, double[] z, int first, int width) {
    double[] w = new double[n * width];
    double[] sum = new double[width];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < width; c++) {
        sum[c] = r[(first + c) * n + i];
      }
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        double v = val[p];
        int base = col[p] * width;
        for (int c = 0; c < width; c++) {
          sum[c] -= v * w[base + c];
        }
      }
      for (int c = 0; c < width; c++) {
        w[i * width + c] = sum[c] * inverseDiagonal[i];
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int c = 0; c < width; c++) {
        sum[c] = w[i * width + c] * inverseDiagonal[i];
        z[(first + c) * n + i] = sum[c];
      }
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        double v = val[p];
        int base = col[p] * width;
        for (int c = 0; c < width; c++) {
          w[base + c] -= v * sum[c];
        }
      }
    }
  }
}
