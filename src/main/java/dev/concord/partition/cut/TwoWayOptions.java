package dev.concord.partition.cut;

/**
 * How two clusters are sought.
 *
 * @param gamma penalty of violated soft constraints in the COSC paper's F, at least 0; NaN: as high
 *     as it takes until at most {@code violations} are violated (the paper's continuation), and F
 *     is then the normalized cut. Cannot-links of {@link
 *     dev.concord.partition.coloring.PartitionProblem#apart} hold whatever it is
 * @param violations weight of soft constraints that may be violated when gamma is NaN, at least 0;
 *     the number of pairs when all weights are 1
 * @param starts random starts beside the caller's, at least 0
 * @param maxOuter most inner problems in one descent, at least 1
 * @param maxInner most iterations of an inner problem, at least 1
 * @param exhaustive largest number of units (free nodes and pairs that lie apart) for which every
 *     consistent partition is enumerated, at most 30; time doubles with each
 * @param kicks work of the final search by random kicks, in edges visited: 0 none, -1 the default:
 *     1,000 visits an edge, at least a million and at most 10 million, or 20 an edge if that is
 *     more
 * @param work limit on the edges visited in all, shared out evenly among the starts; 0 for none. A
 *     limit on work instead of time keeps the result the same on every machine
 */
public record TwoWayOptions(
    double gamma,
    double violations,
    int starts,
    int maxOuter,
    int maxInner,
    int exhaustive,
    long kicks,
    long work) {

  public TwoWayOptions {
    if (gamma < 0.0 || Double.isInfinite(gamma)) {
      throw new IllegalArgumentException("gamma = " + gamma + " must be finite and at least 0");
    }
    if (!(violations >= 0.0) || (violations > 0.0 && !Double.isNaN(gamma))) {
      throw new IllegalArgumentException(
          "violations = " + violations + " must be at least 0, and 0 when gamma is given");
    }
    if (starts < 0 || maxOuter < 1 || maxInner < 1 || kicks < -1 || work < 0) {
      throw new IllegalArgumentException(
          "starts = %d, maxOuter = %d, maxInner = %d, kicks = %d, work = %d"
              .formatted(starts, maxOuter, maxInner, kicks, work));
    }
    if (exhaustive < 0 || exhaustive > 30) {
      throw new IllegalArgumentException("exhaustive = " + exhaustive + " must be in 0..30");
    }
  }

  /** Hard constraints, ten random starts. */
  public static TwoWayOptions defaults() {
    return new TwoWayOptions(Double.NaN, 0.0, 10, 100, 1000, 20, -1, 0);
  }

  public TwoWayOptions withGamma(double value) {
    return new TwoWayOptions(
        value, violations, starts, maxOuter, maxInner, exhaustive, kicks, work);
  }

  public TwoWayOptions withViolations(double value) {
    return new TwoWayOptions(gamma, value, starts, maxOuter, maxInner, exhaustive, kicks, work);
  }

  public TwoWayOptions withStarts(int value) {
    return new TwoWayOptions(gamma, violations, value, maxOuter, maxInner, exhaustive, kicks, work);
  }

  public TwoWayOptions withExhaustive(int value) {
    return new TwoWayOptions(gamma, violations, starts, maxOuter, maxInner, value, kicks, work);
  }

  public TwoWayOptions withKicks(long value) {
    return new TwoWayOptions(
        gamma, violations, starts, maxOuter, maxInner, exhaustive, value, work);
  }

  public TwoWayOptions withWork(long value) {
    return new TwoWayOptions(
        gamma, violations, starts, maxOuter, maxInner, exhaustive, kicks, value);
  }

  /** Whether gamma is to be found. */
  boolean continued() {
    return Double.isNaN(gamma);
  }
}
