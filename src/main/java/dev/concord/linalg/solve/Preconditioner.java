package dev.concord.linalg.solve;

import java.util.Arrays;

/**
 * Z = M<sup>-1</sup>·R for a fixed symmetric positive definite M that resembles the matrix to be
 * solved with. A column's result does not depend on the other columns.
 */
@FunctionalInterface
public interface Preconditioner {
  /** M = I. */
  Preconditioner NONE = (n, r, z, columns) -> System.arraycopy(r, 0, z, 0, n * columns);

  /**
   * Applies M<sup>-1</sup> to {@code columns} vectors stored one after the other.
   *
   * @param n length of a vector
   * @param r n·columns values, column-major, not modified; may be longer
   * @param z n·columns values, overwritten; must not be {@code r}; may be longer
   */
  void apply(int n, double[] r, double[] z, int columns);

  /**
   * P·M<sup>-1</sup>·P, for a semidefinite A whose null space the orthogonal projection P takes
   * out.
   */
  default Preconditioner projected(Projection projection) {
    return (n, r, z, columns) -> {
      // The residuals lie in the range of A but for rounding, which is taken out here.
      double[] clean = Arrays.copyOf(r, n * columns);
      for (int c = 0; c < columns; c++) {
        projection.apply(clean, c * n);
      }
      apply(n, clean, z, columns);
      for (int c = 0; c < columns; c++) {
        projection.apply(z, c * n);
      }
    };
  }

  /** An orthogonal projection. */
  @FunctionalInterface
  interface Projection {
    /** Projects the vector that begins at {@code offset} of {@code v}, in place. */
    void apply(double[] v, int offset);
  }
}
