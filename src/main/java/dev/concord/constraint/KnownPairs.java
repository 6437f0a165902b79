package dev.concord.constraint;

import java.util.Arrays;

/**
 * Looks up whether a pair of points is constrained: given with any weight, or implied by the
 * constraints of weight 1.
 *
 * <p>Building costs O(n + P log P) time, 4 bytes a point and 16 a pair; a lookup O(log P).
 *
 * @param closure the must-link components
 */
public record KnownPairs(MustLinkClosure closure, long[] apart, long[] given) {
  /** The pairs given or implied by {@code pairs}. */
  public static KnownPairs of(PairConstraints pairs) {
    return of(pairs, new int[0], new int[0]);
  }

  /**
   * The pairs given or implied by {@code pairs}, and pairs marked as unsure.
   *
   * @param first one point of each pair not judged
   * @param second the other
   */
  public static KnownPairs of(PairConstraints pairs, int[] first, int[] second) {
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    int[] component = closure.componentOf();
    long[] apart = new long[pairs.size() - pairs.mustLinks()];
    long[] given = new long[pairs.size() + first.length];
    int separated = 0;
    for (int q = 0; q < first.length; q++) {
      given[pairs.size() + q] = key(first[q], second[q]);
    }
    for (int p = 0; p < pairs.size(); p++) {
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      given[p] = key(a, b);
      if (!pairs.mustLink()[p] && pairs.isHard(p)) {
        apart[separated++] = key(component[a], component[b]);
      }
    }
    apart = Arrays.copyOf(apart, separated);
    Arrays.sort(apart);
    Arrays.sort(given);
    return new KnownPairs(closure, apart, given);
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }

  /** Whether the two components must lie apart. */
  public boolean areApart(int component, int other) {
    return Arrays.binarySearch(apart, key(component, other)) >= 0;
  }

  /** Whether a constraint on the two points is given or implied. */
  public boolean holds(int point, int other) {
    int a = closure.componentOf()[point];
    int b = closure.componentOf()[other];
    return a == b || areApart(a, b) || Arrays.binarySearch(given, key(point, other)) >= 0;
  }
}
