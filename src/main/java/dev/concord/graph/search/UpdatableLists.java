package dev.concord.graph.search;

import dev.concord.graph.NearestPoints;
import dev.concord.graph.NeighborLists;
import java.util.Arrays;

/**
 * Neighbour lists with spare entries. A list has up to {@code width} points, the nearest ones by
 * (distance, row), and is complete up to a distance, its reach, and a row, its bound: every point
 * that is nearer, and every one at that distance whose row is not above the bound, is in it. A list
 * that loses a point is shorter, and as complete as before; a new point within reach and bound
 * enters. So a list of k + s entries gives the k nearest until s of them are gone, those that a
 * search gives, however many points are equally far away.
 *
 * <p>Memory 12·width + 16 bytes a row. Not thread-safe.
 */
public final class UpdatableLists {
  /** The reach of a list that nothing may enter. */
  public static final double NOTHING = -1.0;

  private final int n;
  private final int width;
  private final int[] counts;
  private final int[] index;
  private final double[] distance;
  private final double[] reach;
  private final int[] bound;

  private UpdatableLists(
      int n, int width, int[] counts, int[] index, double[] distance, double[] reach, int[] bound) {
    this.n = n;
    this.width = width;
    this.counts = counts;
    this.index = index;
    this.distance = distance;
    this.reach = reach;
    this.bound = bound;
  }

  /** Empty lists, which nothing may enter. */
  public static UpdatableLists empty(int n, int width) {
    int size = Math.multiplyExact(n, width);
    double[] reach = new double[n];
    Arrays.fill(reach, NOTHING);
    int[] bound = new int[n];
    Arrays.fill(bound, -1);
    return new UpdatableLists(n, width, new int[n], new int[size], new double[size], reach, bound);
  }

  /** Full lists; the arrays are kept. */
  public static UpdatableLists of(NeighborLists lists) {
    int n = lists.n();
    int k = lists.k();
    int[] counts = new int[n];
    double[] reach = new double[n];
    int[] bound = new int[n];
    Arrays.fill(counts, k);
    for (int i = 0; i < n; i++) {
      boolean all = k == n - 1;
      reach[i] = all ? Double.POSITIVE_INFINITY : lists.distance()[(i + 1) * k - 1];
      bound[i] = all ? n - 1 : lists.index()[(i + 1) * k - 1];
    }
    return new UpdatableLists(n, k, counts, lists.index(), lists.distance(), reach, bound);
  }

  /**
   * The number of entries that serve k neighbours among n points: half as many more, 4 at least.
   */
  public static int widthFor(int k, int n) {
    return (int) Math.max(1, Math.min(n - 1L, k + Math.max(4L, k / 2)));
  }

  /** The number of rows. */
  public int n() {
    return n;
  }

  /** The largest number of entries of a list. */
  public int width() {
    return width;
  }

  /** Entries of a list. */
  public int count(int row) {
    return counts[row];
  }

  /** The {@code e}-th entry of a list, from 0: a row. */
  public int index(int row, int e) {
    return index[row * width + e];
  }

  /** The distance to that entry. */
  public double distance(int row, int e) {
    return distance[row * width + e];
  }

  /** The distance up to which a list is complete. */
  public double reach(int row) {
    return reach[row];
  }

  /** The row up to which a list has every point at its reach. */
  public int bound(int row) {
    return bound[row];
  }

  /** Sets the entries of a list, ascending by (distance, index), at most {@code width}. */
  public void set(int row, int[] from, double[] distances, int first, int count) {
    System.arraycopy(from, first, index, row * width, count);
    System.arraycopy(distances, first, distance, row * width, count);
    counts[row] = count;
  }

  /** Sets how far a list is complete. */
  public void complete(int row, double distanceReached, int rowReached) {
    reach[row] = distanceReached;
    bound[row] = rowReached;
  }

  /**
   * The lists of a later table: entries that are gone are left out, rows that are new have none.
   * What is not in a list has a row above its bound, so the bound now is below all rows that these
   * have; entries at the reach that are not, because rows changed their order, are left out too.
   * Time O(n·width).
   *
   * @param nowOf for each row its row in the later table, -1 where it is gone
   * @param rows of the later table
   */
  public UpdatableLists renumbered(int[] nowOf, int rows) {
    UpdatableLists later = empty(rows, width);
    int[] after = new int[n + 1];
    after[n] = rows;
    for (int i = n - 1; i >= 0; i--) {
      after[i] = nowOf[i] < 0 ? after[i + 1] : Math.min(after[i + 1], nowOf[i]);
    }
    for (int i = 0; i < n; i++) {
      int row = nowOf[i];
      if (row < 0) {
        continue;
      }
      int base = row * width;
      int kept = 0;
      int last = after[bound[i] + 1] - 1;
      for (int e = i * width; e < i * width + counts[i]; e++) {
        int now = nowOf[index[e]];
        if (now >= 0 && (distance[e] < reach[i] || now <= last)) {
          kept =
              NearestPoints.insert(
                  later.index, later.distance, base, width, kept, now, distance[e]);
        }
      }
      later.counts[row] = kept;
      later.complete(row, reach[i], last);
    }
    return later;
  }

  /** Puts a point into a list that is complete beyond it. The order of calls has no effect. */
  public void enter(int row, int point, double d) {
    if (d > reach[row] || (d == reach[row] && point > bound[row])) {
      return;
    }
    int base = row * width;
    boolean full = counts[row] == width;
    counts[row] = NearestPoints.insert(index, distance, base, width, counts[row], point, d);
    if (full) {
      complete(row, distance[base + width - 1], index[base + width - 1]);
    }
  }

  /** The rows whose lists have fewer than {@code k} entries, ascending. */
  public int[] shorterThan(int k) {
    int[] rows = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (counts[i] < k) {
        rows[count++] = i;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  /** The reach of every row, {@link #NOTHING} for some; a copy. */
  public double[] reachWithout(int[] rows) {
    double[] copy = reach.clone();
    for (int row : rows) {
      copy[row] = NOTHING;
    }
    return copy;
  }

  /**
   * The k nearest of every row.
   *
   * @throws IllegalStateException when a list is shorter
   */
  public NeighborLists nearest(int k) {
    int[] nearest = new int[Math.multiplyExact(n, k)];
    double[] distances = new double[nearest.length];
    for (int i = 0; i < n; i++) {
      if (counts[i] < k) {
        throw new IllegalStateException("row " + i + " has " + counts[i] + " neighbours, not " + k);
      }
      System.arraycopy(index, i * width, nearest, i * k, k);
      System.arraycopy(distance, i * width, distances, i * k, k);
    }
    return new NeighborLists(n, k, nearest, distances);
  }
}
