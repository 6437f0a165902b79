package dev.concord.drift;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The points whose cluster is another than in an earlier partition, with the reason: ascending, one
 * entry of each array a point.
 *
 * @param points dense index
 * @param before number of the earlier cluster, {@link #NONE} for a point that had none
 * @param after number of the cluster, -1 for a point that is set aside
 * @param reasons why
 */
record Changes(int[] points, int[] before, int[] after, Reason[] reasons) {
  /** No cluster. */
  static final int NONE = Integer.MIN_VALUE;

  /** Why a point's cluster is another. */
  enum Reason {
    /** It had no earlier cluster. */
    NEW("new"),
    /** It is not among the points any more. */
    GONE("gone"),
    /** It, or a point that it must be with, is in a pair that the earlier partition violates. */
    PAIR("moved by pair"),
    /** Its features are others than before, and no pair forced it. */
    CHANGED("changed"),
    /** Neither a pair nor its own features are the reason. */
    NEIGHBOURS("moved by neighbours"),
    /** It is set aside as an outlier. */
    ASIDE("set aside");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    /** As tables and reports have it. */
    public String text() {
      return text;
    }
  }

  /**
   * The changes. Time O(n + P), memory O(n).
   *
   * @param earlier cluster of each point, negative for none
   * @param now cluster of each point under the earlier numbers, -1 for set aside
   * @param changed the points whose features changed; empty where that is not known
   * @param pairs the given pairs
   * @param closure their must-link components
   */
  static Changes of(
      int[] earlier, int[] now, boolean[] changed, PairConstraints pairs, MustLinkClosure closure) {
    int n = now.length;
    boolean[] forced = forced(earlier, pairs, closure);
    int[] points = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (earlier[i] != now[i] || earlier[i] < 0) {
        points[count++] = i;
      }
    }
    points = Arrays.copyOf(points, count);
    int[] before = new int[count];
    int[] after = new int[count];
    Reason[] reasons = new Reason[count];
    for (int c = 0; c < count; c++) {
      int i = points[c];
      before[c] = earlier[i] < 0 ? NONE : earlier[i];
      after[c] = now[i];
      reasons[c] =
          earlier[i] < 0
              ? Reason.NEW
              : now[i] < 0 ? Reason.ASIDE : moved(forced[i], i < changed.length && changed[i]);
    }
    return new Changes(points, before, after, reasons);
  }

  private static Reason moved(boolean forced, boolean changed) {
    return forced ? Reason.PAIR : changed ? Reason.CHANGED : Reason.NEIGHBOURS;
  }

  /** The points of must-link components in which an earlier cluster contradicts a given pair. */
  private static boolean[] forced(int[] earlier, PairConstraints pairs, MustLinkClosure closure) {
    Set<Integer> chosen = new HashSet<>();
    for (int p = 0; p < pairs.size(); p++) {
      int a = earlier[pairs.first()[p]];
      int b = earlier[pairs.second()[p]];
      boolean must = pairs.mustLink()[p];
      boolean joinsNew = must && (a < 0 || b < 0);
      boolean violated = a >= 0 && b >= 0 && (a == b) != must;
      if (joinsNew || violated) {
        chosen.add(closure.component(pairs.first()[p]));
        chosen.add(closure.component(pairs.second()[p]));
      }
    }
    boolean[] forced = new boolean[earlier.length];
    for (int component : chosen) {
      for (int i : closure.members(component)) {
        forced[i] = true;
      }
    }
    return forced;
  }

  /** How many points of the earlier partition have another cluster now. */
  long moved() {
    return count(Reason.PAIR)
        + count(Reason.CHANGED)
        + count(Reason.NEIGHBOURS)
        + count(Reason.ASIDE);
  }

  /** How many there are of a reason. */
  long count(Reason reason) {
    return Arrays.stream(reasons).filter(r -> r == reason).count();
  }
}
