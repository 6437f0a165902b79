package dev.concord.linalg;

/** A symmetric CSR matrix on this machine, multiplied on all its cores. */
public final class CsrOperator implements LinearOperator {
  private final CsrMatrix matrix;

  /**
   * The caller guarantees symmetry ({@link CsrMatrix#isSymmetric} tests it); it is not checked
   * here.
   */
  public CsrOperator(CsrMatrix matrix) {
    this.matrix = matrix;
  }

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
