package dev.concord.method.pipeline;

import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.eigen.Eigenpairs;

/**
 * The smoothest eigenvalues of a graph, and the rows of their vectors at some points.
 *
 * @param values of the normalized Laplacian, ascending
 * @param rows a row of all columns for each point
 */
record GraphSpectrum(double[] values, double[] rows) {
  private static final int STARTS = 2;

  /**
   * The part of the eigenpairs of an adjacency that is needed.
   *
   * @param points ascending
   */
  static GraphSpectrum of(Eigenpairs pairs, int[] points) {
    int m = pairs.count();
    double[] values = new double[m];
    double[] rows = new double[Math.multiplyExact(points.length, m)];
    for (int j = 0; j < m; j++) {
      values[j] = Math.max(0.0, 1.0 - pairs.values()[j]);
      for (int i = 0; i < points.length; i++) {
        rows[i * m + j] = pairs.vectors()[j * pairs.n() + points[i]];
      }
    }
    return new GraphSpectrum(values, rows);
  }

  /**
   * k-means into k clusters on the first k columns, rows scaled to length 1 (Ng, Jordan and Weiss
   * 2002).
   */
  int[] partition(int k, long seed) {
    int m = values.length;
    int columns = Math.min(k, m);
    int n = rows.length / m;
    double[] points = new double[n * columns];
    for (int i = 0; i < n; i++) {
      double square = 0.0;
      for (int j = 0; j < columns; j++) {
        square += rows[i * m + j] * rows[i * m + j];
      }
      double length = Math.sqrt(square);
      for (int j = 0; j < columns && length > 0.0; j++) {
        points[i * columns + j] = rows[i * m + j] / length;
      }
    }
    KMeansSearch.Result found = KMeansSearch.run(points, columns, k, STARTS, seed);
    int[] labels = new int[n];
    KMeansSearch.assign(points, found.centres(), columns, labels);
    return labels;
  }
}
