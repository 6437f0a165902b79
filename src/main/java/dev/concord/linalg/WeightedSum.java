package dev.concord.linalg;

import java.util.Arrays;

/** A + factor·B of two sparse matrices of one size. */
public final class WeightedSum {
  private WeightedSum() {}

  /** Rows are merged in ascending columns. Time and memory O(non-zeros of both). */
  public static CsrMatrix of(CsrMatrix a, double factor, CsrMatrix b) {
    int n = a.rows();
    int[] rowPtr = new int[n + 1];
    int most = Math.addExact(a.nonZeros(), b.nonZeros());
    int[] col = new int[most];
    double[] val = new double[most];
    int filled = 0;
    for (int i = 0; i < n; i++) {
      int p = a.rowPtr()[i];
      int q = b.rowPtr()[i];
      int endA = a.rowPtr()[i + 1];
      int endB = b.rowPtr()[i + 1];
      while (p < endA || q < endB) {
        int colA = p < endA ? a.col()[p] : Integer.MAX_VALUE;
        int colB = q < endB ? b.col()[q] : Integer.MAX_VALUE;
        col[filled] = Math.min(colA, colB);
        if (colA <= colB) {
          val[filled] += a.val()[p++];
        }
        if (colB <= colA) {
          val[filled] += factor * b.val()[q++];
        }
        filled++;
      }
      rowPtr[i + 1] = filled;
    }
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, filled), Arrays.copyOf(val, filled));
  }
}
