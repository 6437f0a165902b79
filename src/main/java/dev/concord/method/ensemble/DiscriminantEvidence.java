package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.Vectors;
import java.util.Arrays;

/**
 * How the features of points, by themselves, see the clusters of a partition: by a linear
 * discriminant (Fisher 1936). The clusters are Gaussians of one covariance, that within the
 * clusters, weighted by their sizes. So a direction in which all clusters spread counts less than
 * one in which they are narrow, and units of columns do not count: another view than that of
 * k-means, and of the graph, which go by the distances of the features as they are.
 *
 * <p>A point is taken out of its own cluster's mean, so that a cluster which a pair has forced a
 * point into does not speak for the pair; the distance that it has there is taken to be that of a
 * mean point. Features are not Gaussian, and a product over all of them would be certain of
 * everything: exponents are divided by the fourth root of their number. Correlations within
 * clusters are lowered by a tenth, so that few points of many features have a covariance.
 */
final class DiscriminantEvidence {
  /** What is left of covariances. */
  private static final double KEPT = 0.9;

  /** Added to variances within clusters, in units of the total ones. */
  private static final double RIDGE = 1e-6;

  private final FeatureScatter scatter;
  private final int[] labels;
  private final int k;
  private final int[] sizes;
  private final double[] directions;
  private final double[] offsets;
  private final double scale;

  /**
   * The clusters of a partition. Time O(n d + d³ + k d²).
   *
   * @param labels of the points, 0..k-1
   */
  DiscriminantEvidence(FeatureScatter scatter, int[] labels, int k) {
    this.scatter = scatter;
    this.labels = labels;
    this.k = k;
    this.sizes = new int[k];
    int d = scatter.dim();
    double[] means = new double[k * d];
    for (int i = 0; i < labels.length; i++) {
      sizes[labels[i]]++;
      Vectors.axpy(d, 1.0, scatter.rows(), i * d, means, labels[i] * d);
    }
    for (int c = 0; c < k; c++) {
      Vectors.scale(d, 1.0 / Math.max(1, sizes[c]), means, c * d);
    }
    double[] factor = within(means);
    if (!DenseSymmetric.cholesky(d, factor)) {
      throw new IllegalStateException("a covariance with a ridge is not positive definite");
    }
    this.scale = 1.0 / Math.sqrt(Math.sqrt(d));
    this.directions = new double[k * d];
    this.offsets = new double[k];
    for (int c = 0; c < k; c++) {
      double[] direction = Arrays.copyOfRange(means, c * d, (c + 1) * d);
      DenseSymmetric.choleskySolve(d, factor, direction);
      System.arraycopy(direction, 0, directions, c * d, d);
      offsets[c] = 0.5 * Vectors.dot(d, direction, 0, means, c * d);
    }
  }

  /** The covariance within the clusters, its lower triangle. */
  private double[] within(double[] means) {
    int d = scatter.dim();
    double[] within = scatter.total().clone();
    for (int c = 0; c < k; c++) {
      double weight = (double) sizes[c] / labels.length;
      for (int a = 0; a < d; a++) {
        double value = -weight * means[c * d + a];
        Vectors.axpy(d - a, value, means, c * d + a, within, a * d + a);
      }
    }
    for (int a = 0; a < d; a++) {
      within[a * d + a] = Math.max(0.0, within[a * d + a]) + RIDGE;
      for (int b = a + 1; b < d; b++) {
        within[a * d + b] *= KEPT;
      }
    }
    return within;
  }

  /** The probability of each pair, as given, together or apart. Time O(pairs k d). */
  double[] probabilities(PairConstraints pairs) {
    double[] probability = new double[pairs.size()];
    double[] first = new double[k];
    double[] second = new double[k];
    for (int p = 0; p < probability.length; p++) {
      shares(pairs.first()[p], first);
      shares(pairs.second()[p], second);
      double together = Vectors.dot(k, first, 0, second, 0);
      probability[p] = pairs.mustLink()[p] ? together : 1.0 - together;
    }
    return probability;
  }

  /**
   * How far the clusters are apart: the mean logarithm of a point's share in its own cluster, plus
   * half the entropy of the cluster sizes; at least 0. A few odd points are easily told from all
   * others, which the entropy makes up for. Below 0 the features do not see the clusters at all,
   * and curved ones may be right all the same. Time O(n k d).
   *
   * @param least share of a point
   */
  double separation(double least) {
    double[] share = new double[k];
    double sum = 0.0;
    for (int i = 0; i < labels.length; i++) {
      shares(i, share);
      sum += StrictMath.log(Math.max(least, share[labels[i]]));
    }
    double entropy = 0.0;
    for (int size : sizes) {
      double part = (double) size / labels.length;
      entropy -= size == 0 ? 0.0 : part * StrictMath.log(part);
    }
    return Math.max(0.0, sum / labels.length + 0.5 * entropy);
  }

  private void shares(int point, double[] share) {
    int d = scatter.dim();
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      share[c] =
          Vectors.dot(d, scatter.rows(), point * d, directions, c * d)
              - offsets[c]
              - (c == labels[point] ? ownExcess(sizes[c]) : 0.0);
      most = sizes[c] == 0 ? most : Math.max(most, share[c]);
    }
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      share[c] = sizes[c] == 0 ? 0.0 : sizes[c] * StrictMath.exp(scale * (share[c] - most));
      sum += share[c];
    }
    Vectors.scale(k, 1.0 / sum, share, 0);
  }

  /** Half of what the squared distance of a mean point grows by when its mean is without it. */
  private double ownExcess(int size) {
    if (size == 1) {
      return 0.0;
    }
    double without = size / (size - 1.0);
    return 0.5 * scatter.dim() * (without * without - 1.0);
  }
}
