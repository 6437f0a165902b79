package dev.concord.linalg;

/**
 * Products with row blocks of a CSR matrix. The local and the distributed operator both run these,
 * so their results are equal to the last bit. The caller guarantees the shapes; nothing is checked
 * and nothing is allocated. Safe from several threads for disjoint rows of y.
 */
public final class CsrKernels {
  private CsrKernels() {}

  /**
   * y[yOffset + i] = Σ<sub>p</sub> val[p]·x[col[p]] for the rows i of one block, each summed in
   * column order from zero. Time O(non-zeros).
   *
   * @param rows rows of the block
   * @param rowPtr length rows + 1, positions in {@code col} and {@code val}; usually from 0
   * @param x as long as the matrix has columns
   * @param yOffset where the block's first row goes in {@code y}
   */
  public static void spmv(
      int rows, int[] rowPtr, int[] col, double[] val, double[] x, double[] y, int yOffset) {
    spmvRows(0, rows, rowPtr, col, val, x, y, yOffset);
  }

  /** As {@link #spmv}, for the rows [from, to) of the arrays; row {@code from} goes to yOffset. */
  static void spmvRows(
      int from,
      int to,
      int[] rowPtr,
      int[] col,
      double[] val,
      double[] x,
      double[] y,
      int yOffset) {
    int shift = yOffset - from;
    int p = rowPtr[from];
    for (int i = from; i < to; i++) {
      int end = rowPtr[i + 1];
      double sum = 0.0;
      for (; p < end; p++) {
        sum += val[p] * x[col[p]];
      }
      y[shift + i] = sum;
    }
  }

  /**
   * Y = A·X for one row block and several vectors; each column has the bits of {@link #spmv}.
   *
   * @param rows rows of the block
   * @param columns number of vectors
   * @param x column-major; column c at c·xStride
   * @param y column-major; row i of column c at yOffset + i + c·yStride
   */
  public static void spmm(
      int rows,
      int[] rowPtr,
      int[] col,
      double[] val,
      int xStride,
      int columns,
      double[] x,
      int yStride,
      double[] y,
      int yOffset) {
    spmmRows(0, rows, rowPtr, col, val, xStride, columns, x, yStride, y, yOffset);
  }

  /** As {@link #spmm}, for the rows [from, to) of the arrays; row {@code from} goes to yOffset. */
  static void spmmRows(
      int from,
      int to,
      int[] rowPtr,
      int[] col,
      double[] val,
      int xStride,
      int columns,
      double[] x,
      int yStride,
      double[] y,
      int yOffset) {
    int shift = yOffset - from;
    for (int i = from; i < to; i++) {
      int begin = rowPtr[i];
      int end = rowPtr[i + 1];
      int c = 0;
      for (; c + 4 <= columns; c += 4) {
        int x0 = c * xStride;
        int x1 = x0 + xStride;
        int x2 = x1 + xStride;
        int x3 = x2 + xStride;
        double s0 = 0.0;
        double s1 = 0.0;
        double s2 = 0.0;
        double s3 = 0.0;
        for (int p = begin; p < end; p++) {
          double v = val[p];
          int j = col[p];
          s0 += v * x[x0 + j];
          s1 += v * x[x1 + j];
          s2 += v * x[x2 + j];
          s3 += v * x[x3 + j];
        }
        int at = shift + i + c * yStride;
        y[at] = s0;
        y[at + yStride] = s1;
        y[at + 2 * yStride] = s2;
        y[at + 3 * yStride] = s3;
      }
      for (; c < columns; c++) {
        int base = c * xStride;
        double sum = 0.0;
        for (int p = begin; p < end; p++) {
          sum += val[p] * x[base + col[p]];
        }
        y[shift + i + c * yStride] = sum;
      }
    }
  }
}
