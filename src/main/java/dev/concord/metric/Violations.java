package dev.concord.metric;

import dev.concord.constraint.PairConstraints;

/**
 * The constraints that a partition violates. Counts are over distinct (pair, kind), whatever the
 * weight.
 *
 * @param mustTotal number of must-links
 * @param mustViolated must-links whose points are in different clusters
 * @param cannotTotal number of cannot-links
 * @param cannotViolated cannot-links whose points are in the same cluster
 * @param violatedWeight sum of the weights of the violated constraints, in pair order
 * @param satisfied for each pair, in the order of the {@link PairConstraints}, whether it holds
 */
public record Violations(
    int mustTotal,
    int mustViolated,
    int cannotTotal,
    int cannotViolated,
    double violatedWeight,
    boolean[] satisfied) {

  /**
   * Checks {@code labels} (cluster of each point, length n) against {@code pairs}. O(P).
   *
   * @throws IllegalArgumentException if there is not one label a point
   */
  public static Violations of(PairConstraints pairs, int[] labels) {
    if (labels.length != pairs.points()) {
      throw new IllegalArgumentException(
          labels.length + " labels for " + pairs.points() + " points");
    }
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    boolean[] satisfied = new boolean[first.length];
    int mustTotal = 0;
    int mustViolated = 0;
    int cannotViolated = 0;
    double violatedWeight = 0.0;
    for (int p = 0; p < first.length; p++) {
      boolean together = labels[first[p]] == labels[second[p]];
      satisfied[p] = together == must[p];
      mustTotal += must[p] ? 1 : 0;
      if (!satisfied[p]) {
        mustViolated += must[p] ? 1 : 0;
        cannotViolated += must[p] ? 0 : 1;
        violatedWeight += pairs.weight()[p];
      }
    }
    return new Violations(
        mustTotal,
        mustViolated,
        first.length - mustTotal,
        cannotViolated,
        violatedWeight,
        satisfied);
  }

  /** Number of violated constraints of both kinds. */
  public int violated() {
    return mustViolated + cannotViolated;
  }
}
