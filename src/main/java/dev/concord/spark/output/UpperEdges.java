package dev.concord.spark.output;

import dev.concord.linalg.CsrMatrix;

/** Iterates once over the entries above the diagonal, row after row. */
final class UpperEdges {
  private final int[] rowPtr;
  private final int[] col;
  private final double[] val;
  private final long count;
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

  /** The next {@code length} entries; at most as many as are left. */
  Piece next(int length) {
    int[] source = new int[length];
    int[] target = new int[length];
    double[] weight = new double[length];
    int filled = 0;
    while (filled < length) {
      while (at == rowPtr[row + 1]) {
        row++;
      }
      if (col[at] > row) {
        source[filled] = row;
        target[filled] = col[at];
        weight[filled++] = val[at];
      }
      at++;
    }
    return new Piece(source, target, weight);
  }
}
