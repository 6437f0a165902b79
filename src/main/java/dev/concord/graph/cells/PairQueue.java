package dev.concord.graph.cells;

import java.util.Arrays;

/**
 * Pairs of a row and a point to be measured, gathered by the panel of the point, so that one panel
 * is in hand at a time. 4 bytes a pair: the row, and the point's row in its panel.
 */
final class PairQueue {
  private static final int FIRST = 256;

  private final int[][] pairs;
  private final int[] count;
  private long size;

  PairQueue(int panels) {
    pairs = new int[panels][];
    count = new int[panels];
    Arrays.fill(pairs, new int[0]);
  }

  void add(int row, int place) {
    int panel = Place.panel(place);
    int at = count[panel];
    if (at == pairs[panel].length) {
      pairs[panel] = Arrays.copyOf(pairs[panel], Math.max(FIRST, at + at / 2));
    }
    pairs[panel][at] = Place.of(row, Place.row(place));
    count[panel] = at + 1;
    size++;
  }

  /** Pairs that wait. */
  long size() {
    return size;
  }

  /** Panels that pairs wait for, ascending. */
  int[] panels() {
    int[] waiting = new int[count.length];
    int found = 0;
    for (int p = 0; p < count.length; p++) {
      if (count[p] > 0) {
        waiting[found++] = p;
      }
    }
    return Arrays.copyOf(waiting, found);
  }

  int count(int panel) {
    return count[panel];
  }

  /** Row and row of the point, as {@link Place} packs two numbers. */
  int pair(int panel, int e) {
    return pairs[panel][e];
  }

  /** Forgets the pairs of a panel, not their memory. */
  void clear(int panel) {
    size -= count[panel];
    count[panel] = 0;
  }
}
