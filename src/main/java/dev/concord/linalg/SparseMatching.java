package dev.concord.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A heaviest matching of rows and columns by shortest augmenting paths (Kuhn 1955; Dijkstra's
 * search on reduced costs, Edmonds and Karp, Journal of the ACM 19, 1972). Prices u of rows and v
 * of columns keep u + v at least the weight of every cell, and equal to it in matched cells; a row
 * or column without a partner has price 0. All numbers are whole, so the answer is exact.
 *
 * <p>Time O(rows · cells · log cells) at most, O(cells) when the heaviest columns of all rows
 * differ; memory O(rows + columns + cells).
 */
public final class SparseMatching {
  /** A column and its distance from the row that a search starts from. */
  private record Reached(long distance, int column) {}

  private final SparseCounts table;
  private final long[] rowPrice;
  private final long[] columnPrice;
  private final int[] rowOf;
  private final int[] columnOf;

  // Of one search: distance of each column or -1, the row before it, the columns that have one.
  private final long[] distance;
  private final int[] rowBefore;
  private final int[] touched;
  private int touchedCount;
  private final PriorityQueue<Reached> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(Reached::distance).thenComparingInt(Reached::column));
  // The cheapest row so far to be left without a column, and the cost of a path that ends so.
  private int leftRow;
  private long leftCost;

  private SparseMatching(SparseCounts table, int columns) {
    this.table = table;
    rowPrice = new long[table.rows()];
    columnPrice = new long[columns];
    rowOf = new int[columns];
    columnOf = new int[table.rows()];
    distance = new long[columns];
    rowBefore = new int[columns];
    touched = new int[columns];
    Arrays.fill(rowOf, -1);
    Arrays.fill(columnOf, -1);
    Arrays.fill(distance, -1L);
  }

  /** The column of each row, or -1. */
  public static int[] columns(SparseCounts table, int columns) {
    SparseMatching matching = new SparseMatching(table, columns);
    for (int row = 0; row < table.rows(); row++) {
      matching.add(row);
    }
    return matching.columnOf;
  }

  /** Extends a heaviest matching of the rows before {@code row} by it. */
  private void add(int row) {
    for (int cell = table.start()[row]; cell < table.start()[row + 1]; cell++) {
      rowPrice[row] =
          Math.max(rowPrice[row], table.weight()[cell] - columnPrice[table.column()[cell]]);
    }
    leftRow = row;
    leftCost = rowPrice[row];
    scan(row, 0L);
    int free = -1;
    long length = -1;
    while (length < 0) {
      Reached next = queue.poll();
      if (next == null || next.distance() >= leftCost) {
        length = leftCost;
      } else if (rowOf[next.column()] < 0) {
        free = next.column();
        length = next.distance();
      } else if (next.distance() == distance[next.column()]) {
        scan(rowOf[next.column()], next.distance());
      }
    }
    changePrices(row, length);
    augment(row, free);
    queue.clear();
  }

  /** Reaches the columns of a row that is itself {@code from} away. */
  private void scan(int row, long from) {
    if (from + rowPrice[row] < leftCost) {
      leftRow = row;
      leftCost = from + rowPrice[row];
    }
    for (int cell = table.start()[row]; cell < table.start()[row + 1]; cell++) {
      int column = table.column()[cell];
      long reached = from + rowPrice[row] + columnPrice[column] - table.weight()[cell];
      if (distance[column] < 0 || reached < distance[column]) {
        if (distance[column] < 0) {
          touched[touchedCount++] = column;
        }
        distance[column] = reached;
        rowBefore[column] = row;
        queue.add(new Reached(reached, column));
      }
    }
  }

  private void changePrices(int first, long length) {
    rowPrice[first] -= length;
    for (int i = 0; i < touchedCount; i++) {
      int column = touched[i];
      if (distance[column] < length) {
        rowPrice[rowOf[column]] -= length - distance[column];
        columnPrice[column] += length - distance[column];
      }
      distance[column] = -1L;
    }
    touchedCount = 0;
  }

  /** Exchanges partners along the path that ends in a free column, or in a row left without one. */
  private void augment(int first, int free) {
    int column = free;
    if (free < 0) {
      column = columnOf[leftRow];
      columnOf[leftRow] = -1;
    }
    while (column >= 0) {
      int row = rowBefore[column];
      int before = columnOf[row];
      columnOf[row] = column;
      rowOf[column] = row;
      column = row == first ? -1 : before;
    }
  }
}
