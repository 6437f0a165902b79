package dev.concord.method.spectral;

import dev.concord.linalg.DenseSymmetric;

/**
 * Cuts between whole components of a graph: vectors z of the null space Z of L̄ at right angles to
 * the trivial D<sup>1/2</sup>1. They cost nothing, z'L̄z = 0, so λ = 0, and they are feasible for
 * CSP where z'Q̄z exceeds b. Any rotation of them is as good; taken are the eigenvectors of Q̄
 * restricted to the space, which meet the constraints best one after the other.
 *
 * <p>Components that no constraint touches count as one direction, the one that balances the others
 * against D<sup>1/2</sup>1.
 *
 * @param values z'Q̄z of each cut z of unit length, falling
 */
record ZeroCostCuts(int touched, double[] values, double[] coordinates) {
  /**
   * The cuts of a graph. Time O(t³).
   *
   * @param inner Z'Q̄Z over the t components with a constrained point, t x t
   * @param volumes their volumes
   * @param rest volume of the other components
   */
  static ZeroCostCuts of(double[] inner, double[] volumes, double rest) {
    int t = volumes.length;
    int order = rest > 0.0 ? t + 1 : t;
    double total = rest;
    double norm = 0.0;
    for (double volume : volumes) {
      total += volume;
    }
    for (double entry : inner) {
      norm = StrictMath.hypot(norm, entry);
    }
    double[] trivial = new double[order];
    for (int c = 0; c < order; c++) {
      trivial[c] = Math.sqrt((c < t ? volumes[c] : rest) / total);
    }
    double[] a = new double[order * order];
    for (int c = 0; c < t; c++) {
      System.arraycopy(inner, c * t, a, c * order, t);
    }
    double[] image = new double[order];
    double along = 0.0;
    for (int c = 0; c < order; c++) {
      for (int r = 0; r < order; r++) {
        image[r] += a[c * order + r] * trivial[c];
      }
    }
    for (int c = 0; c < order; c++) {
      along += trivial[c] * image[c];
    }
    // The trivial direction goes to the bottom of the spectrum.
    double down = along - 2.0 * norm - 1.0;
    for (int c = 0; c < order; c++) {
      for (int r = 0; r < order; r++) {
        a[c * order + r] +=
            down * trivial[r] * trivial[c] - image[r] * trivial[c] - trivial[r] * image[c];
      }
    }
    double[] ascending = DenseSymmetric.eigen(order, a);
    int count = Math.max(0, order - 1);
    double[] values = new double[count];
    double[] coordinates = new double[count * order];
    for (int j = 0; j < count; j++) {
      values[j] = ascending[order - 1 - j];
      System.arraycopy(a, (order - 1 - j) * order, coordinates, j * order, order);
    }
    return new ZeroCostCuts(t, values, coordinates);
  }

  /** The coordinate of cut {@code j} along component {@code c}, or all untouched ones for t. */
  double coordinate(int j, int c) {
    int order = values.length + 1;
    return c <= touched && c < order ? coordinates[j * order + c] : 0.0;
  }
}
