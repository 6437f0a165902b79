package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;

/**
 * How well a partition that was found without pairs explains them: the marginal likelihood of their
 * kinds when pairs within a cluster and pairs between clusters have a chance of a must-link each,
 * both unknown and uniform on [0, 1]. Too few clusters join cannot-links, too many separate
 * must-links; either lowers it.
 */
final class PairSupport {
  private static final int SHIFT = 8;

  private final int[] first;
  private final int[] second;
  private final boolean[] mustLink;
  private final double[] weight;
  private int used;

  /**
   * The pairs whose points are both among {@code rows}.
   *
   * @param rows points, ascending
   */
  PairSupport(PairConstraints pairs, int[] rows) {
    int size = pairs.size();
    first = new int[size];
    second = new int[size];
    mustLink = new boolean[size];
    weight = new double[size];
    for (int p = 0; p < size; p++) {
      int a = java.util.Arrays.binarySearch(rows, pairs.first()[p]);
      int b = java.util.Arrays.binarySearch(rows, pairs.second()[p]);
      if (a >= 0 && b >= 0) {
        first[used] = a;
        second[used] = b;
        mustLink[used] = pairs.mustLink()[p];
        weight[used++] = pairs.realValued() ? 1.0 : pairs.weight()[p];
      }
    }
  }

  /** The number of pairs counted. */
  int pairs() {
    return used;
  }

  /**
   * The logarithm of the likelihood; a pair counts by its weight. Time O(pairs).
   *
   * @param labels cluster of each row
   */
  double logLikelihood(int[] labels) {
    double[] counts = new double[4];
    for (int p = 0; p < used; p++) {
      boolean together = labels[first[p]] == labels[second[p]];
      counts[(together ? 2 : 0) + (mustLink[p] ? 1 : 0)] += weight[p];
    }
    return logBeta(counts[0], counts[1]) + logBeta(counts[2], counts[3]);
  }

  /** ln B(a + 1, b + 1). */
  private static double logBeta(double a, double b) {
    return logGamma(a + 1.0) + logGamma(b + 1.0) - logGamma(a + b + 2.0);
  }

  /** ln Gamma(x) for x of at least 1: Stirling's series beyond 8, to 1e-10. */
  static double logGamma(double x) {
    double shifted = x;
    double product = 1.0;
    while (shifted < SHIFT) {
      product *= shifted;
      shifted += 1.0;
    }
    double inverse = 1.0 / shifted;
    double square = inverse * inverse;
    double series =
        inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    return (shifted - 0.5) * StrictMath.log(shifted)
        - shifted
        + 0.5 * StrictMath.log(2.0 * Math.PI)
        + series
        - StrictMath.log(product);
  }
}
