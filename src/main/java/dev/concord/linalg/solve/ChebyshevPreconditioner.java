package dev.concord.linalg.solve;

import dev.concord.linalg.LinearOperator;

/**
 * A fixed polynomial of A that resembles A<sup>-1</sup>: some steps of the Chebyshev iteration for
 * A·z = r from zero (Saad 2003, algorithm 12.1). It needs products with A alone, so it runs with
 * A's rows on the driver or on executors, with the same bits.
 *
 * <p>The residual polynomial is at most 1/T(σ) on [low, high] and below 1 on (0, low), so the
 * preconditioner is positive definite wherever A's spectrum lies in (0, high]. Time steps − 1
 * products for each column; memory 24 bytes an entry of the block.
 */
public final class ChebyshevPreconditioner implements Preconditioner {
  private final LinearOperator a;
  private final int steps;
  private final double centre;
  private final double radius;

  /**
   * A polynomial of degree {@code steps} − 1.
   *
   * @param a symmetric positive semidefinite
   * @param steps at least 1
   * @param low lower end of the interval on which the polynomial is best, above 0
   * @param high upper bound of the spectrum of A
   */
  public ChebyshevPreconditioner(LinearOperator a, int steps, double low, double high) {
    if (steps < 1 || !(low > 0.0 && low < high)) {
      throw new IllegalArgumentException(String.format("%d steps on [%g, %g]", steps, low, high));
    }
    this.a = a;
    this.steps = steps;
    this.centre = 0.5 * (high + low);
    this.radius = 0.5 * (high - low);
  }

  @Override
  public void apply(int n, double[] r, double[] z, int columns) {
    int length = Math.multiplyExact(n, columns);
    double sigma = centre / radius;
    double rho = 1.0 / sigma;
    double[] step = new double[length];
    for (int i = 0; i < length; i++) {
      step[i] = r[i] / centre;
    }
    double[] sum = step.clone();
    double[] product = new double[length];
    for (int s = 1; s < steps; s++) {
      a.apply(sum, product, columns);
      double next = 1.0 / (2.0 * sigma - rho);
      double keep = next * rho;
      double add = 2.0 * next / radius;
      for (int i = 0; i < length; i++) {
        step[i] = keep * step[i] + add * (r[i] - product[i]);
        sum[i] += step[i];
      }
      rho = next;
    }
    System.arraycopy(sum, 0, z, 0, length);
  }
}
