package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.GivenWeights;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of rows of W, made of the given edges that touch it; the same bits as in {@link
 * dev.concord.graph.SimilarityGraph#given}.
 *
 * @param weights the rows
 * @param conflict the first edge that is listed with two weights, or null
 */
@DefaultSerializer(JavaSerializer.class)
public record GivenRows(RowBlock weights, @Nullable Conflict conflict) implements Serializable {
  /** An edge that is listed with two weights, the least and the largest. */
  @DefaultSerializer(JavaSerializer.class)
  public record Conflict(int row, int col, double least, double largest) implements Serializable {}

  /** The same rows, whose weights are divided by 2<sup>exponent</sup>. */
  public GivenRows divided(int exponent) {
    if (exponent == 0) {
      return this;
    }
    double[] val = weights.val().clone();
    GivenWeights.divide(val, exponent);
    RowBlock block = new RowBlock(weights.firstRow(), weights.rowPtr(), weights.col(), val);
    return new GivenRows(block, conflict);
  }

  /**
   * Sorts entries by row and column and makes one of each edge that was listed several times. Time
   * O(m log m) in the entries of the longest row, else O(m); memory 28 bytes an entry beside the
   * input.
   *
   * @param parts entries of these rows, in any order
   */
  public static GivenRows of(int firstRow, int rows, List<DirectedEntries> parts) {
    SortedEntries sorted = SortedEntries.of(firstRow, rows, parts);
    int[] rowPtr = new int[rows + 1];
    int[] col = new int[sorted.keys().length];
    double[] val = new double[col.length];
    int kept = 0;
    Conflict conflict = null;
    for (int r = 0; r < rows; r++) {
      int p = sorted.start()[r];
      int end = sorted.start()[r + 1];
      while (p < end) {
        int j = sorted.column(p);
        double least = sorted.weight(p);
        double largest = least;
        for (p++; p < end && sorted.column(p) == j; p++) {
          least = Math.min(least, sorted.weight(p));
          largest = Math.max(largest, sorted.weight(p));
        }
        if (least < largest && conflict == null) {
          conflict = new Conflict(firstRow + r, j, least, largest);
        }
        col[kept] = j;
        val[kept++] = least;
      }
      rowPtr[r + 1] = kept;
    }
    RowBlock block =
        new RowBlock(firstRow, rowPtr, Arrays.copyOf(col, kept), Arrays.copyOf(val, kept));
    return new GivenRows(block, conflict);
  }
}
