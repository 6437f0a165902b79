package dev.concord.method.auto;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import org.jspecify.annotations.Nullable;

/**
 * Supervision: judged pairs, and labels of single points.
 *
 * @param pairs judged pairs
 * @param labels known labels, or null
 */
public record Supervision(PairConstraints pairs, @Nullable KnownLabels labels) {

  /** For each point whether it is in a pair or has a label. */
  public boolean[] touched() {
    boolean[] touched = pairs.touched();
    if (labels != null) {
      for (int i = 0; i < touched.length; i++) {
        touched[i] |= labels.labels()[i] >= 0;
      }
    }
    return touched;
  }

  /**
   * The part of it that is about some of the points.
   *
   * @param rows these points, ascending; they are numbered 0, 1, ... in the result
   */
  public Supervision on(int[] rows) {
    int[] place = new int[pairs.points()];
    java.util.Arrays.fill(place, -1);
    for (int r = 0; r < rows.length; r++) {
      place[rows[r]] = r;
    }
    boolean[] outside = new boolean[place.length];
    for (int i = 0; i < outside.length; i++) {
      outside[i] = place[i] < 0;
    }
    Supervision kept = without(outside);
    int[] first = kept.pairs.first().clone();
    int[] second = kept.pairs.second().clone();
    for (int p = 0; p < first.length; p++) {
      first[p] = place[first[p]];
      second[p] = place[second[p]];
    }
    PairConstraints moved =
        PairConstraints.of(
            rows.length,
            first,
            second,
            kept.pairs.mustLink(),
            kept.pairs.weight(),
            index -> pairs.names().name(rows[index]));
    if (labels == null) {
      return new Supervision(moved, null);
    }
    int[] own = new int[rows.length];
    java.util.Arrays.setAll(own, r -> labels.labels()[rows[r]]);
    return new Supervision(moved, new KnownLabels(own, labels.names()));
  }

  /** The supervision without the pairs and labels of some points. */
  Supervision without(boolean[] heldOut) {
    int kept = 0;
    int[] first = pairs.first().clone();
    int[] second = pairs.second().clone();
    boolean[] must = pairs.mustLink().clone();
    double[] weight = pairs.weight().clone();
    for (int p = 0; p < first.length; p++) {
      if (!heldOut[first[p]] && !heldOut[second[p]]) {
        first[kept] = first[p];
        second[kept] = second[p];
        must[kept] = must[p];
        weight[kept++] = weight[p];
      }
    }
    PairConstraints left =
        PairConstraints.of(
            pairs.points(),
            java.util.Arrays.copyOf(first, kept),
            java.util.Arrays.copyOf(second, kept),
            java.util.Arrays.copyOf(must, kept),
            java.util.Arrays.copyOf(weight, kept),
            pairs.names());
    return new Supervision(left, labels == null ? null : unlabelled(labels, heldOut));
  }

  private static KnownLabels unlabelled(KnownLabels labels, boolean[] heldOut) {
    int[] kept = labels.labels().clone();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = heldOut[i] ? -1 : kept[i];
    }
    return new KnownLabels(kept, labels.names());
  }
}
