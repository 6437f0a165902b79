package dev.concord.partition.cut;

/**
 * The order of consistent partitions. With a given gamma it is the lower F. With gamma left open it
 * is the lower normalized cut among partitions that violate no more soft constraints than allowed;
 * where neither keeps to that, the lower weight violated comes first.
 *
 * @param continued whether gamma is left open
 */
record TwoWayGoal(boolean continued, double gamma, double allowed, double volume) {
  /** Weights violated that differ by less than this are equal: they are sums of rounded terms. */
  private static final double SAME_WEIGHT = 1e-9;

  /**
   * The smallest difference of sums that penalties distinguish, as a part of the least soft weight.
   */
  private static final double SLIGHT = 1e-4;

  static TwoWayGoal of(TwoWayModel model, TwoWayOptions options) {
    return new TwoWayGoal(
        options.continued(),
        options.continued() ? 0.0 : options.gamma(),
        options.violations(),
        model.volume);
  }

  /** Whether no more soft constraints are violated than allowed. */
  boolean keeps(TwoWayScore score) {
    return score.soft() <= allowed + SAME_WEIGHT;
  }

  /** Weight violated beyond what is allowed, 0 when gamma is given. */
  double excess(TwoWayScore score) {
    return continued && !keeps(score) ? score.soft() - allowed : 0.0;
  }

  /** F with a given gamma, else the normalized cut. */
  double value(TwoWayScore score) {
    return score.value(new TwoWayObjective(volume, 0.0, gamma, 0.0));
  }

  /** Whether {@code a} is better than {@code b}, both consistent. */
  boolean better(TwoWayScore a, TwoWayScore b) {
    double excessA = excess(a);
    double excessB = excess(b);
    if (Math.abs(excessA - excessB) > SAME_WEIGHT) {
      // A side without volume has an infinite normalized cut.
      boolean infiniteA = Double.isInfinite(value(a));
      boolean infiniteB = Double.isInfinite(value(b));
      return infiniteA == infiniteB ? excessA < excessB : infiniteB;
    }
    return value(a) < value(b);
  }

  /**
   * The objective by which a search from a consistent partition gets no worse by this goal: with
   * gamma open, the penalty of Theorem 2.1, at which every partition that violates a cannot-link or
   * exceeds what is allowed has a higher F than this one has.
   */
  TwoWayObjective objective(TwoWayModel model, TwoWayScore from) {
    double enough = 0.25 * volume * level(model, from) * (1.0 + 1e-6);
    if (!continued) {
      return new TwoWayObjective(volume, enough, gamma, 0.0);
    }
    // Sums of soft constraints can differ by less than any one soft constraint.
    boolean sums = allowed > 0.0 || excess(from) > 0.0;
    double least = sums ? SLIGHT * model.leastSoftWeight : model.leastSoftWeight;
    return new TwoWayObjective(volume, enough, enough / least, allowed);
  }

  /**
   * The objective of the continuous descent, which has no free allowance: that would be no ratio of
   * one-homogeneous functions. Where something is allowed there stands the penalty of Lemma 2.1, at
   * which minimizers violate no more.
   */
  TwoWayObjective continuous(TwoWayModel model, TwoWayScore from) {
    TwoWayObjective all = objective(model, from);
    double soft =
        allowed > 0.0 ? all.gammaHard() / (allowed + model.leastSoftWeight) : all.gammaSoft();
    return new TwoWayObjective(volume, all.gammaHard(), soft, 0.0);
  }

  /**
   * The objective for a search that may violate as much as {@code from} does: where less than that
   * cannot be reached, what is left to lower is the normalized cut.
   */
  TwoWayObjective holding(TwoWayModel model, TwoWayScore from) {
    TwoWayObjective pressing = objective(model, from);
    return new TwoWayObjective(
        volume, pressing.gammaHard(), pressing.gammaSoft(), Math.max(allowed, from.soft()));
  }

  /**
   * The lambda that penalties are set by: that of the partition if it keeps to what is allowed,
   * else at least that of a balanced partition that cuts everything, as its own may be zero.
   */
  double level(TwoWayModel model, TwoWayScore from) {
    double own = value(from);
    if (excess(from) == 0.0 && Double.isFinite(own)) {
      return own;
    }
    double all = volume > 0.0 ? 4.0 * model.totalWeight / volume : 1.0;
    return Double.isFinite(own) ? Math.max(own, all) : all;
  }
}
