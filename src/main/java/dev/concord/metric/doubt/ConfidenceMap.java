package dev.concord.metric.doubt;

/**
 * From evidence to a chance: the logistic function of a weighted sum of two log-ratios, those of
 * the own cluster to the runner-up in the shares of the neighbours and in the votes. The constants
 * are maximum-likelihood fits on development data (docs/RESULTS.md names them); none depends on the
 * data at hand, and no truth is needed. Pairs do not enter: the method meets them, so they are met
 * more often than the clusters are right.
 *
 * @param neighbours weight of the log-ratio of the neighbours' shares
 * @param votes weight of the log-ratio of the votes
 * @param leastVotes what a share of the votes is raised by, so that no ratio is infinite
 * @param constant the rest
 */
record ConfidenceMap(double neighbours, double votes, double leastVotes, double constant) {
  /** With alternatives, whose disagreement shows clusters that are joined or split wrongly. */
  static final ConfidenceMap WITH_ALTERNATIVES = new ConfidenceMap(0.28, 1.06, 0.01, -0.84);

  /** From the graph alone, which shows doubt at the borders of clusters only. */
  static final ConfidenceMap GRAPH_ALONE = new ConfidenceMap(0.60, 0.57, 0.05, -0.75);

  /** For chances that pairs calibrate: the evidence alone counts, see {@link PairCalibration}. */
  static final ConfidenceMap HELD_OUT = new ConfidenceMap(0.20, 0.80, 0.001, 0.0);

  /** What a share of the neighbours is raised by. */
  private static final double LEAST_NEIGHBOURS = 0.02;

  /**
   * The evidence for a cluster; differences of two clusters count.
   *
   * @param share of the neighbours, in [0, 1]
   * @param voted share of the votes, in [0, 1]
   */
  double evidence(double share, double voted) {
    return neighbours * StrictMath.log(share + LEAST_NEIGHBOURS)
        + votes * StrictMath.log(voted + leastVotes);
  }

  /** The chance of the own cluster. */
  double confidence(double evidenceOwn, double evidenceSecond) {
    double margin = evidenceOwn - evidenceSecond + constant;
    return 1.0 / (1.0 + StrictMath.exp(-margin));
  }
}
