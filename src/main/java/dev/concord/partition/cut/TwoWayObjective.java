package dev.concord.partition.cut;

/**
 * The objective of two clusters: F = (cut + gammaHard·h + gammaSoft·max(0, s − allowed)) · (1/v₁ +
 * 1/v₂), where cut counts every edge once, h is the number of cannot-links violated, s the weight
 * of the soft constraints violated, and v₁, v₂ are the generalized volumes. With allowed = 0 it is
 * the F of the COSC paper (eq. 1), whose cut and M + N count everything twice, and so does its
 * balance.
 *
 * @param volume gvol(V)
 * @param gammaHard penalty of a violated cannot-link
 * @param gammaSoft penalty of a unit of violated soft constraint
 * @param allowed weight of soft constraints that may be violated free of charge; 0 in the paper's F
 */
record TwoWayObjective(double volume, double gammaHard, double gammaSoft, double allowed) {

  /** Cut and penalty together. */
  double numerator(double cut, double hard, double soft) {
    double penalty = soft > allowed ? gammaSoft * (soft - allowed) : 0.0;
    return cut + gammaHard * hard + penalty;
  }

  /** F; infinite when a side has no volume. */
  double value(double numerator, double volumeOne) {
    double other = volume - volumeOne;
    return volumeOne > 0.0 && other > 0.0
        ? Math.max(0.0, numerator) * (volume / (volumeOne * other))
        : Double.POSITIVE_INFINITY;
  }
}
