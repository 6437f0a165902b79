package dev.concord.metric.drift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which clusters came from which: the points that each earlier cluster and each present one share.
 *
 * @param rows by earlier number, then by present one; new points last
 */
public record Lineage(List<Row> rows) {
  /** A share of an earlier cluster from which on it counts as split. */
  private static final double SPLIT = 0.1;

  public Lineage {
    rows = List.copyOf(rows);
  }

  /** What happened to these points. */
  public enum Event {
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
  public record Row(int before, int after, long points, Event event) {}

  /**
   * The lineage. Time O(n log k), memory that of the rows.
   *
   * @param earlier cluster of each point, negative for none
   * @param now cluster of each point under the earlier numbers, -1 for set aside
   * @param gone earlier clusters of points that are gone
   */
  public static Lineage of(int[] earlier, int[] now, int[] gone) {
    Map<Long, Long> shared = new TreeMap<>();
    Map<Integer, Long> size = new TreeMap<>();
    for (int i = 0; i < now.length; i++) {
      // New points after all numbers, points set aside before them.
      int before = earlier[i] < 0 ? Integer.MAX_VALUE : earlier[i];
      shared.merge(key(before, now[i]), 1L, Long::sum);
      size.merge(before, 1L, Long::sum);
    }
    for (int cluster : gone) {
      shared.merge(key(cluster, Integer.MAX_VALUE), 1L, Long::sum);
    }
    List<Row> rows = new ArrayList<>();
    shared.forEach(
        (key, points) -> {
          int before = (int) (key >> 32);
          int after = (int) (key & 0xffffffffL) - 1;
          rows.add(row(before, after, points, size.getOrDefault(before, 0L)));
        });
    return new Lineage(rows);
  }

  private static long key(int before, int after) {
    return (long) before << 32 | (after == Integer.MAX_VALUE ? 0xffffffffL : after + 1L);
  }

  /** After is -2 where the points are gone: the largest key less one. */
  private static Row row(int before, int after, long points, long size) {
    int was = before == Integer.MAX_VALUE ? Changes.NONE : before;
    if (after == -2) {
      return new Row(was, Changes.NONE, points, Event.GONE);
    }
    return new Row(was, after, points, event(was, after, points, size));
  }

  private static Event event(int before, int after, long points, long size) {
    if (before == Changes.NONE) {
      return Event.NEW;
    }
    if (after < 0) {
      return Event.ASIDE;
    }
    if (before == after) {
      return Event.KEPT;
    }
    if (points >= size - points) {
      return Event.MERGED;
    }
    return points >= SPLIT * size ? Event.SPLIT : Event.MOVED;
  }
}
