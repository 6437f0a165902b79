package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.error.MemoryException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import java.util.Arrays;

/**
 * The smallest eigenpairs of A·x = λ·B·x by LAPACK, for small problems: the matrices are built from
 * n products each. Time O(n³), memory 16·n² bytes.
 */
public final class DensePencil {
  private static final int AT_MOST = 10_000;

  private DensePencil() {}

  /**
   * Solves in the space that {@code known} leaves, where B must be positive definite and A
   * semidefinite. Rows in which both matrices are zero are removed too.
   *
   * @param known deflated directions, null vectors of A
   * @param largest a bound of the eigenvalues
   * @param tolerance bound of a pair's residual, relative to the norms of A and λ·B
   * @throws MemoryException above order 10,000
   * @throws ConvergenceException when B is not positive definite, or a residual is too large
   */
  public static GeneralizedEigenpairs smallest(
      LinearOperator a,
      LinearOperator b,
      DeflatedSpace known,
      int count,
      double largest,
      double tolerance) {
    int n = a.size();
    if (n > AT_MOST) {
      throw new MemoryException(
          String.format(
              "Eigensolver: a dense solve with two matrices of order %d takes %.1f GB; it is offered "
                  + "up to order %d. Use solver = block.",
              n, 16e-9 * n * n, AT_MOST));
    }
    double[] left = DenseSymmetric.matrix(a);
    double[] right = DenseSymmetric.matrix(b);
    double[] plainLeft = left.clone();
    double[] plainRight = right.clone();
    // Deflated directions get eigenvalues above all others.
    double lift = 4.0 * largest;
    known.lift(lift, left);
    known.lift(1.0, right);
    for (int i = 0; i < n; i++) {
      if (right[i * n + i] == 0.0 && left[i * n + i] == 0.0) {
        left[i * n + i] = lift;
        right[i * n + i] = 1.0;
      }
    }
    double[] ascending = DenseSymmetric.generalizedEigen(n, left, right);
    double[] vectors = Arrays.copyOf(left, n * count);
    double[] values = Arrays.copyOf(ascending, count);
    double[] residuals = new double[count];
    double norms = norm(n, plainLeft);
    for (int j = 0; j < count; j++) {
      Vectors.fixSign(n, vectors, j * n);
      double length = Vectors.norm(n, vectors, j * n);
      double square = 0.0;
      for (int i = 0; i < n; i++) {
        double off =
            Vectors.dot(n, plainLeft, i * n, vectors, j * n)
                - values[j] * Vectors.dot(n, plainRight, i * n, vectors, j * n);
        square += off * off;
      }
      residuals[j] = Math.sqrt(square) / length;
      double limit = 10.0 * tolerance * (norms + Math.abs(values[j]) * norm(n, plainRight));
      if (!(residuals[j] <= limit) || values[j] > 2.0 * largest) {
        throw new ConvergenceException(
            String.format(
                "Eigensolver dense: pair %d of %d (eigenvalue %.6g) has residual %.3g, above %.3g. "
                    + "Loosen tolerance, or use solver = block.",
                j + 1, count, values[j], residuals[j], limit));
      }
    }
    double[] images = new double[n * count];
    b.apply(vectors, images, count);
    double off = TallSkinny.offIdentity(TallSkinny.gram(n, vectors, count, images, count), count);
    return new GeneralizedEigenpairs(n, values, vectors, residuals, off, 0, n + count);
  }

  private static double norm(int n, double[] matrix) {
    double most = 0.0;
    for (int j = 0; j < n; j++) {
      most = Math.max(most, Vectors.norm(n, matrix, j * n));
    }
    return most;
  }
}
