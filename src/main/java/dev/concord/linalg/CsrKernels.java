package dev.concord.linalg;

import java.util.Arrays;

/**
 * Products with row blocks of a CSR matrix. The local and the distributed operator both run these,
 * so their results are equal to the last bit. The caller guarantees the shapes; nothing is checked
 * and nothing is allocated. Safe from several threads for disjoint rows of y.
 */
public final class CsrKernels {
  /** Rows that are interleaved together, so that what is written stays in the nearest cache. */
  private static final int TILE = 256;

  private CsrKernels() {}

  /** Distinct values, ascending; a new array. */
  public static int[] distinct(int[] values) {
    int[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (int value : sorted) {
      if (count == 0 || sorted[count - 1] != value) {
        sorted[count++] = value;
      }
    }
    return Arrays.copyOf(sorted, count);
  }

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
   * Y = A·X for one row block and several vectors; each column has the bits of {@link #spmv}. The
   * vectors are interleaved, so an entry of the matrix reads neighbouring values of X.
   *
   * @param rows rows of the block
   * @param columns number of vectors
   * @param x row-major: row j at j·columns, see {@link #interleave}
   * @param yStride length of a column of {@code y}
   * @param y column-major; row i of column c at yOffset + i + c·yStride
   */
  public static void spmm(
      int rows,
      int[] rowPtr,
      int[] col,
      double[] val,
      int columns,
      double[] x,
      int yStride,
      double[] y,
      int yOffset) {
    spmmRows(0, rows, rowPtr, col, val, columns, x, yStride, y, yOffset);
  }

  /** As {@link #spmm}, for the rows [from, to) of the arrays; row {@code from} goes to yOffset. */
  static void spmmRows(
      int from,
      int to,
      int[] rowPtr,
      int[] col,
      double[] val,
      int columns,
      double[] x,
      int yStride,
      double[] y,
      int yOffset) {
    for (int i = from; i < to; i++) {
      int at = yOffset - from + i;
      int c = 0;
      for (; c + 8 <= columns; c += 8) {
        eightColumns(rowPtr[i], rowPtr[i + 1], col, val, columns, x, c, yStride, y, at);
      }
      for (; c + 4 <= columns; c += 4) {
        fourColumns(rowPtr[i], rowPtr[i + 1], col, val, columns, x, c, yStride, y, at);
      }
      for (; c + 2 <= columns; c += 2) {
        twoColumns(rowPtr[i], rowPtr[i + 1], col, val, columns, x, c, yStride, y, at);
      }
      if (c < columns) {
        double sum = 0.0;
        for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
          sum += val[p] * x[col[p] * columns + c];
        }
        y[at + c * yStride] = sum;
      }
    }
  }

  /** Columns c to c + 7 of a row: with eight columns in all, an entry reads one cache line of x. */
  private static void eightColumns(
      int begin,
      int end,
      int[] col,
      double[] val,
      int columns,
      double[] x,
      int c,
      int yStride,
      double[] y,
      int at) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    double s4 = 0.0;
    double s5 = 0.0;
    double s6 = 0.0;
    double s7 = 0.0;
    for (int p = begin; p < end; p++) {
      double v = val[p];
      int j = col[p] * columns + c;
      s0 += v * x[j];
      s1 += v * x[j + 1];
      s2 += v * x[j + 2];
      s3 += v * x[j + 3];
      s4 += v * x[j + 4];
      s5 += v * x[j + 5];
      s6 += v * x[j + 6];
      s7 += v * x[j + 7];
    }
    int first = at + c * yStride;
    y[first] = s0;
    y[first + yStride] = s1;
    y[first + 2 * yStride] = s2;
    y[first + 3 * yStride] = s3;
    y[first + 4 * yStride] = s4;
    y[first + 5 * yStride] = s5;
    y[first + 6 * yStride] = s6;
    y[first + 7 * yStride] = s7;
  }

  /** Columns c to c + 3 of a row: four sums in registers. */
  private static void fourColumns(
      int begin,
      int end,
      int[] col,
      double[] val,
      int columns,
      double[] x,
      int c,
      int yStride,
      double[] y,
      int at) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    for (int p = begin; p < end; p++) {
      double v = val[p];
      int j = col[p] * columns + c;
      s0 += v * x[j];
      s1 += v * x[j + 1];
      s2 += v * x[j + 2];
      s3 += v * x[j + 3];
    }
    int first = at + c * yStride;
    y[first] = s0;
    y[first + yStride] = s1;
    y[first + 2 * yStride] = s2;
    y[first + 3 * yStride] = s3;
  }

  /** Columns c and c + 1 of a row. */
  private static void twoColumns(
      int begin,
      int end,
      int[] col,
      double[] val,
      int columns,
      double[] x,
      int c,
      int yStride,
      double[] y,
      int at) {
    double s0 = 0.0;
    double s1 = 0.0;
    for (int p = begin; p < end; p++) {
      int j = col[p] * columns + c;
      s0 += val[p] * x[j];
      s1 += val[p] * x[j + 1];
    }
    y[at + c * yStride] = s0;
    y[at + (c + 1) * yStride] = s1;
  }

  /**
   * The rows [from, to) of a column-major block, row by row.
   *
   * @param n length of a column of {@code x}
   * @param x the first column begins at {@code xOffset}
   * @param out row-major, n·columns values; row i goes to i·columns
   */
  public static void interleave(
      int n, int columns, double[] x, int xOffset, double[] out, int from, int to) {
    for (int tile = from; tile < to; tile += TILE) {
      int end = Math.min(to, tile + TILE);
      for (int c = 0; c < columns; c++) {
        int at = xOffset + c * n;
        for (int i = tile; i < end; i++) {
          out[i * columns + c] = x[at + i];
        }
      }
    }
  }
}
