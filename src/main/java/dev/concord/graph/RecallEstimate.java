package dev.concord.graph;

/**
 * The share of true neighbours that a search found, estimated on a random sample of rows, with a 95
 * % confidence interval.
 *
 * <p>Wilson's score interval (Journal of the American Statistical Association 22, 1927). The k
 * neighbours of a row are found or missed together, so the interval is that of the effective number
 * of trials rows·k / deff, with the design effect deff = k·s² / (p(1-p)), s² the variance of the
 * rows' shares (Kish, Survey Sampling, 1965), and at least 1.
 *
 * @param recall the share, 0 to 1
 * @param low lower end of the interval
 * @param high upper end
 * @param rows rows of the sample
 */
public record RecallEstimate(double recall, double low, double high, int rows) {
  /** The normal distribution's 97.5 % point. */
  private static final double Z = 1.959963984540054;

  /** Of a search that finds all neighbours by construction. */
  public static final RecallEstimate EXACT = new RecallEstimate(1.0, 1.0, 1.0, 0);

  /**
   * The estimate from hits.
   *
   * @param hits for each row of the sample how many of its k neighbours were found
   */
  public static RecallEstimate of(int[] hits, int k) {
    int rows = hits.length;
    if (rows < 1 || k < 1) {
      throw new IllegalArgumentException(rows + " rows, " + k + " neighbours");
    }
    long sum = 0;
    for (int h : hits) {
      sum += h;
    }
    double p = sum / ((double) rows * k);
    double squares = 0.0;
    for (int h : hits) {
      double deviation = h / (double) k - p;
      squares += deviation * deviation;
    }
    double variance = rows > 1 ? squares / (rows - 1) : 0.0;
    double within = p * (1.0 - p);
    double effect = within > 0.0 ? Math.max(1.0, k * variance / within) : 1.0;
    double trials = rows * k / effect;
    double denominator = 1.0 + Z * Z / trials;
    double middle = (p + Z * Z / (2.0 * trials)) / denominator;
    double half = Z / denominator * Math.sqrt(within / trials + Z * Z / (4.0 * trials * trials));
    return new RecallEstimate(p, Math.max(0.0, middle - half), Math.min(1.0, middle + half), rows);
  }
}
