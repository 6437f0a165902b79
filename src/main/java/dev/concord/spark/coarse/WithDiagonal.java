package dev.concord.spark.coarse;

import dev.concord.linalg.LinearOperator;

/** A symmetric matrix and a diagonal, added. */
record WithDiagonal(LinearOperator matrix, double[] diagonal) implements LinearOperator {
  @Override
  public int size() {
    return matrix.size();
  }

  @Override
  public void apply(double[] x, double[] y) {
    apply(x, y, 1);
  }

  @Override
  public void apply(double[] x, double[] y, int columns) {
    matrix.apply(x, y, columns);
    int n = diagonal.length;
    for (int p = 0; p < n * columns; p++) {
      y[p] += diagonal[p % n] * x[p];
    }
  }
}
