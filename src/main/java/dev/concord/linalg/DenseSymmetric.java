package dev.concord.linalg;

import dev.concord.error.ConvergenceException;
import org.netlib.util.intW;

/** Small dense symmetric matrices, by LAPACK in Java: the same bits on every machine. */
public final class DenseSymmetric {
  private DenseSymmetric() {}

  /** The matrix of an operator, n·n, by n products with unit vectors. */
  public static double[] matrix(LinearOperator operator) {
    int n = operator.size();
    double[] matrix = new double[Math.multiplyExact(n, n)];
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      unit[j] = 1.0;
      operator.apply(unit, column);
      System.arraycopy(column, 0, matrix, j * n, n);
      unit[j] = 0.0;
    }
    return matrix;
  }

  /**
   * All eigenpairs (LAPACK dsyev). Time O(n³), workspace O(n).
   *
   * @param n order
   * @param a n·n, symmetric, lower triangle read; overwritten by the eigenvectors, one after the
   *     other, in the order of the values
   * @return the n eigenvalues, ascending
   */
  public static double[] eigen(int n, double[] a) {
    if (a.length < (long) n * n) {
      throw new IllegalArgumentException("a matrix of order " + n + " in " + a.length + " values");
    }
    double[] values = new double[n];
    if (n == 0) {
      return values;
    }
    intW info = new intW(0);
    double[] work = new double[Math.max(1, 34 * n)];
    Netlib.JAVA_LAPACK.dsyev("V", "L", n, a, n, values, work, work.length, info);
    if (info.val != 0) {
      throw new ConvergenceException(
          String.format(
              "Dense eigensolver (LAPACK dsyev, order %d): status %d, %s. Check the weights for "
                  + "values near the limits of double precision.",
              n,
              info.val,
              info.val > 0
                  ? info.val + " off-diagonal values did not converge to zero"
                  : "refused"));
    }
    return values;
  }

  /**
   * All eigenvalues, without vectors (LAPACK dsyev). Time 4/3·n³.
   *
   * @param a n·n, symmetric, lower triangle read; overwritten
   * @return the n eigenvalues, ascending
   */
  public static double[] eigenvalues(int n, double[] a) {
    double[] values = new double[n];
    if (n == 0) {
      return values;
    }
    intW info = new intW(0);
    double[] work = new double[Math.max(1, 34 * n)];
    Netlib.JAVA_LAPACK.dsyev("N", "L", n, a, n, values, work, work.length, info);
    requireConverged("dsyev", n, info.val);
    return values;
  }

  /**
   * All eigenpairs of A·x = λ·B·x with B positive definite (LAPACK dsygv). Time O(n³).
   *
   * @param a n·n, symmetric, lower triangle read; overwritten by the eigenvectors, one after the
   *     other, in the order of the values, with x'Bx = 1
   * @param b n·n, symmetric positive definite, lower triangle read; overwritten
   * @return the n eigenvalues, ascending
   */
  public static double[] generalizedEigen(int n, double[] a, double[] b) {
    double[] values = new double[n];
    if (n == 0) {
      return values;
    }
    intW info = new intW(0);
    double[] work = new double[Math.max(1, 34 * n)];
    Netlib.JAVA_LAPACK.dsygv(1, "V", "L", n, a, n, b, n, values, work, work.length, info);
    requireConverged("dsygv", n, info.val);
    return values;
  }

  private static void requireConverged(String routine, int n, int status) {
    if (status != 0) {
      throw new ConvergenceException(
          String.format(
              "Dense eigensolver (LAPACK %s, order %d): status %d, %s. Check the weights for values "
                  + "near the limits of double precision.",
              routine,
              n,
              status,
              status > n
                  ? "the right-hand matrix is not positive definite to working accuracy"
                  : "it did not converge"));
    }
  }

  /**
   * Cholesky factor L of a positive definite matrix, in place (LAPACK dpotrf). Time n³/3.
   *
   * @param a n·n, lower triangle column-major, overwritten by L
   * @return whether the matrix is positive definite to working accuracy
   */
  public static boolean cholesky(int n, double[] a) {
    if (n == 0) {
      return true;
    }
    intW info = new intW(0);
    Netlib.JAVA_LAPACK.dpotrf("L", n, a, n, info);
    return info.val == 0;
  }

  /**
   * Solves L·L'·x = b in place (LAPACK dpotrs). Time 2n².
   *
   * @param l the factor from {@link #cholesky}
   * @param b length n, overwritten by x
   */
  public static void choleskySolve(int n, double[] l, double[] b) {
    if (n > 0) {
      Netlib.JAVA_LAPACK.dpotrs("L", n, 1, l, n, b, n, new intW(0));
    }
  }
}
