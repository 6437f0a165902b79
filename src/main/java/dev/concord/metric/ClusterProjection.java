package dev.concord.metric;

import dev.concord.linalg.DenseSymmetric;

/**
 * Two axes on which the clusters of an embedding lie far apart: the leading principal axes of the
 * cluster means, weighted by size, over rows scaled to unit length (rows of zeros stay zero). For
 * looking at, not for computing with.
 *
 * <p>Cost: n·m + k·m² + m³.
 *
 * @param x first coordinate of each point, length n
 * @param y second coordinate, length n
 * @param xShare the first axis's share of the variance between clusters, 0 when there is none
 * @param yShare the second axis's
 */
public record ClusterProjection(double[] x, double[] y, double xShare, double yShare) {

  /**
   * Projects the rows of an n x m embedding, m at least 2.
   *
   * @param columnMajor n·m values, column after column
   * @param labels cluster of each row, 0..k-1
   */
  public static ClusterProjection of(double[] columnMajor, int n, int m, int[] labels, int k) {
    if (m < 2 || columnMajor.length != (long) n * m || labels.length != n) {
      throw new IllegalArgumentException(
          columnMajor.length + " values, " + labels.length + " labels for " + n + " x " + m);
    }
    double[] scale = inverseNorms(columnMajor, n, m);
    double[] means = new double[k * m];
    double[] centre = new double[m];
    int[] sizes = new int[k];
    for (int i = 0; i < n; i++) {
      sizes[labels[i]]++;
      for (int c = 0; c < m; c++) {
        double value = columnMajor[c * n + i] * scale[i];
        means[labels[i] * m + c] += value;
        centre[c] += value / n;
      }
    }
    double[] scatter = new double[m * m];
    double total = 0.0;
    for (int a = 0; a < k; a++) {
      for (int c = 0; c < m && sizes[a] > 0; c++) {
        means[a * m + c] = means[a * m + c] / sizes[a] - centre[c];
      }
      for (int c = 0; c < m; c++) {
        total += sizes[a] * means[a * m + c] * means[a * m + c];
        for (int d = 0; d < m; d++) {
          scatter[c * m + d] += sizes[a] * means[a * m + c] * means[a * m + d];
        }
      }
    }
    double[] variance = DenseSymmetric.eigen(m, scatter);
    return new ClusterProjection(
        project(columnMajor, n, m, scale, scatter, m - 1),
        project(columnMajor, n, m, scale, scatter, m - 2),
        total > 0.0 ? variance[m - 1] / total : 0.0,
        total > 0.0 ? Math.max(0.0, variance[m - 2]) / total : 0.0);
  }

  private static double[] inverseNorms(double[] columnMajor, int n, int m) {
    double[] scale = new double[n];
    for (int c = 0; c < m; c++) {
      for (int i = 0; i < n; i++) {
        scale[i] += columnMajor[c * n + i] * columnMajor[c * n + i];
      }
    }
    for (int i = 0; i < n; i++) {
      scale[i] = scale[i] > 0.0 ? 1.0 / Math.sqrt(scale[i]) : 0.0;
    }
    return scale;
  }

  /**
   * Coordinates along the axis in column {@code column} of {@code axes}, largest entry positive.
   */
  private static double[] project(
      double[] columnMajor, int n, int m, double[] scale, double[] axes, int column) {
    double largest = 0.0;
    for (int c = 0; c < m; c++) {
      double entry = axes[column * m + c];
      largest = Math.abs(entry) > Math.abs(largest) + 1e-9 ? entry : largest;
    }
    double sign = largest < 0.0 ? -1.0 : 1.0;
    double[] out = new double[n];
    for (int c = 0; c < m; c++) {
      double weight = sign * axes[column * m + c];
      for (int i = 0; i < n; i++) {
        out[i] += weight * columnMajor[c * n + i] * scale[i];
      }
    }
    return out;
  }
}
