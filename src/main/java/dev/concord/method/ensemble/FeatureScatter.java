package dev.concord.method.ensemble;

import dev.concord.linalg.Seeds;
import dev.concord.linalg.Vectors;
import java.util.SplittableRandom;

/**
 * The features of all points, each column centred and of variance 1, and how they vary together.
 * More than {@value #MOST} columns are added up, with random signs, into as many: distances between
 * means stay as they are but for chance.
 *
 * @param rows n·dim, row by row
 * @param total dim·dim, the mean of the products of two columns, lower triangle column by column
 */
record FeatureScatter(int points, int dim, double[] rows, double[] total) {
  /** Columns of which the common scatter is known. */
  static final int MOST = 512;

  /**
   * The scatter of some features. Time O(n d²) for d columns, at most {@value #MOST} of them;
   * memory that of the features and O(d²).
   *
   * @param features n rows, row by row
   */
  static FeatureScatter of(double[] features, int points) {
    int columns = features.length / points;
    double[] rows = standardized(features, points, columns);
    int dim = Math.min(columns, MOST);
    rows = dim < columns ? folded(rows, points, columns, dim) : rows;
    double[] total = new double[dim * dim];
    for (int i = 0; i < points; i++) {
      int row = i * dim;
      for (int a = 0; a < dim; a++) {
        Vectors.axpy(dim - a, rows[row + a], rows, row + a, total, a * dim + a);
      }
    }
    Vectors.scale(total.length, 1.0 / points, total, 0);
    return new FeatureScatter(points, dim, rows, total);
  }

  private static double[] standardized(double[] features, int points, int columns) {
    double[] mean = new double[columns];
    double[] variance = new double[columns];
    for (int i = 0; i < points; i++) {
      Vectors.axpy(columns, 1.0 / points, features, i * columns, mean, 0);
    }
    for (int p = 0; p < features.length; p++) {
      double centred = features[p] - mean[p % columns];
      variance[p % columns] += centred * centred / points;
    }
    double[] rows = new double[features.length];
    for (int p = 0; p < features.length; p++) {
      int column = p % columns;
      rows[p] =
          variance[column] > 0.0 ? (features[p] - mean[column]) / Math.sqrt(variance[column]) : 0.0;
    }
    return rows;
  }

  private static double[] folded(double[] rows, int points, int columns, int dim) {
    SplittableRandom random = Seeds.of(1).random("feature-scatter");
    int[] place = new int[columns];
    boolean[] minus = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      place[c] = random.nextInt(dim);
      minus[c] = random.nextBoolean();
    }
    double[] folded = new double[points * dim];
    for (int i = 0; i < points; i++) {
      for (int c = 0; c < columns; c++) {
        double value = rows[i * columns + c];
        folded[i * dim + place[c]] += minus[c] ? -value : value;
      }
    }
    return folded;
  }
}
