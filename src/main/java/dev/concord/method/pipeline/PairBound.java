package dev.concord.method.pipeline;

import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How many clusters pairs of weight 1 and known labels show to be needed. */
final class PairBound {
  private PairBound() {}

  /**
   * The size of a large clique of cannot-links between must-link components, found greedily, 3 for
   * an odd cycle, or the number of different labels; 1 without any.
   *
   * @param hard whether pairs of weight 1 must hold
   */
  static int of(PairConstraints pairs, @Nullable KnownLabels labels, boolean hard) {
    int needed = 1;
    if (labels != null) {
      needed = (int) Arrays.stream(labels.labels()).filter(label -> label >= 0).distinct().count();
    }
    needed = Math.max(1, needed);
    if (!hard || pairs.realValued() || pairs.size() == pairs.mustLinks()) {
      return needed;
    }
    CannotLinkGraph apart = CannotLinkGraph.of(pairs, MustLinkClosure.of(pairs));
    int clique = 1;
    while (apart.cliqueLargerThan(clique).isPresent()) {
      clique++;
    }
    return Math.max(needed, clique == 2 && apart.oddCycle().isPresent() ? 3 : clique);
  }
}
