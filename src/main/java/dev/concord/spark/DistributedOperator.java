package dev.concord.spark;

import dev.concord.linalg.CsrKernels;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * A sparse symmetric matrix whose rows live on executors as packed blocks. One product is one job:
 * the vectors are broadcast, each block runs {@link CsrKernels#spmm} on its rows, and the segments
 * are collected in block order. Rows are never split, so the result equals the local operator's to
 * the last bit, whatever the blocks.
 *
 * <p>Moves 8·n bytes to each executor and 8·n back for each vector.
 */
public final class DistributedOperator implements LinearOperator, AutoCloseable {
  private final JavaSparkContext context;
  private final int size;
  private final int nonZeros;
  private final JavaRDD<RowBlock> blocks;

  private DistributedOperator(
      JavaSparkContext context, int size, int nonZeros, JavaRDD<RowBlock> blocks) {
    this.context = context;
    this.size = size;
    this.nonZeros = nonZeros;
    this.blocks = blocks;
  }

  /**
   * Sends the rows of {@code matrix} to the executors.
   *
   * @param blockRows rows of a block; at least 1
   */
  public static DistributedOperator of(JavaSparkContext context, CsrMatrix matrix, int blockRows) {
    List<RowBlock> packed = new ArrayList<>();
    for (int first = 0; first < matrix.rows(); first += blockRows) {
      packed.add(RowBlock.of(matrix, first, Math.min(blockRows, matrix.rows() - first)));
    }
    JavaRDD<RowBlock> blocks =
        context
            .parallelize(packed, Math.max(1, packed.size()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new DistributedOperator(context, matrix.rows(), matrix.nonZeros(), blocks);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public double operations() {
    return 2.0 * nonZeros;
  }

  @Override
  public void apply(double[] x, double[] y) {
    apply(x, y, 1);
  }

  @Override
  public void apply(double[] x, double[] y, int columns) {
    int n = size;
    Broadcast<double[]> vectors = context.broadcast(x);
    try {
      List<double[]> segments =
          blocks.map(block -> block.times(vectors.value(), n, columns)).collect();
      int row = 0;
      for (double[] segment : segments) {
        int rows = segment.length / columns;
        for (int c = 0; c < columns; c++) {
          System.arraycopy(segment, c * rows, y, c * n + row, rows);
        }
        row += rows;
      }
    } finally {
      vectors.destroy();
    }
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }

  /** Consecutive rows, row pointers counted from the block's own first entry. */
  private record RowBlock(int rows, int[] rowPtr, int[] col, double[] val) implements Serializable {
    static RowBlock of(CsrMatrix matrix, int first, int rows) {
      int from = matrix.rowPtr()[first];
      int to = matrix.rowPtr()[first + rows];
      int[] rowPtr = new int[rows + 1];
      for (int r = 0; r <= rows; r++) {
        rowPtr[r] = matrix.rowPtr()[first + r] - from;
      }
      return new RowBlock(
          rows,
          rowPtr,
          Arrays.copyOfRange(matrix.col(), from, to),
          Arrays.copyOfRange(matrix.val(), from, to));
    }

    double[] times(double[] x, int n, int columns) {
      double[] y = new double[rows * columns];
      CsrKernels.spmm(rows, rowPtr, col, val, n, columns, x, rows, y, 0);
      return y;
    }
  }
}
