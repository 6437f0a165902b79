package dev.concord.spark.coarse;

import dev.concord.linalg.RowBlock;
import java.util.Arrays;

/** The entries of a row that tie it the most: those of the largest weights by degree. */
final class HeaviestEntries {
  private HeaviestEntries() {}

  /**
   * The rows with at most so many entries each: those whose weight, divided by the degree of their
   * column, is largest; of equal ones those of the first columns. Time O(entries log entries) of a
   * row, memory 16 bytes an entry of the longest row.
   *
   * @param degrees of all nodes
   */
  static RowBlock of(RowBlock block, double[] degrees, int most) {
    int rows = block.rows();
    int[] rowPtr = new int[rows + 1];
    int longest = 0;
    for (int r = 0; r < rows; r++) {
      int entries = block.rowPtr()[r + 1] - block.rowPtr()[r];
      longest = Math.max(longest, entries);
      rowPtr[r + 1] = rowPtr[r] + Math.min(most, entries);
    }
    int[] col = new int[rowPtr[rows]];
    double[] val = new double[col.length];
    double[] ties = new double[longest];
    double[] order = new double[longest];
    for (int r = 0; r < rows; r++) {
      int from = block.rowPtr()[r];
      int entries = block.rowPtr()[r + 1] - from;
      for (int e = 0; e < entries; e++) {
        ties[e] = block.val()[from + e] / degrees[block.col()[from + e]];
      }
      int room = rowPtr[r + 1] - rowPtr[r];
      double least = 0.0;
      int equal = room;
      if (room < entries) {
        System.arraycopy(ties, 0, order, 0, entries);
        Arrays.sort(order, 0, entries);
        least = order[entries - room];
        for (int e = entries - room; e < entries; e++) {
          equal -= order[e] > least ? 1 : 0;
        }
      }
      int at = rowPtr[r];
      for (int e = 0; e < entries && at < rowPtr[r + 1]; e++) {
        if (ties[e] > least || (ties[e] == least && equal-- > 0)) {
          col[at] = block.col()[from + e];
          val[at++] = block.val()[from + e];
        }
      }
    }
    return new RowBlock(block.firstRow(), rowPtr, col, val);
  }
}
