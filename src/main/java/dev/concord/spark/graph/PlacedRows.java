package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.CsrKernels;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Rows of a sparse matrix in another order of its points, in the blocks of a {@link TallMatrix}.
 * Columns are places in the list of rows that these rows multiply.
 *
 * @param weights its rows, each with its entries in the order that they had
 * @param needed the rows of the other matrix that they multiply, ascending
 */
@DefaultSerializer(JavaSerializer.class)
record PlacedRows(RowBlock weights, int[] needed) implements Serializable {
  /**
   * The rows of a matrix in another order. One shuffle of 12 bytes an entry.
   *
   * @param place new number of each row
   */
  static JavaRDD<PlacedRows> of(JavaRDD<RowBlock> rows, Broadcast<int[]> place, int n) {
    return rows.flatMapToPair(block -> parts(block, place.value(), n).iterator())
        .partitionBy(new IndexPartitioner(TallMatrix.blocks(n)))
        .mapPartitionsWithIndex(
            (block, parts) -> List.of(joined(block, parts, n)).iterator(), true);
  }

  /** Rows of one block, and where they go. */
  @DefaultSerializer(JavaSerializer.class)
  private record Part(int[] row, int[] rowPtr, int[] col, double[] val) implements Serializable {}

  private static List<Tuple2<Integer, Part>> parts(RowBlock block, int[] place, int n) {
    int[] start = new int[TallMatrix.blocks(n) + 1];
    for (int r = 0; r < block.rows(); r++) {
      start[TallMatrix.block(place[block.firstRow() + r]) + 1]++;
    }
    for (int b = 1; b < start.length; b++) {
      start[b] += start[b - 1];
    }
    int[] ordered = new int[block.rows()];
    int[] next = start.clone();
    for (int r = 0; r < block.rows(); r++) {
      ordered[next[TallMatrix.block(place[block.firstRow() + r])]++] = r;
    }
    List<Tuple2<Integer, Part>> parts = new ArrayList<>();
    for (int b = 0; b + 1 < start.length; b++) {
      if (start[b] < start[b + 1]) {
        int[] own = Arrays.copyOfRange(ordered, start[b], start[b + 1]);
        parts.add(new Tuple2<>(b, part(block, own, place)));
      }
    }
    return parts;
  }

  private static Part part(RowBlock block, int[] own, int[] place) {
    int[] row = new int[own.length];
    int[] rowPtr = new int[own.length + 1];
    for (int i = 0; i < own.length; i++) {
      row[i] = place[block.firstRow() + own[i]];
      rowPtr[i + 1] = rowPtr[i] + block.rowPtr()[own[i] + 1] - block.rowPtr()[own[i]];
    }
    int[] col = new int[rowPtr[own.length]];
    double[] val = new double[col.length];
    for (int i = 0; i < own.length; i++) {
      int from = block.rowPtr()[own[i]];
      for (int q = rowPtr[i]; q < rowPtr[i + 1]; q++) {
        col[q] = place[block.col()[from + q - rowPtr[i]]];
        val[q] = block.val()[from + q - rowPtr[i]];
      }
    }
    return new Part(row, rowPtr, col, val);
  }

  private static PlacedRows joined(int block, Iterator<Tuple2<Integer, Part>> shuffled, int n) {
    int first = TallMatrix.first(block);
    int[] rowPtr = new int[TallMatrix.size(block, n) + 1];
    List<Part> parts = new ArrayList<>();
    while (shuffled.hasNext()) {
      Part part = shuffled.next()._2();
      parts.add(part);
      for (int i = 0; i < part.row().length; i++) {
        rowPtr[part.row()[i] - first + 1] = part.rowPtr()[i + 1] - part.rowPtr()[i];
      }
    }
    for (int r = 1; r < rowPtr.length; r++) {
      rowPtr[r] = Math.addExact(rowPtr[r], rowPtr[r - 1]);
    }
    int[] col = new int[rowPtr[rowPtr.length - 1]];
    double[] val = new double[col.length];
    for (Part part : parts) {
      for (int i = 0; i < part.row().length; i++) {
        int from = part.rowPtr()[i];
        int length = part.rowPtr()[i + 1] - from;
        System.arraycopy(part.col(), from, col, rowPtr[part.row()[i] - first], length);
        System.arraycopy(part.val(), from, val, rowPtr[part.row()[i] - first], length);
      }
    }
    int[] needed = CsrKernels.distinct(col);
    for (int q = 0; q < col.length; q++) {
      col[q] = Arrays.binarySearch(needed, col[q]);
    }
    return new PlacedRows(new RowBlock(first, rowPtr, col, val), needed);
  }

  /** Square roots of the sums of the rows. */
  double[] roots() {
    double[] roots = new double[weights.rows()];
    for (int r = 0; r < roots.length; r++) {
      double sum = 0.0;
      for (int q = weights.rowPtr()[r]; q < weights.rowPtr()[r + 1]; q++) {
        sum += weights.val()[q];
      }
      roots[r] = Math.sqrt(sum);
    }
    return roots;
  }

  /**
   * Its rows of D^-1/2 W D^-1/2.
   *
   * @param own {@link #roots} of these rows
   * @param other those of the needed ones
   */
  RowBlock normalized(double[] own, double[] other) {
    double[] val = new double[weights.val().length];
    for (int r = 0; r < own.length; r++) {
      for (int q = weights.rowPtr()[r]; q < weights.rowPtr()[r + 1]; q++) {
        double weight = weights.val()[q];
        val[q] = weight == 0.0 ? 0.0 : weight / (own[r] * other[weights.col()[q]]);
      }
    }
    return weights.withValues(val);
  }
}
