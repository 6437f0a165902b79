package dev.concord.spark.output;

import dev.concord.linalg.CsrMatrix;

/** The entries above the diagonal, row after row. */
final class UpperEdges {
  private final int[] rowPtr;
  private final int[] col;
  private final double[] val;
  private final long count;
  private long passed;
  private int row;
  private int at;

  /** Consecutive entries: three arrays of equal length. */
  record Piece(int[] source, int[] target, double[] weight) {}

  UpperEdges(CsrMatrix weights) {
    rowPtr = weights.rowPtr();
    col = weights.col();
    val = weights.val();
    long upper = 0;
    for (int i = 0; i < weights.rows(); i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] > i) {
          upper++;
        }
      }
    }
    count = upper;
  }

  /** All entries above the diagonal. */
  long count() {
    return count;
  }

  /**
   * {@code length} entries from entry {@code first} on, at most as many as there are. Pieces in
   * ascending order take one pass over the matrix together.
   */
  Piece piece(long first, int length) {
    if (first < passed) {
      passed = 0;
      row = 0;
      at = 0;
    }
    while (passed < first) {
      next();
      at++;
    }
    int[] source = new int[length];
    int[] target = new int[length];
    double[] weight = new double[length];
    int filled = 0;
    while (filled < length) {
      next();
      source[filled] = row;
      target[filled] = col[at];
      weight[filled++] = val[at++];
    }
    return new Piece(source, target, weight);
  }

  /** Goes on to the next entry above the diagonal, from where it is. */
  private void next() {
    while (at == rowPtr[row + 1] || col[at] <= row) {
      if (at == rowPtr[row + 1]) {
        row++;
      } else {
        at++;
      }
    }
    passed++;
  }
}
