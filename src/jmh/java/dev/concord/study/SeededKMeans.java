package dev.concord.study;

import java.util.Arrays;

/**
 * Seeded k-means (Basu, Banerjee and Mooney, Semi-supervised Clustering by Seeding, ICML 2002): the
 * first centres are the means of the labelled points of each class, then Lloyd's iteration to its
 * fixed point; the labels of the seeds may change. O(steps·n·k·d).
 */
final class SeededKMeans {
  private static final int MAX_STEPS = 300;

  private SeededKMeans() {}

  /**
   * The clusters.
   *
   * @param rows row by row, n·dim
   * @param known length n, 0..k-1 or -1; every class at least once
   */
  static int[] of(double[] rows, int dim, int k, int[] known) {
    double[] centres = new double[k * dim];
    recentre(rows, dim, known, centres);
    int[] labels = new int[known.length];
    int[] before = new int[0];
    for (int step = 0; step < MAX_STEPS && !Arrays.equals(labels, before); step++) {
      before = labels.clone();
      for (int i = 0; i < labels.length; i++) {
        labels[i] = nearest(rows, i * dim, centres, dim);
      }
      recentre(rows, dim, labels, centres);
    }
    return labels;
  }

  private static int nearest(double[] rows, int at, double[] centres, int dim) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length / dim; c++) {
      double square = 0.0;
      for (int d = 0; d < dim; d++) {
        double difference = rows[at + d] - centres[c * dim + d];
        square += difference * difference;
      }
      if (square < least) {
        least = square;
        nearest = c;
      }
    }
    return nearest;
  }

  /** A centre without rows stays. */
  private static void recentre(double[] rows, int dim, int[] labels, double[] centres) {
    double[] sums = new double[centres.length];
    int[] count = new int[centres.length / dim];
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < 0) {
        continue;
      }
      count[labels[i]]++;
      for (int d = 0; d < dim; d++) {
        sums[labels[i] * dim + d] += rows[i * dim + d];
      }
    }
    for (int p = 0; p < sums.length; p++) {
      centres[p] = count[p / dim] > 0 ? sums[p] / count[p / dim] : centres[p];
    }
  }
}
