package dev.concord.graph.features;

/**
 * Rows of a panel minus their mean, in double precision.
 *
 * @param mean of each column, length dim
 * @param values rows·dim, column-major
 */
public record CentredRows(double[] mean, double[] values) {
  /** The rows of a panel. Time and memory O(rows·dim). */
  public static CentredRows of(FeaturePanel panel) {
    int rows = panel.rows();
    int dim = panel.dim();
    double[] values = new double[Math.multiplyExact(rows, dim)];
    double[] row = new double[dim];
    double[] mean = new double[dim];
    for (int r = 0; r < rows; r++) {
      panel.copyRow(r, row);
      for (int d = 0; d < dim; d++) {
        values[d * rows + r] = row[d];
        mean[d] += row[d] / rows;
      }
    }
    for (int d = 0; d < dim; d++) {
      for (int r = 0; r < rows; r++) {
        values[d * rows + r] -= mean[d];
      }
    }
    return new CentredRows(mean, values);
  }
}
