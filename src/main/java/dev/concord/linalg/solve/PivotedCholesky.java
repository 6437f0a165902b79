package dev.concord.linalg.solve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Incomplete Cholesky factorization with full pivoting of a kernel matrix that is never formed: K ≈
 * L·L' with n x r factor L (Fine and Scheinberg 2001). The remainder E = K − L·L' is positive
 * semidefinite, so its largest diagonal entry bounds every entry of it.
 *
 * <p>Time n·r² multiplications and n·r kernel values, on all cores with the same bits; memory
 * 8·n·(r + 1) bytes.
 *
 * @param columns the r columns of L, length n each
 * @param remainder the diagonal of E, length n, not negative
 * @param error the largest entry of {@code remainder}
 */
public record PivotedCholesky(double[][] columns, double[] remainder, double error) {
  private static final int CHUNK = 4096;

  /** One column of the kernel matrix, a part at a time. */
  @FunctionalInterface
  public interface Kernel {
    /** out[i] = K(i, pivot) for i in [from, to). */
    void column(int pivot, int from, int to, double[] out);
  }

  /**
   * Factors a kernel with K(i, i) = 1. The pivot is the largest remaining diagonal entry, ties to
   * the smallest index.
   *
   * @param error stops when no diagonal entry of the remainder is larger
   * @param maxRank stops at this rank at the latest
   */
  public static PivotedCholesky ofUnitDiagonal(int n, Kernel kernel, double error, int maxRank) {
    double[] left = new double[n];
    Arrays.fill(left, 1.0);
    List<double[]> columns = new ArrayList<>();
    int pivot = 0;
    int chunks = (n + CHUNK - 1) / CHUNK;
    while (columns.size() < maxRank && n > 0 && left[pivot] > error) {
      int p = pivot;
      double inverse = 1.0 / Math.sqrt(left[p]);
      double[] column = new double[n];
      double[][] before = columns.toArray(double[][]::new);
      double[] factor = new double[before.length];
      for (int j = 0; j < factor.length; j++) {
        factor[j] = before[j][p];
      }
      IntStream chunkNumbers = IntStream.range(0, chunks);
      (chunks > 1 ? chunkNumbers.parallel() : chunkNumbers)
          .forEach(
              c ->
                  update(
                      kernel,
                      p,
                      c * CHUNK,
                      Math.min(n, (c + 1) * CHUNK),
                      before,
                      factor,
                      inverse,
                      column,
                      left));
      left[p] = 0.0;
      columns.add(column);
      for (int i = 0; i < n; i++) {
        pivot = left[i] > left[pivot] ? i : pivot;
      }
    }
    return new PivotedCholesky(columns.toArray(double[][]::new), left, n == 0 ? 0.0 : left[pivot]);
  }

  /** The rows [from, to) of the next column, and what it leaves of the diagonal. */
  private static void update(
      Kernel kernel,
      int pivot,
      int from,
      int to,
      double[][] before,
      double[] factor,
      double inverse,
      double[] column,
      double[] left) {
    kernel.column(pivot, from, to, column);
    for (int j = 0; j < before.length; j++) {
      double f = factor[j];
      double[] old = before[j];
      for (int i = from; i < to; i++) {
        column[i] -= f * old[i];
      }
    }
    for (int i = from; i < to; i++) {
      column[i] *= inverse;
      left[i] = Math.max(0.0, left[i] - column[i] * column[i]);
    }
  }
}
