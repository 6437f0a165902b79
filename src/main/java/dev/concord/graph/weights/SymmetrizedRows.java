package dev.concord.graph.weights;

import dev.concord.graph.PairSort;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * A block of rows of W, made of the listed pairs that touch it; the same bits as in {@link
 * EdgeWeights}.
 *
 * @param weights the rows
 * @param droppedEntries entries whose weight was 0, each edge being one in each of its rows
 */
public record SymmetrizedRows(RowBlock weights, long droppedEntries) implements Serializable {

  /**
   * Sorts entries by row and column and makes one of each pair that was listed twice. Time O(m log
   * m) in the entries of the longest row, else O(m); memory 28 bytes an entry beside the input.
   *
   * @param parts entries of these rows, in any order
   */
  public static SymmetrizedRows of(
      int firstRow, int rows, List<DirectedEntries> parts, Symmetrization symmetrize) {
    int[] start = new int[rows + 1];
    for (DirectedEntries part : parts) {
      for (int row : part.row()) {
        start[row - firstRow + 1]++;
      }
    }
    for (int r = 0; r < rows; r++) {
      start[r + 1] = Math.addExact(start[r], start[r + 1]);
    }
    // Sorted by column within a row: the column above, the place among the entries below.
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
    return fold(firstRow, start, keys, listed, EdgeWeights.rule(symmetrize));
  }

  private static SymmetrizedRows fold(
      int firstRow, int[] start, long[] keys, double[] listed, PairSort.Fold fold) {
    int rows = start.length - 1;
    int[] rowPtr = new int[rows + 1];
    int[] col = new int[keys.length];
    double[] val = new double[keys.length];
    int kept = 0;
    long dropped = 0;
    for (int r = 0; r < rows; r++) {
      int p = start[r];
      int end = start[r + 1];
      Arrays.sort(keys, p, end);
      while (p < end) {
        int j = (int) (keys[p] >>> 32);
        double first = listed[(int) keys[p++]];
        boolean twice = p < end && (int) (keys[p] >>> 32) == j;
        double w =
            fold.weight(firstRow + r, j, first, twice ? listed[(int) keys[p++]] : Double.NaN);
        if (w > 0.0) {
          col[kept] = j;
          val[kept++] = w;
        } else if (!Double.isNaN(w)) {
          dropped++;
        }
      }
      rowPtr[r + 1] = kept;
    }
    RowBlock block =
        new RowBlock(firstRow, rowPtr, Arrays.copyOf(col, kept), Arrays.copyOf(val, kept));
    return new SymmetrizedRows(block, dropped);
  }

  /** Row sums, in column order. */
  public static double[] degrees(RowBlock block) {
    double[] degrees = new double[block.rows()];
    for (int r = 0; r < degrees.length; r++) {
      double degree = 0.0;
      for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
        degree += block.val()[p];
      }
      degrees[r] = degree;
    }
    return degrees;
  }
}
