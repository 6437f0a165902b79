package dev.concord.spark.graph;

import dev.concord.linalg.CsrKernels;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.files.PackedDoubles;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * A sparse symmetric matrix whose rows are on executors, as packed blocks. One product is one job:
 * the vectors are broadcast, each block runs {@link RowBlock#times} on its rows, and the segments
 * are collected in block order. Rows are never split, so the result equals the local operator's to
 * the last bit, whatever the blocks.
 *
 * <p>Moves 8·n bytes to each executor and 8·n back for each vector, of which several are
 * interleaved on the driver first, in 8·n bytes each; {@link ProductTraffic} counts what is really
 * sent.
 */
public record DistributedOperator(
    JavaSparkContext context, int size, JavaRDD<RowBlock> blocks, @Nullable ProductTraffic traffic)
    implements LinearOperator, AutoCloseable {
  /**
   * Sends the rows of {@code matrix} to the executors, once.
   *
   * @param blockRows rows of a block; at least 1
   */
  public static DistributedOperator of(JavaSparkContext context, CsrMatrix matrix, int blockRows) {
    return of(context, matrix, blockRows, null);
  }

  /** As {@link #of(JavaSparkContext, CsrMatrix, int)}, and has counted what products move. */
  public static DistributedOperator of(
      JavaSparkContext context, CsrMatrix matrix, int blockRows, @Nullable ProductTraffic traffic) {
    List<Tuple2<Integer, RowBlock>> packed = new ArrayList<>();
    for (int first = 0; first < matrix.rows(); first += blockRows) {
      int rows = Math.min(blockRows, matrix.rows() - first);
      packed.add(new Tuple2<>(packed.size(), RowBlock.of(matrix, first, rows)));
    }
    int count = Math.max(1, packed.size());
    // A shuffle, because partitions of local data are sent anew with every task that reads them.
    JavaRDD<RowBlock> blocks =
        context
            .parallelizePairs(packed, count)
            .partitionBy(new IndexPartitioner(count))
            .values()
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new DistributedOperator(context, matrix.rows(), blocks, traffic);
  }

  /**
   * The matrix whose rows are in {@code blocks} already.
   *
   * @param blocks persisted, in the order of their rows; unpersisted when this is closed
   */
  public static DistributedOperator of(
      JavaSparkContext context,
      int size,
      JavaRDD<RowBlock> blocks,
      @Nullable ProductTraffic traffic) {
    return new DistributedOperator(context, size, blocks, traffic);
  }

  @Override
  public void apply(double[] x, double[] y) {
    apply(x, y, 1);
  }

  @Override
  public void apply(double[] x, double[] y, int columns) {
    int n = size;
    long began = System.nanoTime();
    Broadcast<PackedDoubles> vectors = context.broadcast(packed(x, columns));
    if (traffic != null) {
      traffic.begin(vectors.id());
    }
    try {
      List<PackedDoubles> segments =
          blocks
              .map(block -> PackedDoubles.of(block.times(vectors.value().values(), columns)))
              .collect();
      int row = 0;
      for (PackedDoubles segment : segments) {
        double[] values = segment.values();
        int rows = values.length / columns;
        for (int c = 0; c < columns; c++) {
          System.arraycopy(values, c * rows, y, c * n + row, rows);
        }
        row += rows;
      }
      if (row != n) {
        throw new IllegalStateException("a product of " + row + " rows instead of " + n);
      }
    } finally {
      vectors.destroy();
      if (traffic != null) {
        traffic.count(n, columns, System.nanoTime() - began);
      }
    }
  }

  /** The vectors as blocks read them, row by row. */
  private PackedDoubles packed(double[] x, int columns) {
    int length = Math.multiplyExact(size, columns);
    if (columns == 1) {
      return PackedDoubles.of(x, length);
    }
    double[] rowMajor = new double[length];
    CsrKernels.interleave(size, columns, x, 0, rowMajor, 0, size);
    return PackedDoubles.of(rowMajor, length);
  }

  @Override
  public void close() {
    blocks.unpersist(false);
  }
}
