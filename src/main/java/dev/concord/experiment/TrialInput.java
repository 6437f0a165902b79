package dev.concord.experiment;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import org.jspecify.annotations.Nullable;

/**
 * The pairs or labels given to the methods in one trial.
 *
 * @param pairs the pairs; for a draw of labels all pairs of labelled points
 * @param labels the labels, or null for a draw of pairs
 */
record TrialInput(PairConstraints pairs, @Nullable KnownLabels labels) {

  /** The points in a pair or with a given label. */
  boolean[] touched() {
    boolean[] touched = pairs.touched();
    if (labels != null) {
      for (int i = 0; i < touched.length; i++) {
        touched[i] |= labels.labels()[i] >= 0;
      }
    }
    return touched;
  }
}
