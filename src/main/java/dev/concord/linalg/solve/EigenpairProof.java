package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.Solver;
import dev.concord.linalg.Vectors;
import java.util.Arrays;

/**
 * Checks the eigenpairs that a solver returns: values, residuals and orthogonality, computed anew
 * from the vectors. Vectors are columns of length n, one after the other.
 *
 * @param a the operator; its products count
 * @param tolerance of the solver; ten times as much is accepted
 * @param iterations of the solver, for messages and figures
 */
record EigenpairProof(Deflation a, double tolerance, int iterations) {
  /** Vectors count as orthonormal when no inner product is further off. */
  static final double ORTHOGONALITY_LIMIT = 1e-10;

  /**
   * Orthonormalizes the columns [first, m) of {@code v} to working accuracy and rotates them to
   * Ritz vectors, by falling value (Rayleigh-Ritz; Parlett 1998, section 11.3). Returns the values.
   */
  double[] clean(double[] v, int first) {
    int n = a.size();
    int m = v.length / n - first;
    if (!Vectors.orthonormalize(n, v, first, first + m)) {
      throw new ConvergenceException(
          String.format(
              "Eigensolver: the %d eigenvectors found are not independent of each other and of the "
                  + "%d known ones. Use solver = dense, or check that the known vectors belong to "
                  + "the largest eigenvalue.",
              m, first));
    }
    double[] basis = Arrays.copyOfRange(v, first * n, v.length);
    double[] product = new double[basis.length];
    a.applyPlain(basis, product, m);
    double[] h = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i <= j; i++) {
        double upper = Vectors.dot(n, basis, i * n, product, j * n);
        double lower = Vectors.dot(n, basis, j * n, product, i * n);
        h[j * m + i] = 0.5 * (upper + lower);
        h[i * m + j] = h[j * m + i];
      }
    }
    double[] ascending = DenseSymmetric.eigen(m, h);
    double[] values = new double[m];
    double[] descending = new double[m * m];
    for (int j = 0; j < m; j++) {
      values[j] = ascending[m - 1 - j];
      System.arraycopy(h, (m - 1 - j) * m, descending, j * m, m);
    }
    Vectors.multiply(n, m, m, basis, descending, product);
    System.arraycopy(product, 0, v, first * n, m * n);
    return values;
  }

  /**
   * The values by which a solver chose its pairs must be those that its vectors have: the search
   * for missed ones compares with the last of them.
   */
  void confirm(double[] claimed, double[] computed, Solver solver) {
    for (int j = 0; j < computed.length; j++) {
      double limit = 10.0 * tolerance * Math.max(1.0, Math.abs(computed[j]));
      if (!(Math.abs(claimed[j] - computed[j]) <= limit)) {
        throw new ConvergenceException(
            String.format(
                "Eigensolver %s: pair %d of %d was found as eigenvalue %.12g, but its vector has "
                    + "%.12g, further off than %.3g = 10 x tolerance, after %d iterations and %d "
                    + "products. Use solver = dense, or another seed.",
                solver.word(),
                j + 1,
                computed.length,
                claimed[j],
                computed[j],
                limit,
                iterations,
                a.products()));
      }
    }
  }

  /** Values as Rayleigh quotients, residuals and orthogonality anew; refuses what is not good. */
  Eigenpairs prove(double[] values, double[] vectors, int first, String solver) {
    int n = a.size();
    int m = values.length;
    for (int j = 0; j < m; j++) {
      if (j >= first) {
        Vectors.scale(n, 1.0 / Vectors.norm(n, vectors, j * n), vectors, j * n);
      }
      Vectors.fixSign(n, vectors, j * n);
    }
    double[] product = new double[vectors.length];
    a.applyPlain(vectors, product, m);
    double[] residuals = new double[m];
    for (int j = 0; j < m; j++) {
      if (j >= first) {
        // Rounding may lift a copy of a multiple eigenvalue by a bit or two over the one before.
        double quotient = Vectors.dot(n, vectors, j * n, product, j * n);
        double rounding = 1e-14 * Math.max(Math.abs(quotient), Math.abs(values[0]));
        boolean copy = j > 0 && Math.abs(quotient - values[j - 1]) <= rounding;
        values[j] = copy ? Math.min(quotient, values[j - 1]) : quotient;
      }
      residuals[j] = Vectors.normOfSum(n, -values[j], vectors, j * n, product, j * n);
      double limit = 10.0 * tolerance * Math.max(1.0, Math.abs(values[j]));
      if (!(residuals[j] <= limit)) {
        throw new ConvergenceException(
            String.format(
                "Eigensolver %s: pair %d of %d (eigenvalue %.12g) has residual %.3g, above %.3g = 10 "
                    + "x tolerance, after %d iterations and %d products. Loosen tolerance, raise "
                    + "max-iterations, or use solver = dense.",
                solver, j + 1, m, values[j], residuals[j], limit, iterations, a.products()));
      }
    }
    double orthogonality = Vectors.orthogonality(n, vectors, m);
    if (!(orthogonality <= ORTHOGONALITY_LIMIT)) {
      throw new ConvergenceException(
          String.format(
              "Eigensolver %s: the %d eigenvectors are orthonormal only to %.3g, not %.0g, after %d "
                  + "iterations. Use solver = dense.",
              solver, m, orthogonality, ORTHOGONALITY_LIMIT, iterations));
    }
    return new Eigenpairs(
        n, values, vectors, residuals, orthogonality, iterations, a.products(), solver);
  }
}
