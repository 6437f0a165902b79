package dev.concord.linalg.solve;

import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;

/**
 * Deflated directions, projected out by the oblique projector I − Y·Z' with Z'Y = I. The search
 * space is then {x : Z'x = 0}.
 *
 * <p>For eigenvectors Y of A·x = λ·B·x that are B-orthonormal, Z = B·Y. For a common null vector of
 * A and B any Z with Z'Y = 1 will do, such as the vector itself.
 */
public final class DeflatedSpace {
  private static final double LIMIT = 1e-10;

  private final int n;
  private final int count;
  private final double[] vectors;
  private final double[] duals;

  /**
   * Keeps the arrays. Time O(n·count²) for the check.
   *
   * @param n length of a vector
   * @param vectors Y, n·count, column-major
   * @param duals Z, n·count, column-major, with Z'Y = I to 1e-10
   */
  public DeflatedSpace(int n, double[] vectors, double[] duals) {
    if (n < 1 || vectors.length % n != 0 || vectors.length != duals.length) {
      throw new IllegalArgumentException(
          String.format("n = %d, %d and %d values", n, vectors.length, duals.length));
    }
    this.n = n;
    this.count = vectors.length / n;
    this.vectors = vectors;
    this.duals = duals;
    double[] gram = TallSkinny.gram(n, duals, count, vectors, count);
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < count; i++) {
        double off = Math.abs(gram[j * count + i] - (i == j ? 1.0 : 0.0));
        if (!(off <= LIMIT)) {
          throw new IllegalArgumentException(
              String.format("known vectors %d and %d are off by %g from Z'Y = I", i, j, off));
        }
      }
    }
  }

  /** A := A + factor·Z·Z' for the n x n matrix {@code a}. */
  void lift(double factor, double[] a) {
    for (int v = 0; v < count; v++) {
      for (int j = 0; j < n; j++) {
        Vectors.axpy(n, factor * duals[v * n + j], duals, v * n, a, j * n);
      }
    }
  }

  /** X := X − Y·Z'X, twice, for the first {@code columns} columns. */
  public void project(double[] x, int columns) {
    for (int pass = 0; pass < 2 && count > 0; pass++) {
      double[] along = TallSkinny.gram(n, duals, count, x, columns);
      TallSkinny.addProduct(n, -1.0, vectors, count, along, columns, x, 0);
    }
  }
}
