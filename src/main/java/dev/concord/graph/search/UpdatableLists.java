package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ExactLists;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NearestPoints;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Neighbour lists of some rows with spare entries. A list has up to {@code width} points, the
 * nearest ones by (distance, row), and is complete up to a distance, its reach, and a row, its
 * bound: every point that is nearer, and every one at that distance whose row is not above the
 * bound, is in it. A list that loses a point is shorter, and as complete as before; a new point
 * within reach and bound enters. So a list of k + s entries gives the k nearest until s of them are
 * gone, those that a search gives, however many points are equally far away.
 *
 * <p>A list is addressed by its place among these, {@code r}; rows and entries are dense ids.
 * Memory 12·width + 20 bytes a row. Not thread-safe.
 *
 * @param width the largest number of entries of a list
 */
@DefaultSerializer(JavaSerializer.class)
public record UpdatableLists(
    int[] ids, int width, int[] counts, int[] index, double[] distance, double[] reach, int[] bound)
    implements Serializable {
  /** The reach of a list that nothing may enter. */
  public static final double NOTHING = -1.0;

  /** Empty lists of some rows, which nothing may enter; the array is kept. */
  public static UpdatableLists empty(int[] ids, int width) {
    int n = ids.length;
    int size = Math.multiplyExact(n, width);
    double[] reach = new double[n];
    Arrays.fill(reach, NOTHING);
    int[] bound = new int[n];
    Arrays.fill(bound, -1);
    return new UpdatableLists(
        ids, width, new int[n], new int[size], new double[size], reach, bound);
  }

  /**
   * Full lists; the arrays are kept.
   *
   * @param n rows of the table
   */
  public static UpdatableLists of(ListedRows lists, int n) {
    int rows = lists.ids().length;
    int k = lists.k();
    int[] counts = new int[rows];
    double[] reach = new double[rows];
    int[] bound = new int[rows];
    Arrays.fill(counts, k);
    for (int r = 0; r < rows; r++) {
      boolean all = k == n - 1;
      reach[r] = all ? Double.POSITIVE_INFINITY : lists.distance()[(r + 1) * k - 1];
      bound[r] = all ? n - 1 : lists.index()[(r + 1) * k - 1];
    }
    return new UpdatableLists(
        lists.ids(), k, counts, lists.index(), lists.distance(), reach, bound);
  }

  /**
   * The lists of all rows of a table in their order; a row that is in no part has an empty one.
   *
   * @param n rows of the table
   */
  public static UpdatableLists joined(List<UpdatableLists> parts, int n, int width) {
    int[] ids = new int[n];
    Arrays.setAll(ids, i -> i);
    UpdatableLists all = empty(ids, width);
    for (UpdatableLists part : parts) {
      for (int r = 0; r < part.ids.length; r++) {
        int row = part.ids[r];
        all.set(row, part.index, part.distance, r * width, part.counts[r]);
        all.complete(row, part.reach[r], part.bound[r]);
      }
    }
    return all;
  }

  /**
   * The number of entries that serve k neighbours among n points: half as many more, 4 at least.
   */
  public static int widthFor(int k, int n) {
    return (int) Math.max(1, Math.min(n - 1L, k + Math.max(4L, k / 2)));
  }

  /** The number of lists. */
  public int rows() {
    return ids.length;
  }

  /** The row of a list. */
  public int id(int r) {
    return ids[r];
  }

  /** Entries of a list. */
  public int count(int r) {
    return counts[r];
  }

  /** The {@code e}-th entry of a list, from 0: a row. */
  public int index(int r, int e) {
    return index[r * width + e];
  }

  /** The distance to that entry. */
  public double distance(int r, int e) {
    return distance[r * width + e];
  }

  /** The distance up to which a list is complete. */
  public double reach(int r) {
    return reach[r];
  }

  /** The row up to which a list has every point at its reach. */
  public int bound(int r) {
    return bound[r];
  }

  /** Sets the entries of a list, ascending by (distance, index), at most {@code width}. */
  public void set(int r, int[] from, double[] distances, int first, int count) {
    System.arraycopy(from, first, index, r * width, count);
    System.arraycopy(distances, first, distance, r * width, count);
    counts[r] = count;
  }

  /** Sets how far a list is complete. */
  public void complete(int r, double distanceReached, int rowReached) {
    reach[r] = distanceReached;
    bound[r] = rowReached;
  }

  /**
   * The lists of the rows that a later table has, too: entries that are gone are left out. What is
   * not in a list has a row above its bound, so the bound now is below all rows that these have;
   * entries at the reach that are not, because rows changed their order, are left out too. Time
   * O(rows·width).
   */
  public UpdatableLists renumbered(Renumbering later) {
    int[] nowOf = later.nowOf();
    int[] now = new int[ids.length];
    int rows = 0;
    for (int id : ids) {
      if (nowOf[id] >= 0) {
        now[rows++] = nowOf[id];
      }
    }
    UpdatableLists lists = empty(Arrays.copyOf(now, rows), width);
    int to = 0;
    for (int r = 0; r < ids.length; r++) {
      if (nowOf[ids[r]] >= 0) {
        int last = later.after()[bound[r] + 1] - 1;
        int kept = 0;
        for (int e = r * width; e < r * width + counts[r]; e++) {
          int point = nowOf[index[e]];
          if (point >= 0 && (distance[e] < reach[r] || point <= last)) {
            kept =
                NearestPoints.insert(
                    lists.index, lists.distance, to * width, width, kept, point, distance[e]);
          }
        }
        lists.counts[to] = kept;
        lists.complete(to++, reach[r], last);
      }
    }
    return lists;
  }

  /**
   * The rows of a later table.
   *
   * @param nowOf for each row its row in the later table, -1 where it is gone
   * @param after one longer: the first row of the later table that this row or one behind it has
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Renumbering(int[] nowOf, int[] after) implements Serializable {
    /** Time O(n). */
    public static Renumbering of(int[] nowOf, int rows) {
      int[] after = new int[nowOf.length + 1];
      after[nowOf.length] = rows;
      for (int i = nowOf.length - 1; i >= 0; i--) {
        after[i] = nowOf[i] < 0 ? after[i + 1] : Math.min(after[i + 1], nowOf[i]);
      }
      return new Renumbering(nowOf, after);
    }
  }

  /** Puts a point into a list that is complete beyond it. The order of calls has no effect. */
  private void enter(int r, int point, double d) {
    if (d > reach[r] || (d == reach[r] && point > bound[r])) {
      return;
    }
    int base = r * width;
    boolean full = counts[r] == width;
    counts[r] = NearestPoints.insert(index, distance, base, width, counts[r], point, d);
    if (full) {
      complete(r, distance[base + width - 1], index[base + width - 1]);
    }
  }

  /**
   * The lists with what a search found: those of its queries in place of what they had, and new
   * points that enter others.
   *
   * @param found in the order of rows
   * @param n rows of the table
   */
  public UpdatableLists with(FoundNeighbors found, int n) {
    UpdatableLists lists =
        new UpdatableLists(
            ids,
            width,
            counts.clone(),
            index.clone(),
            distance.clone(),
            reach.clone(),
            bound.clone());
    for (int r = 0; r < ids.length; r++) {
      int query = Arrays.binarySearch(found.lists().rowIds(), ids[r]);
      if (query >= 0) {
        lists.place(r, found.lists(), query, n);
      }
      for (int e = found.first(ids[r]); e < found.rows().length && found.rows()[e] == ids[r]; e++) {
        lists.enter(r, found.points()[e], found.distances()[e]);
      }
    }
    return lists;
  }

  private void place(int r, ExactLists found, int query, int n) {
    int k = found.k();
    int count = found.counts()[query];
    int last = query * k + count - 1;
    set(r, found.index(), found.distance(), query * k, count);
    if (k == n - 1) {
      complete(r, Double.POSITIVE_INFINITY, n - 1);
    } else if (count > 0) {
      complete(r, found.distance()[last], found.index()[last]);
    } else {
      complete(r, NOTHING, -1);
    }
  }

  /** The rows whose lists have fewer than {@code k} entries, in their order here. */
  public int[] shorterThan(int k) {
    int[] rows = new int[ids.length];
    int count = 0;
    for (int r = 0; r < ids.length; r++) {
      if (counts[r] < k) {
        rows[count++] = ids[r];
      }
    }
    return Arrays.copyOf(rows, count);
  }

  /** Some lists that follow each other. */
  public UpdatableLists slice(int first, int count) {
    int end = first + count;
    return new UpdatableLists(
        Arrays.copyOfRange(ids, first, end),
        width,
        Arrays.copyOfRange(counts, first, end),
        Arrays.copyOfRange(index, first * width, end * width),
        Arrays.copyOfRange(distance, first * width, end * width),
        Arrays.copyOfRange(reach, first, end),
        Arrays.copyOfRange(bound, first, end));
  }

  /**
   * The k nearest of every row.
   *
   * @throws IllegalStateException when a list is shorter
   */
  public ListedRows nearest(int k) {
    int[] nearest = new int[Math.multiplyExact(ids.length, k)];
    double[] distances = new double[nearest.length];
    for (int r = 0; r < ids.length; r++) {
      if (counts[r] < k) {
        throw new IllegalStateException(
            "row " + ids[r] + " has " + counts[r] + " neighbours, not " + k);
      }
      System.arraycopy(index, r * width, nearest, r * k, k);
      System.arraycopy(distance, r * width, distances, r * k, k);
    }
    return new ListedRows(ids, k, nearest, distances, 0);
  }
}
