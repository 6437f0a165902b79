package dev.concord.drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which clusters came from which: the points that each earlier cluster and each present one share.
 *
 * @param rows by earlier number, then by present one; new points last
 */
record Lineage(List<Row> rows) {
  /** A share of an earlier cluster from which on it counts as split. */
  private static final double SPLIT = 0.1;

  public Lineage {
    rows = List.copyOf(rows);
  }

  /** What happened to these points. */
  enum Event {
    /** They stayed where most of their cluster is, under its number. */
    KEPT("kept"),
    /** A tenth of their earlier cluster or more went elsewhere than the rest. */
    SPLIT("split"),
    /** Half of their earlier cluster or more joined another one. */
    MERGED("merged"),
    /** Fewer than a tenth of their earlier cluster moved. */
    MOVED("moved"),
    /** They are new. */
    NEW("new"),
    /** They are not there any more. */
    GONE("gone"),
    /** They are set aside. */
    ASIDE("set aside");

    private final String text;

    Event(String text) {
      this.text = text;
    }

    /** As tables and reports have it. */
    public String text() {
      return text;
    }
  }

  /**
   * The points of an earlier cluster in a present one.
   *
   * @param before its number, {@link Changes#NONE} for new points
   * @param after its number, -1 for points set aside, {@link Changes#NONE} for points that are gone
   * @param points how many
   * @param event what happened to them
   */
  record Row(int before, int after, long points, Event event) {
    private Row as(Event other) {
      return new Row(before, after, points, other);
    }
  }

  /**
   * The lineage. Time O(n log n) on all cores, memory 8 bytes a point.
   *
   * @param earlier cluster of each point, negative for none
   * @param now cluster of each point under the earlier numbers, -1 for set aside
   * @param gone earlier clusters of points that are gone, negative for none
   */
  static Lineage of(int[] earlier, int[] now, int[] gone) {
    int n = now.length;
    long[] keys = new long[n + gone.length];
    for (int i = 0; i < n; i++) {
      keys[i] = key(earlier[i], now[i] + 1);
    }
    for (int g = 0; g < gone.length; g++) {
      keys[n + g] = key(gone[g], Integer.MAX_VALUE);
    }
    Arrays.parallelSort(keys);
    List<Row> shared = new ArrayList<>();
    Map<Integer, Long> sizes = new HashMap<>();
    for (int from = 0; from < keys.length; ) {
      int to = from + 1;
      while (to < keys.length && keys[to] == keys[from]) {
        to++;
      }
      Row row = new Row(before(keys[from]), after(keys[from]), to - from, Event.GONE);
      shared.add(row);
      if (row.after() != Changes.NONE) {
        sizes.merge(row.before(), row.points(), Long::sum);
      }
      from = to;
    }
    return new Lineage(
        shared.stream()
            .map(row -> row.as(event(row, sizes.getOrDefault(row.before(), 0L))))
            .toList());
  }

  /** New points after all numbers; points set aside before all present numbers, gone ones after. */
  private static long key(int before, int slot) {
    return (long) (before < 0 ? Integer.MAX_VALUE : before) << 32 | slot;
  }

  private static int before(long key) {
    int before = (int) (key >> 32);
    return before == Integer.MAX_VALUE ? Changes.NONE : before;
  }

  private static int after(long key) {
    int slot = (int) key;
    return slot == Integer.MAX_VALUE ? Changes.NONE : slot - 1;
  }

  private static Event event(Row row, long size) {
    if (row.after() == Changes.NONE) {
      return Event.GONE;
    }
    if (row.before() == Changes.NONE) {
      return Event.NEW;
    }
    if (row.after() < 0) {
      return Event.ASIDE;
    }
    if (row.before() == row.after()) {
      return Event.KEPT;
    }
    if (row.points() >= size - row.points()) {
      return Event.MERGED;
    }
    return row.points() >= SPLIT * size ? Event.SPLIT : Event.MOVED;
  }
}
