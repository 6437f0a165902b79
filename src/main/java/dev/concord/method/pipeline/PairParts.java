package dev.concord.method.pipeline;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import java.util.SplittableRandom;

/** Judged pairs in parts at random, each of which is held out once. */
final class PairParts {
  private final PairConstraints pairs;
  private final int[] partOf;

  PairParts(PairConstraints pairs, int parts, SplittableRandom random) {
    this.pairs = pairs;
    int count = pairs.size();
    int[] order = new int[count];
    for (int p = 0; p < count; p++) {
      int at = random.nextInt(p + 1);
      order[p] = order[at];
      order[at] = p;
    }
    partOf = new int[count];
    for (int p = 0; p < count; p++) {
      partOf[order[p]] = p % parts;
    }
  }

  /** The pairs outside a part. */
  PairConstraints without(int part) {
    boolean[] kept = new boolean[partOf.length];
    for (int p = 0; p < kept.length; p++) {
      kept[p] = partOf[p] != part;
    }
    return taken(kept);
  }

  /** The pairs of a part, except those that follow from the others. */
  PairConstraints of(int part, PairConstraints others) {
    KnownPairs known = KnownPairs.of(others);
    boolean[] kept = new boolean[partOf.length];
    for (int p = 0; p < kept.length; p++) {
      kept[p] = partOf[p] == part && !known.holds(pairs.first()[p], pairs.second()[p]);
    }
    return taken(kept);
  }

  private PairConstraints taken(boolean[] kept) {
    return PairList.of(pairs, p -> kept[p], end -> end).on(pairs.points(), pairs.names());
  }
}
