package dev.concord.constraint;

/** The definition of y_ij in {@link PairMoments} by the rows i and j of the eigenvectors. */
public enum PairProducts {
  /** The elementwise product of rows i and j, length m. */
  ELEMENTWISE,
  /** Their symmetric outer product, length m(m+1)/2: column after column from the diagonal down. */
  SYMMETRIC;

  private static final double HALF_ROOT = Math.sqrt(0.5);

  /** Length of y_ij for rows of length m. */
  public int length(int m) {
    return this == ELEMENTWISE ? m : packedLength(m);
  }

  void multiply(double[] rows, int ri, int rj, int m, double[] y) {
    if (this == ELEMENTWISE) {
      for (int q = 0; q < m; q++) {
        y[q] = rows[ri + q] * rows[rj + q];
      }
      return;
    }
    int at = 0;
    for (int q = 0; q < m; q++) {
      y[at++] = rows[ri + q] * rows[rj + q];
      for (int s = q + 1; s < m; s++) {
        y[at++] = HALF_ROOT * (rows[ri + q] * rows[rj + s] + rows[ri + s] * rows[rj + q]);
      }
    }
  }

  static int packedLength(int m) {
    return Math.toIntExact(m * (m + 1L) / 2);
  }
}
