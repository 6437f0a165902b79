package dev.concord.spark.graph;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.linalg.distributed.IndexedRow;
import org.apache.spark.mllib.linalg.distributed.IndexedRowMatrix;

/** Embeddings as MLlib's distributed matrices, the form in which MLlib's k-means takes them. */
public final class MatrixExchange {
  private MatrixExchange() {}

  /**
   * An embedding, one row a point, in row order: partition p holds the p-th of equal ranges of
   * rows.
   *
   * @param rowMajor rows·columns values, row by row; must outlive the matrix
   */
  public static IndexedRowMatrix indexedRowMatrix(
      JavaSparkContext context,
      Broadcast<double[]> rowMajor,
      int rows,
      int columns,
      int partitions) {
    List<Integer> ranges = IntStream.range(0, partitions).boxed().toList();
    JavaRDD<IndexedRow> distributed =
        context
            .parallelize(ranges, partitions)
            .flatMap(
                range -> {
                  int from = (int) ((long) rows * range / partitions);
                  int to = (int) ((long) rows * (range + 1) / partitions);
                  double[] values = rowMajor.value();
                  return IntStream.range(from, to)
                      .mapToObj(
                          r ->
                              new IndexedRow(
                                  r,
                                  Vectors.dense(
                                      Arrays.copyOfRange(values, r * columns, (r + 1) * columns))))
                      .iterator();
                });
    return new IndexedRowMatrix(distributed.rdd(), rows, columns);
  }
}
