package dev.concord.constraint;

import dev.concord.error.InputException;

/**
 * Options of constraint propagation.
 *
 * @param alpha probability in (0, 1) with which a walk goes on at every step: 1 / (1 - alpha) steps
 *     on average, α of Lu and Ip
 * @param tolerance in (0, 1): no walk's probability is too small by more than this (and none too
 *     large, see {@link dev.concord.graph.PersonalizedPageRank}); the work grows with its inverse
 * @param quantile in (0, 1): the share of the edges with f &lt; 0 that are weakened by less than
 *     the full strength
 * @param strength in [0, 1): the share of its weight that a fully weakened edge loses
 * @param gain in [0, 1]: how far a fully supported edge rises towards the graph's largest weight
 */
public record PropagationOptions(
    double alpha, double tolerance, double quantile, double strength, double gain) {

  /** Checks the ranges. */
  public PropagationOptions {
    check(
        "alpha",
        alpha,
        alpha > 0.0 && alpha < 1.0,
        "above 0 and below 1; it is taken from the number of pairs");
    check(
        "tolerance",
        tolerance,
        tolerance > 0.0 && tolerance < 1.0,
        "above 0 and below 1; 1e-3 is the default");
    check(
        "quantile",
        quantile,
        quantile > 0.0 && quantile < 1.0,
        "above 0 and below 1; 0.9 is the default");
    check(
        "strength",
        strength,
        strength >= 0.0 && strength < 1.0,
        "at least 0 and below 1, or edges would vanish; 0.95 is the default");
    check("gain", gain, gain >= 0.0 && gain <= 1.0, "at least 0 and at most 1; 0 is the default");
  }

  private static void check(String name, double value, boolean holds, String rule) {
    if (!holds) {
      throw new InputException(
          "Propagation of constraints: " + name + " = " + value + " must be " + rule + ".");
    }
  }

  /** Expected points of pairs that a walk visits, if they are spread evenly. */
  private static final double MEETINGS = 5.0;

  /** Largest mean number of steps; longer walks cost more than they gain. */
  private static final double MOST_STEPS = 1000.0;

  /**
   * The options that measured best on handwritten digits: edges are only weakened, and a walk
   * visits five of the pairs' points on average, if these are spread evenly: 1 / (1 - alpha) = 1 +
   * 5·n / c steps for c points in pairs among n, at most 1,000. O(n + pairs).
   */
  public static PropagationOptions suitedTo(PairConstraints pairs) {
    int touched = 0;
    for (boolean inPair : pairs.touched()) {
      touched += inPair ? 1 : 0;
    }
    double share = Math.max(1.0, touched) / Math.max(1.0, pairs.points());
    double steps = Math.min(MOST_STEPS, 1.0 + MEETINGS / share);
    return new PropagationOptions(1.0 - 1.0 / steps, 1e-3, 0.9, 0.95, 0.0);
  }
}
