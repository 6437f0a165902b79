package dev.concord.method.pipeline;

/**
 * How clearly the spectrum of a graph ends after k eigenvalues: the gap after the k-th eigenvalue
 * of the normalized Laplacian times the logarithm of the ratio of its ends to the power 1.5. The
 * gap alone favours large numbers, among which eigenvalues are far apart; the ratio alone favours
 * small ones, among which all are near 0. That k small eigenvalues and a gap mean k clusters is the
 * eigengap heuristic (von Luxburg, A tutorial on spectral clustering, Statistics and Computing 17,
 * 2007, section 8.3); the product is Concord's own.
 */
final class GapSupport {
  /** What is added to both ends of a ratio, as a share of the mean eigenvalue. */
  private static final double FLOOR = 0.01;

  private static final double POWER_OF_RATIO = 1.5;

  private GapSupport() {}

  /**
   * The support of each number, 0 where no eigenvalue follows. Time O(most).
   *
   * @param values eigenvalues of the normalized Laplacian, ascending, most + 1 or all of them
   */
  static double[] of(double[] values, int least, int most) {
    double mean = 0.0;
    for (double value : values) {
      mean += value / values.length;
    }
    double floor = Math.max(FLOOR * mean, Double.MIN_NORMAL);
    double[] support = new double[most - least + 1];
    for (int k = least; k <= most && k < values.length; k++) {
      double before = Math.max(0.0, values[k - 1]);
      double after = Math.max(before, values[k]);
      double ratio = StrictMath.log((after + floor) / (before + floor));
      support[k - least] = (after - before) * StrictMath.pow(ratio, POWER_OF_RATIO);
    }
    return support;
  }
}
