package dev.concord.metric.doubt;

/**
 * From evidence to a chance. Two rules, neither of which needs a truth; the constants are fits on
 * other data, which docs/results/doubt.md names.
 *
 * <p>With partitions of independent searches: the votes for a cluster, raised a little and to a
 * power that grows with the agreement of the searches, over the sum of all clusters. Where searches
 * disagree the power is small and no point is sure: a cluster may then be wrong as a whole, which
 * no neighbour shows.
 *
 * <p>From the graph alone: the logistic function of a weighted sum of two log-ratios, those of the
 * own cluster to the runner-up in the shares of the neighbours and in the votes.
 *
 * <p>Pairs that the method met do not enter: they are met more often than the clusters are right.
 *
 * @param neighbours weight of the logarithm of the neighbours' shares
 * @param votes weight of the logarithm of the votes
 * @param leastVotes what a share of the votes is raised by, so that no logarithm is infinite
 * @param constant added to the own cluster's evidence
 * @param all whether the own cluster is compared with all others, or with the runner-up
 */
record ConfidenceMap(
    double neighbours, double votes, double leastVotes, double constant, boolean all) {
  /** From the graph alone, which shows doubt at the borders of clusters only. */
  static final ConfidenceMap GRAPH_ALONE = new ConfidenceMap(0.60, 0.57, 0.05, -0.75, false);

  /** What a share of the neighbours is raised by. */
  private static final double LEAST_NEIGHBOURS = 0.02;

  /** What the share of the votes is raised by, over all clusters. */
  private static final double LEAST_VOTES = 0.02;

  /** The power where searches agree halfway between chance and all points. */
  private static final double HALFWAY = 0.6;

  /** How the power grows with the odds of the agreement. */
  private static final double GROWTH = 0.3;

  /** Agreement beyond chance is taken to be within this of 0 and 1. */
  private static final double LEAST_AGREEMENT = 0.02;

  /**
   * The map for searches that agree so far.
   *
   * @param k number of clusters, at least 2
   * @param agreement share of points, see {@link Votes#agreement}
   */
  static ConfidenceMap byAgreement(int k, double agreement) {
    double beyondChance = (agreement - 1.0 / k) / (1.0 - 1.0 / k);
    double bounded = Math.min(1.0 - LEAST_AGREEMENT, Math.max(LEAST_AGREEMENT, beyondChance));
    return byPower(k, HALFWAY * StrictMath.pow(bounded / (1.0 - bounded), GROWTH));
  }

  /** The map with this power of the votes. */
  static ConfidenceMap byPower(int k, double power) {
    return new ConfidenceMap(0.0, power, LEAST_VOTES / k, 0.0, true);
  }

  /**
   * The evidence for a cluster; differences of two clusters count.
   *
   * @param share of the neighbours, in [0, 1]
   * @param voted share of the votes, in [0, 1]
   */
  double evidence(double share, double voted) {
    double near = neighbours == 0.0 ? 0.0 : StrictMath.log(share + LEAST_NEIGHBOURS);
    return neighbours * near + votes * StrictMath.log(voted + leastVotes);
  }

  /**
   * The chance of the own cluster.
   *
   * @param own evidence for it
   * @param second the most evidence for another cluster
   * @param others sum over the other clusters of e to their evidence
   */
  double confidence(double own, double second, double others) {
    double against = all ? StrictMath.log(others) : second;
    return 1.0 / (1.0 + StrictMath.exp(against - own - constant));
  }
}
