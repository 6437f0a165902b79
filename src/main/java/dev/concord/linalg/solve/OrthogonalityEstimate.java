package dev.concord.linalg.solve;

import java.util.Arrays;

/**
 * How far rounding has turned a Lanczos vector towards those before it, estimated without them: the
 * inner products of two vectors follow the three-term recurrence of the vectors themselves (Simon,
 * Math. Comp. 42, 1984, equation 2.15). With H = V'AV, which after a thick restart is not
 * tridiagonal, and v' the vector after v<sub>j</sub>:
 *
 * <p>β'·⟨v', v<sub>i</sub>⟩ = Σ<sub>l</sub> h<sub>li</sub>⟨v<sub>j</sub>, v<sub>l</sub>⟩ −
 * α·⟨v<sub>j</sub>, v<sub>i</sub>⟩ − β·⟨v<sub>j−1</sub>, v<sub>i</sub>⟩ + rounding.
 */
final class OrthogonalityEstimate {
  /** The rounding of a product and of a sum, relative to the norm of the operator. */
  private static final double ROUNDING = 2.0 * Math.ulp(1.0);

  private final int capacity;
  private final double adjacent;
  private double[] before;
  private double[] current;
  private double[] next;

  /**
   * @param n length of the vectors
   * @param capacity vectors of the basis, the order of H
   */
  OrthogonalityEstimate(int n, int capacity) {
    this.capacity = capacity;
    this.adjacent = Math.ulp(1.0) * Math.sqrt(n);
    this.before = new double[capacity + 1];
    this.current = new double[capacity + 1];
    this.next = new double[capacity + 1];
  }

  /** The least that is ever estimated. */
  double least() {
    return adjacent;
  }

  /** Vector j + 1 has been taken off all before it, whatever is estimated of vector j. */
  void orthogonalized(int j) {
    Arrays.fill(current, 0, j + 1, adjacent);
    current[j + 1] = 1.0;
  }

  /** Vectors j and j + 1 have been taken off all before them. */
  void bothOrthogonalized(int j) {
    Arrays.fill(before, 0, j, adjacent);
    before[j] = 1.0;
    orthogonalized(j);
  }

  /**
   * Goes from vector j to vector j + 1; returns the largest inner product with one before it. Time
   * O(j²).
   *
   * @param h coefficients up to row and column j, with {@code capacity} rows
   * @param beta the length of vector j + 1 before it was scaled
   * @param norm of the operator, about
   */
  double advance(double[] h, int j, double beta, double norm) {
    double alpha = h[j * capacity + j];
    double last = h[(j - 1) * capacity + j];
    double worst = adjacent;
    for (int i = 0; i < j; i++) {
      double sum = -alpha * current[i] - last * before[i];
      for (int l = 0; l <= j; l++) {
        sum += h[i * capacity + l] * current[l];
      }
      next[i] = (sum + Math.copySign(ROUNDING * norm, sum)) / beta;
      worst = Math.max(worst, Math.abs(next[i]));
    }
    next[j] = adjacent * norm / beta;
    worst = Math.max(worst, next[j]);
    next[j + 1] = 1.0;
    double[] free = before;
    before = current;
    current = next;
    next = free;
    return worst;
  }
}
