package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Exact scan of the probed sub-lists of some rows: keeps the points nearest by reduced coordinates,
 * with their full distances. The selection is computed in double. Used for rows that {@link
 * NearestScan} cannot decide and for the sample on which recall is measured.
 *
 * <p>Lists are ascending by (reduced distance, position). Memory 24 bytes an entry.
 */
@DefaultSerializer(JavaSerializer.class)
public final class ProbedLists implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] start;
  private final int[] count;
  private final double[] square;
  private final int[] position;
  private final int[] rank;
  private final double[] distance;
  private final int[] id;

  /** Empty lists of at most {@code most} points. */
  public ProbedLists(int rows, int most) {
    this(starts(rows, most));
  }

  private ProbedLists(int[] start) {
    this.start = start;
    int rows = start.length - 1;
    int size = start[rows];
    count = new int[rows];
    square = new double[size];
    position = new int[size];
    rank = new int[size];
    distance = new double[size];
    id = new int[size];
  }

  private static int[] starts(int rows, int most) {
    int[] start = new int[rows + 1];
    for (int r = 0; r < rows; r++) {
      start[r + 1] = Math.addExact(start[r], most);
    }
    return start;
  }

  /**
   * Adds the points of a panel to the lists. Time O(pairs·dim).
   *
   * @param queries the rows, their coordinates and the sub-lists they search
   */
  public void scan(ProbedRows queries, ListLayout layout, ListPanel base) {
    int from = layout.firstSubListOf(base.index());
    int to = layout.firstSubListOf(base.index() + 1);
    double[] x = new double[base.features().dim()];
    for (int r = 0; r < rows(); r++) {
      boolean copied = false;
      for (int e = 0; e < queries.each(); e++) {
        int subList = queries.subLists()[r * queries.each() + e];
        if (subList >= from && subList < to) {
          if (!copied) {
            queries.features().copyRow(queries.featureRow()[r], x);
            copied = true;
          }
          scanSubList(queries, r, e, x, layout, subList, base);
        }
      }
    }
  }

  private void scanSubList(
      ProbedRows queries,
      int r,
      int probe,
      double[] x,
      ListLayout layout,
      int subList,
      ListPanel base) {
    int dim = base.dim();
    int own = queries.featureRow()[r];
    for (int p = layout.subListStart(subList); p < layout.subListStart(subList + 1); p++) {
      int local = p - base.firstPosition();
      if (p == queries.position()[r]) {
        continue;
      }
      double near =
          SquaredDistance.distance(
              queries.coordinates(), own * dim, base.coordinates(), local * dim, dim);
      if (accepts(r, near, p)) {
        double full = base.features().distance(queries.features(), own, x, local);
        insert(r, near, p, probe, full, base.ids()[local]);
      }
    }
  }

  private boolean accepts(int r, double near, int at) {
    int last = start[r + 1] - 1;
    if (start[r] + count[r] <= last) {
      return true;
    }
    return last >= start[r]
        && (near < square[last] || (near == square[last] && at < position[last]));
  }

  private void insert(int r, double near, int at, int probe, double full, int dense) {
    int base = start[r];
    int e = base + count[r] == start[r + 1] ? start[r + 1] - 1 : base + count[r]++;
    while (e > base && (square[e - 1] > near || (square[e - 1] == near && position[e - 1] > at))) {
      square[e] = square[e - 1];
      position[e] = position[e - 1];
      rank[e] = rank[e - 1];
      distance[e] = distance[e - 1];
      id[e] = id[e - 1];
      e--;
    }
    square[e] = near;
    position[e] = at;
    rank[e] = probe;
    distance[e] = full;
    id[e] = dense;
  }

  /**
   * Adds the entries of lists of the same rows; the result does not depend on the order of merging.
   */
  public void merge(ProbedLists other) {
    for (int r = 0; r < rows(); r++) {
      for (int c = 0; c < other.count[r]; c++) {
        int e = other.start[r] + c;
        if (accepts(r, other.square[e], other.position[e])) {
          insert(
              r, other.square[e], other.position[e], other.rank[e], other.distance[e], other.id[e]);
        }
      }
    }
  }

  /** A copy without spare capacity, for serialization. No entry can be added to it. */
  public ProbedLists packed() {
    int[] ends = new int[start.length];
    for (int r = 0; r < rows(); r++) {
      ends[r + 1] = ends[r] + count[r];
    }
    ProbedLists small = new ProbedLists(ends);
    small.merge(this);
    return small;
  }

  public int rows() {
    return count.length;
  }

  /** Points in the list of row r. */
  public int count(int r) {
    return count[r];
  }

  /** Dense id of the c-th point. */
  public int id(int r, int c) {
    return id[start[r] + c];
  }

  /** Rank of the sub-list that contains the c-th point, 0 for the row's nearest. */
  public int rank(int r, int c) {
    return rank[start[r] + c];
  }

  /** Distance of the c-th point between the features. */
  public double distance(int r, int c) {
    return distance[start[r] + c];
  }
}
