package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
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
@DefaultSerializer(JavaSerializer.class)
public record SymmetrizedRows(RowBlock weights, long droppedEntries) implements Serializable {

  /**
   * Sorts entries by row and column and makes one of each pair that was listed twice. Time O(m log
   * m) in the entries of the longest row, else O(m); memory 28 bytes an entry beside the input.
   *
   * @param parts entries of these rows, in any order
   */
  public static SymmetrizedRows of(
      int firstRow, int rows, List<DirectedEntries> parts, Symmetrization symmetrize) {
    SortedEntries sorted = SortedEntries.of(firstRow, rows, parts);
    return fold(firstRow, sorted, EdgeWeights.rule(symmetrize));
  }

  private static SymmetrizedRows fold(int firstRow, SortedEntries sorted, PairSort.Fold fold) {
    int rows = sorted.rows();
    int[] rowPtr = new int[rows + 1];
    int[] col = new int[sorted.keys().length];
    double[] val = new double[col.length];
    int kept = 0;
    long dropped = 0;
    for (int r = 0; r < rows; r++) {
      int p = sorted.start()[r];
      int end = sorted.start()[r + 1];
      while (p < end) {
        int j = sorted.column(p);
        double first = sorted.weight(p++);
        boolean twice = p < end && sorted.column(p) == j;
        double w = fold.weight(firstRow + r, j, first, twice ? sorted.weight(p++) : Double.NaN);
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
