package dev.concord.constraint;

import java.util.Arrays;

/**
 * Sparse rows: row i holds {@code value[q]} in column {@code col[q]} for q in [{@code rowPtr[i]},
 * {@code rowPtr[i + 1]}). Within a row in the order given; a column may occur twice.
 */
record SparseRows(int[] rowPtr, int[] col, double[] value) {

  /** Entries sorted by row, otherwise in their order. Time and memory O(rows + entries). */
  static SparseRows of(int rows, int[] row, int[] col, double[] value) {
    int[] rowPtr = new int[rows + 1];
    for (int i : row) {
      rowPtr[i + 1]++;
    }
    for (int i = 0; i < rows; i++) {
      rowPtr[i + 1] += rowPtr[i];
    }
    int[] next = Arrays.copyOf(rowPtr, rows);
    int[] sortedCol = new int[col.length];
    double[] sortedValue = new double[col.length];
    for (int e = 0; e < row.length; e++) {
      int at = next[row[e]]++;
      sortedCol[at] = col[e];
      sortedValue[at] = value[e];
    }
    return new SparseRows(rowPtr, sortedCol, sortedValue);
  }

  int rows() {
    return rowPtr.length - 1;
  }

  /** The product of row i with a dense vector. */
  double dot(int i, double[] x) {
    double sum = 0.0;
    for (int q = rowPtr[i]; q < rowPtr[i + 1]; q++) {
      sum += value[q] * x[col[q]];
    }
    return sum;
  }
}
