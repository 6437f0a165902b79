package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import org.jspecify.annotations.Nullable;

/**
 * What the pairs say about single columns: the ratio of the mean squared difference of a column
 * between points that are apart to that between points that are together, less 1, as Fisher's
 * criterion (1936) has it for one column. A column that knows nothing of the clusters has a ratio
 * near 1 and counts next to nothing; columns with little spread within clusters count most. Both
 * means are taken with {@value #PRIOR} pairs of the column's own mean difference, so that few pairs
 * change little.
 */
final class ColumnWeights {
  /** Pairs below which columns count alike. */
  private static final int FEWEST = 20;

  /**
   * Columns up to which they are weighted; components of many columns are not columns of a user.
   */
  static final int MOST_COLUMNS = 64;

  /** Values up to which there is a weighted copy of the features. */
  private static final int MOST_VALUES = 1 << 22;

  /** So many pairs of the mean difference are added to those of either kind. */
  private static final double PRIOR = 5.0;

  /** What a column counts about which the pairs say nothing. */
  private static final double LEAST = 0.05;

  /**
   * What it costs a partition in log-likelihood that the pairs which judge it chose its weights.
   */
  static final double COST = 3.0;

  /** Least difference between points that are together, in units of the mean one. */
  private static final double NARROWEST = 1e-3;

  private ColumnWeights() {}

  /**
   * The weights of squared differences, which leave the sum of the columns' variances as it is;
   * null where there are too few pairs, one column alone, too many, or none that varies. Time O((n
   * + pairs) d).
   *
   * @param features n rows, row by row
   */
  static double @Nullable [] of(double[] features, PairConstraints pairs) {
    int n = pairs.points();
    int d = features.length / n;
    boolean fits = d > 1 && d <= MOST_COLUMNS && features.length <= MOST_VALUES;
    if (!fits || pairs.size() < FEWEST) {
      return null;
    }
    double[] variance = variances(features, d);
    double[] weights = new double[d];
    double before = 0.0;
    double after = 0.0;
    for (int c = 0; c < d; c++) {
      weights[c] = variance[c] > 0.0 ? weight(features, d, c, 2.0 * variance[c], pairs) : 0.0;
      before += variance[c];
      after += weights[c] * variance[c];
    }
    if (!(after > 0.0)) {
      return null;
    }
    for (int c = 0; c < d; c++) {
      weights[c] *= before / after;
    }
    return weights;
  }

  /** The features with each column multiplied by the root of its weight. */
  static double[] applied(double[] features, double[] weights) {
    double[] roots = new double[weights.length];
    for (int c = 0; c < roots.length; c++) {
      roots[c] = Math.sqrt(weights[c]);
    }
    double[] weighted = new double[features.length];
    for (int p = 0; p < weighted.length; p++) {
      weighted[p] = features[p] * roots[p % roots.length];
    }
    return weighted;
  }

  /**
   * @param mean squared difference between any two points
   */
  private static double weight(
      double[] features, int d, int column, double mean, PairConstraints pairs) {
    double together = PRIOR * mean;
    double apart = PRIOR * mean;
    double mustLinks = PRIOR;
    double cannotLinks = PRIOR;
    for (int p = 0; p < pairs.size(); p++) {
      double difference =
          features[pairs.first()[p] * d + column] - features[pairs.second()[p] * d + column];
      double counted = pairs.weight()[p];
      if (pairs.mustLink()[p]) {
        together += counted * difference * difference;
        mustLinks += counted;
      } else {
        apart += counted * difference * difference;
        cannotLinks += counted;
      }
    }
    double within = Math.max(NARROWEST * mean, together / mustLinks);
    return LEAST + Math.max(0.0, apart / cannotLinks / within - 1.0);
  }

  private static double[] variances(double[] features, int d) {
    int n = features.length / d;
    double[] mean = new double[d];
    double[] variance = new double[d];
    for (int p = 0; p < features.length; p++) {
      mean[p % d] += features[p] / n;
    }
    for (int p = 0; p < features.length; p++) {
      double centred = features[p] - mean[p % d];
      variance[p % d] += centred * centred / n;
    }
    return variance;
  }
}
