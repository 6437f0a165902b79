package dev.concord.metric;

/**
 * Constraints of one kind.
 *
 * @param total all of them
 * @param violated those that the partition does not meet
 */
public record KindCounts(int total, int violated) {
  /** The must-links. */
  public static KindCounts must(Violations violations) {
    return new KindCounts(violations.mustTotal(), violations.mustViolated());
  }

  /** The cannot-links. */
  public static KindCounts cannot(Violations violations) {
    return new KindCounts(violations.cannotTotal(), violations.cannotViolated());
  }
}
