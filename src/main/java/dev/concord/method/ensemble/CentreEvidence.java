package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;

/**
 * How likely pairs are under the clusters of a partition, by the features of their points alone.
 *
 * <p>A point's share in a cluster is that of Gaussians of one variance around the cluster means,
 * weighted by the cluster sizes. The point itself is taken out of its cluster's mean, so that a
 * cluster which a pair has forced a point into does not speak for the pair. Features depend on each
 * other, and a product over all of them would be certain of everything; the exponent is divided by
 * the square root of their number. Two points are together with the sum over clusters of the
 * products of their shares.
 */
final class CentreEvidence {
  private final double[] features;
  private final int dim;
  private final int k;
  private final int[] labels;
  private final double[] means;
  private final int[] sizes;
  private final double scale;

  /**
   * The clusters of a partition. Time O(n d).
   *
   * @param features n rows, row by row
   * @param labels of the rows, 0..k-1
   */
  CentreEvidence(double[] features, int[] labels, int k) {
    this.features = features;
    this.dim = features.length / labels.length;
    this.k = k;
    this.labels = labels;
    this.sizes = new int[k];
    this.means = new double[k * dim];
    for (int i = 0; i < labels.length; i++) {
      sizes[labels[i]]++;
      for (int d = 0; d < dim; d++) {
        means[labels[i] * dim + d] += features[i * dim + d];
      }
    }
    for (int c = 0; c < k; c++) {
      for (int d = 0; sizes[c] > 0 && d < dim; d++) {
        means[c * dim + d] /= sizes[c];
      }
    }
    double sum = 0.0;
    for (int i = 0; i < labels.length; i++) {
      sum += square(i, labels[i]);
    }
    double mean = sum / labels.length;
    this.scale = mean > 0.0 ? 0.5 * Math.sqrt(dim) / mean : 0.0;
  }

  /** The probability of each pair, as given, together or apart. Time O(pairs k d). */
  double[] probabilities(PairConstraints pairs) {
    double[] probability = new double[pairs.size()];
    double[] first = new double[k];
    double[] second = new double[k];
    for (int p = 0; p < probability.length; p++) {
      shares(pairs.first()[p], first);
      shares(pairs.second()[p], second);
      double together = 0.0;
      for (int c = 0; c < k; c++) {
        together += first[c] * second[c];
      }
      probability[p] = pairs.mustLink()[p] ? together : 1.0 - together;
    }
    return probability;
  }

  private void shares(int point, double[] share) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      share[c] = sizes[c] == 0 ? Double.POSITIVE_INFINITY : square(point, c);
      nearest = Math.min(nearest, share[c]);
    }
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      share[c] = sizes[c] == 0 ? 0.0 : sizes[c] * StrictMath.exp(scale * (nearest - share[c]));
      sum += share[c];
    }
    for (int c = 0; c < k; c++) {
      share[c] /= sum;
    }
  }

  /** The squared distance of a point to the mean of a cluster's other points. */
  private double square(int point, int cluster) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = features[point * dim + d] - means[cluster * dim + d];
      sum += difference * difference;
    }
    int size = sizes[cluster];
    if (labels[point] != cluster || size == 1) {
      return sum;
    }
    double without = size / (size - 1.0);
    return sum * without * without;
  }
}
