package dev.concord.linalg;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Rows of positive whole weights at some columns.
 *
 * @param start where the cells of each row start, length rows + 1
 * @param column of each cell
 * @param weight of each cell, at least 1
 */
public record SparseCounts(int[] start, int[] column, int[] weight) {
  public int rows() {
    return start.length - 1;
  }

  /** The columns as rows, their cells by ascending row. Time O(cells + rows + columns). */
  public SparseCounts transposed(int columns) {
    int[] first = new int[columns + 1];
    for (int cell = 0; cell < start[rows()]; cell++) {
      first[column[cell] + 1]++;
    }
    for (int c = 0; c < columns; c++) {
      first[c + 1] += first[c];
    }
    int[] next = Arrays.copyOf(first, columns);
    int[] row = new int[first[columns]];
    int[] moved = new int[first[columns]];
    for (int r = 0; r < rows(); r++) {
      for (int cell = start[r]; cell < start[r + 1]; cell++) {
        int at = next[column[cell]]++;
        row[at] = r;
        moved[at] = weight[cell];
      }
    }
    return new SparseCounts(first, row, moved);
  }

  /**
   * The cells that can matter to a heaviest matching: a row needs as many of its heaviest cells as
   * there are rows with cells, for the other rows can take all but one of them. Equal weights by
   * ascending column; heaviest first.
   */
  public SparseCounts largest() {
    int keep = 0;
    for (int r = 0; r < rows(); r++) {
      keep += start[r + 1] > start[r] ? 1 : 0;
    }
    int[] first = new int[start.length];
    for (int r = 0; r < rows(); r++) {
      first[r + 1] = first[r] + Math.min(keep, start[r + 1] - start[r]);
    }
    int[] kept = new int[first[rows()]];
    int[] keptWeight = new int[kept.length];
    for (int r = 0; r < rows(); r++) {
      Integer[] cells = new Integer[start[r + 1] - start[r]];
      Arrays.setAll(cells, i -> i);
      int offset = start[r];
      Arrays.sort(
          cells,
          Comparator.comparingInt((Integer i) -> -weight[offset + i])
              .thenComparingInt(i -> column[offset + i]));
      for (int i = 0; i < first[r + 1] - first[r]; i++) {
        kept[first[r] + i] = column[offset + cells[i]];
        keptWeight[first[r] + i] = weight[offset + cells[i]];
      }
    }
    return new SparseCounts(first, kept, keptWeight);
  }
}
