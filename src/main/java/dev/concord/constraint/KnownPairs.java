package dev.concord.constraint;

import java.util.Arrays;

/**
 * What the constraints say of any two points: given in any strength, or following from those of
 * weight 1 by the must-link closure.
 *
 * <p>Building costs O(n + P log P) time, 4 bytes a point and 16 a pair; a question O(log P).
 */
public final class KnownPairs {
  private final MustLinkClosure closure;
  private final long[] apart;
  private final long[] given;

  private KnownPairs(MustLinkClosure closure, long[] apart, long[] given) {
    this.closure = closure;
    this.apart = apart;
    this.given = given;
  }

  /** What {@code pairs} say. */
  public static KnownPairs of(PairConstraints pairs) {
    return of(pairs, new int[0], new int[0]);
  }

  /**
   * What {@code pairs} say, and pairs that a person looked at and could not judge.
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

  /** The must-link components. */
  public MustLinkClosure closure() {
    return closure;
  }

  /** Whether the two components must lie apart. */
  public boolean areApart(int component, int other) {
    return Arrays.binarySearch(apart, key(component, other)) >= 0;
  }

  /** Whether a judgement of the two points would be no news: it was given, or it is implied. */
  public boolean holds(int point, int other) {
    int a = closure.componentOf()[point];
    int b = closure.componentOf()[other];
    return a == b || areApart(a, b) || Arrays.binarySearch(given, key(point, other)) >= 0;
  }
}
