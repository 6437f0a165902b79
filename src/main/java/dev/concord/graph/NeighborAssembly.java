package dev.concord.graph;

import java.util.BitSet;

/**
 * Puts the neighbours of all rows together: ranked panels, then the exhaustive lists of the rows
 * that the ranking left open. In any order; the result does not depend on it.
 */
public final class NeighborAssembly {
  private final int n;
  private final int k;
  private final int[] index;
  private final double[] distance;
  private final BitSet ranked = new BitSet();
  private final BitSet open = new BitSet();
  private final BitSet resolved = new BitSet();

  /**
   * Refuses lists of which no graph can be made: known from n and k, so before any search.
   *
   * @param n rows
   * @param k neighbours of a row
   * @throws dev.concord.error.InputException when n·k pairs are more than the graph's arrays hold
   */
  public static void checkSize(long n, long k) {
    PairSort.checkSize(Math.multiplyExact(n, k));
  }

  /**
   * Room for n rows.
   *
   * @param k neighbours of a row, below n
   */
  public NeighborAssembly(int n, int k) {
    if (k < 1 || k >= n) {
      throw new IllegalArgumentException("k = " + k + " neighbours among " + n + " rows");
    }
    checkSize(n, k);
    this.n = n;
    this.k = k;
    index = new int[n * k];
    distance = new double[n * k];
  }

  /** Takes a panel's ranked rows; those it left open wait for their exhaustive lists. */
  public void add(RankedRows rows) {
    check(rows.k());
    for (int id : rows.uncertified()) {
      open.set(id);
    }
    for (int r = 0; r < rows.rows(); r++) {
      int id = rows.firstRow() + r;
      if (!resolved.get(id)) {
        put(id, rows.index(), rows.distance(), r * k);
      }
    }
    ranked.set(rows.firstRow(), rows.firstRow() + rows.rows());
  }

  /** Takes exhaustive lists, merged over all panels. */
  public void add(ExactLists lists) {
    check(lists.k());
    for (int r = 0; r < lists.rowIds().length; r++) {
      int id = lists.rowIds()[r];
      if (lists.counts()[r] != k) {
        throw new IllegalArgumentException(
            "row " + id + " has " + lists.counts()[r] + " of " + k + " neighbours");
      }
      put(id, lists.index(), lists.distance(), r * k);
      resolved.set(id);
      ranked.set(id);
    }
  }

  /**
   * The lists of all rows.
   *
   * @throws IllegalStateException if a row is missing or its neighbours are not proven
   */
  public NeighborLists lists() {
    int missing = ranked.nextClearBit(0);
    if (missing < n) {
      throw new IllegalStateException("row " + missing + " has no neighbours yet");
    }
    open.andNot(resolved);
    if (!open.isEmpty()) {
      throw new IllegalStateException(
          "%s rows are not proven, the first is row %s; they need an exhaustive scan"
              .formatted(open.cardinality(), open.nextSetBit(0)));
    }
    return new NeighborLists(n, k, index, distance);
  }

  private void put(int id, int[] from, double[] lengths, int base) {
    System.arraycopy(from, base, index, id * k, k);
    System.arraycopy(lengths, base, distance, id * k, k);
  }

  private void check(int other) {
    if (other != k) {
      throw new IllegalArgumentException("lists of " + other + " neighbours, not " + k);
    }
  }
}
