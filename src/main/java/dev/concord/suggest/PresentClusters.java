package dev.concord.suggest;

import org.jspecify.annotations.Nullable;

/**
 * The clusters that questions are about.
 *
 * @param labels cluster of each point, in 0..count-1
 * @param count the number k, at least 2
 * @param confidence the chance that a point's cluster is right, in [0, 1], or null where it is not
 *     known
 */
public record PresentClusters(int[] labels, int count, double @Nullable [] confidence) {
  /** Without confidences. */
  public PresentClusters(int[] labels, int count) {
    this(labels, count, null);
  }

  /** The same clusters, without confidences. */
  PresentClusters withoutConfidence() {
    return new PresentClusters(labels, count);
  }

  /**
   * How sure a point's cluster is: the geometric mean of what a walk from the judged points says
   * and of the point's confidence, so that either can put it in doubt.
   *
   * @param reached what the walk says, in [0, 1]
   */
  double sure(int point, double reached) {
    return confidence == null ? reached : Math.sqrt(reached * confidence[point]);
  }
}
