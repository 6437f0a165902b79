package dev.concord.linalg;

/**
 * A symmetric linear map of R<sup>n</sup>, known only by its products.
 *
 * <p>Solvers use nothing else: whether rows are on the driver or on executors is the operator's
 * business. Two operators over the same matrix return the same bits, because a row is never split
 * and its terms are always added in column order.
 */
public interface LinearOperator {

  /** The dimension n. */
  int size();

  /**
   * y = A·x.
   *
   * @param x length n, not modified
   * @param y length n, overwritten; must not be {@code x}
   */
  void apply(double[] x, double[] y);

  /**
   * Y = A·X for {@code columns} vectors stored one after the other.
   *
   * @param x length n·columns, column-major, not modified
   * @param y length n·columns, column-major, overwritten; must not be {@code x}
   */
  default void apply(double[] x, double[] y, int columns) {
    int n = size();
    double[] in = new double[n];
    double[] out = new double[n];
    for (int c = 0; c < columns; c++) {
      System.arraycopy(x, c * n, in, 0, n);
      apply(in, out);
      System.arraycopy(out, 0, y, c * n, n);
    }
  }
}
