package dev.concord.linalg;

/** A symmetric CSR matrix on this machine, multiplied on all its cores. */
public record CsrOperator(CsrMatrix matrix) implements LinearOperator {
  @Override
  public int size() {
    return matrix.rows();
  }

  @Override
  public void apply(double[] x, double[] y) {
    matrix.multiply(x, y);
  }

  @Override
  public void apply(double[] x, double[] y, int columns) {
    matrix.multiply(x, y, columns);
  }
}
