package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.PackedRow;
import java.util.Arrays;

/**
 * Queue of pairs (row, point) to compare, binned by consecutive rows of the point's panel, so that
 * the coordinates of a bin fit in L2 cache. 4 bytes a pair: the row, and the point's row in its
 * panel.
 */
final class PairQueue {
  /** 2048 rows a bin: their coordinates fit in the L2 cache of a core. */
  private static final int BIN_BITS = 11;

  private static final int BINS = PackedRow.LIMIT >>> BIN_BITS;
  private static final int FIRST = 256;
  private static final int[] NOTHING = {};

  private final int[][] pairs;
  private final int[] count;
  private long size;

  PairQueue(int panels) {
    pairs = new int[Math.multiplyExact(panels, BINS)][];
    count = new int[pairs.length];
    Arrays.fill(pairs, NOTHING);
  }

  void add(int row, int place) {
    int bin = place >>> BIN_BITS;
    int at = count[bin];
    if (at == pairs[bin].length) {
      pairs[bin] = Arrays.copyOf(pairs[bin], Math.max(FIRST, at + at / 2));
    }
    pairs[bin][at] = PackedRow.of(row, PackedRow.row(place));
    count[bin] = at + 1;
    size++;
  }

  /** Number of queued pairs. */
  long size() {
    return size;
  }

  /** Panels with queued pairs, ascending. */
  int[] panels() {
    int[] waiting = new int[count.length / BINS];
    int found = 0;
    for (int panel = 0; panel < waiting.length; panel++) {
      boolean any = false;
      for (int bin = panel * BINS; bin < (panel + 1) * BINS; bin++) {
        any |= count[bin] > 0;
      }
      if (any) {
        waiting[found++] = panel;
      }
    }
    return Arrays.copyOf(waiting, found);
  }

  /** Passes on the queued pairs of a panel and removes them. */
  void drain(int panel, PairConsumer consumer) {
    for (int bin = panel * BINS; bin < (panel + 1) * BINS; bin++) {
      int[] waiting = pairs[bin];
      int until = count[bin];
      if (until > 0) {
        consumer.accept(waiting, until);
        size -= until;
        count[bin] = 0;
      }
    }
  }

  /** Consumes pairs. */
  interface PairConsumer {
    /**
     * Pairs of one bin.
     *
     * @param pairs row and row of the point, as {@link PackedRow} packs two numbers
     * @param until number of pairs in the array
     */
    void accept(int[] pairs, int until);
  }
}
