package dev.concord.partition;

/**
 * What makes one consistent partition better than another. With a given gamma it is the lower F.
 * With gamma left open it is the lower normalized cut among partitions that violate no more beliefs
 * than allowed; where neither keeps to that, the lower weight violated comes first.
 *
 * @param continued whether gamma is left open
 */
record TwoWayGoal(boolean continued, double gamma, double allowed, double volume) {
  /** Weights violated that differ by less than this are equal: they are sums of rounded terms. */
  private static final double SAME_WEIGHT = 1e-9;

  static TwoWayGoal of(TwoWayModel model, TwoWayOptions options) {
    return new TwoWayGoal(
        options.continued(),
        options.continued() ? 0.0 : options.gamma(),
        options.violations(),
        model.volume);
  }

  /** Whether no more beliefs are violated than allowed. */
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
      // A side without volume has no normalized cut, so nothing makes up for it.
      boolean infiniteA = Double.isInfinite(value(a));
      boolean infiniteB = Double.isInfinite(value(b));
      return infiniteA == infiniteB ? excessA < excessB : infiniteB;
    }
    return value(a) < value(b);
  }

  /**
   * The objective by which a search from a consistent partition gets no worse by this goal: with
   * gamma open, the price of Theorem 2.1, at which every partition that violates a cannot-link or
   * exceeds what is allowed has a higher F than this one has.
   */
  TwoWayObjective objective(TwoWayModel model, TwoWayScore from) {
    double enough = 0.25 * volume * Math.max(value(from), 1e-12) * (1.0 + 1e-6);
    if (!continued) {
      return new TwoWayObjective(volume, enough, gamma, 0.0);
    }
    return new TwoWayObjective(volume, enough, enough / model.leastBelief, allowed);
  }
}
