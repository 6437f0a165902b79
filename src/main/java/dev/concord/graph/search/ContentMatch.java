package dev.concord.graph.search;

import java.util.Arrays;

/**
 * Which rows of an earlier table are rows of this one: those of equal fingerprints. A fingerprint
 * that occurs twice in one of the tables matches nothing.
 *
 * @param nowOf for each earlier row its row now, -1 where it is gone
 * @param fresh rows now that match no earlier one, ascending
 */
public record ContentMatch(int[] nowOf, int[] fresh) {

  /**
   * The match. Time O(n log n), memory 24 bytes a row.
   *
   * @param before fingerprints of the earlier rows
   * @param now fingerprints of the present rows
   */
  public static ContentMatch of(long[] before, long[] now) {
    Ranks ranks = new Ranks(now);
    int[] rowOf = new int[now.length];
    Arrays.fill(rowOf, -1);
    for (int i = 0; i < now.length; i++) {
      int rank = ranks.unique(now[i]);
      if (rank >= 0) {
        rowOf[rank] = i;
      }
    }
    Ranks earlier = new Ranks(before);
    boolean[] known = new boolean[now.length];
    int[] nowOf = new int[before.length];
    for (int i = 0; i < before.length; i++) {
      int rank = earlier.unique(before[i]) >= 0 ? ranks.unique(before[i]) : -1;
      nowOf[i] = rank >= 0 ? rowOf[rank] : -1;
      if (nowOf[i] >= 0) {
        known[nowOf[i]] = true;
      }
    }
    int[] fresh = new int[now.length];
    int count = 0;
    for (int i = 0; i < now.length; i++) {
      if (!known[i]) {
        fresh[count++] = i;
      }
    }
    return new ContentMatch(nowOf, Arrays.copyOf(fresh, count));
  }

  /** How many earlier rows are gone. */
  public int gone() {
    int gone = 0;
    for (int row : nowOf) {
      gone += row < 0 ? 1 : 0;
    }
    return gone;
  }

  /** Values in order. */
  private static final class Ranks {
    private final long[] sorted;

    Ranks(long[] values) {
      sorted = values.clone();
      Arrays.parallelSort(sorted);
    }

    /** The rank of a value, -1 where it is not there or there twice. */
    int unique(long value) {
      int rank = Arrays.binarySearch(sorted, value);
      boolean repeated =
          rank >= 0
              && ((rank > 0 && sorted[rank - 1] == value)
                  || (rank + 1 < sorted.length && sorted[rank + 1] == value));
      return rank < 0 || repeated ? -1 : rank;
    }
  }
}
