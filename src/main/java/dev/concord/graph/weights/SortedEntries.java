package dev.concord.graph.weights;

import java.util.Arrays;
import java.util.List;

/**
 * Entries of a block of rows, those of a row together and ascending by column; entries of the same
 * column in the order of their arrival. Memory 28 bytes an entry beside the input.
 *
 * @param start first entry of each row, one more than there are rows
 * @param keys the column above, the place in {@code listed} below
 * @param listed weights in the order of arrival
 */
record SortedEntries(int[] start, long[] keys, double[] listed) {
  /** Sorts entries of these rows. Time O(m log m) in the entries of the longest row, else O(m). */
  static SortedEntries of(int firstRow, int rows, List<DirectedEntries> parts) {
    int[] start = new int[rows + 1];
    for (DirectedEntries part : parts) {
      for (int row : part.row()) {
        start[row - firstRow + 1]++;
      }
    }
    for (int r = 0; r < rows; r++) {
      start[r + 1] = Math.addExact(start[r], start[r + 1]);
    }
    long[] keys = new long[start[rows]];
    double[] listed = new double[keys.length];
    int[] next = Arrays.copyOf(start, rows);
    for (DirectedEntries part : parts) {
      for (int e = 0; e < part.row().length; e++) {
        int at = next[part.row()[e] - firstRow]++;
        keys[at] = ((long) part.col()[e] << 32) | at;
        listed[at] = part.weight()[e];
      }
    }
    for (int r = 0; r < rows; r++) {
      Arrays.sort(keys, start[r], start[r + 1]);
    }
    return new SortedEntries(start, keys, listed);
  }

  int rows() {
    return start.length - 1;
  }

  int column(int p) {
    return (int) (keys[p] >>> 32);
  }

  double weight(int p) {
    return listed[(int) keys[p]];
  }
}
