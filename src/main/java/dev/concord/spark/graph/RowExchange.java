package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.files.PackedDoubles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Sends rows of a matrix from where they are to the tasks that need them, in one shuffle and past
 * the driver. The rows that a task needs are told once and serve for any matrix of that layout.
 *
 * <p>The matrix has one {@link TallMatrix} block a partition. Holds 4 bytes a row that a task
 * needs; a row is sent once to each such task.
 */
record RowExchange(JavaRDD<Wanted> wanted, int tasks) implements AutoCloseable {
  /**
   * Rows of a block that a task needs.
   *
   * @param rows numbers within the block, ascending
   */
  @DefaultSerializer(JavaSerializer.class)
  private record Wanted(int block, int task, int[] rows) implements Serializable {}

  /**
   * An exchange.
   *
   * @param needed for each task, a partition with one element, the numbers of its rows, ascending
   * @param n rows of the matrix
   */
  static RowExchange of(JavaRDD<int[]> needed, int n) {
    int blocks = TallMatrix.blocks(n);
    JavaRDD<Wanted> wanted =
        needed
            .mapPartitionsWithIndex((task, rows) -> requests(task, rows.next()).iterator(), false)
            .mapToPair(request -> new Tuple2<>(request.block(), request))
            .partitionBy(new IndexPartitioner(blocks))
            .values()
            .mapPartitions(RowExchange::byTask)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new RowExchange(wanted, needed.getNumPartitions());
  }

  private static List<Wanted> requests(int task, int[] rows) {
    List<Wanted> requests = new ArrayList<>();
    for (int from = 0; from < rows.length; ) {
      int block = TallMatrix.block(rows[from]);
      int first = TallMatrix.first(block);
      int to = from;
      while (to < rows.length && TallMatrix.block(rows[to]) == block) {
        to++;
      }
      requests.add(
          new Wanted(block, task, Arrays.stream(rows, from, to).map(row -> row - first).toArray()));
      from = to;
    }
    return requests;
  }

  private static Iterator<Wanted> byTask(Iterator<Wanted> requests) {
    List<Wanted> all = new ArrayList<>();
    requests.forEachRemaining(all::add);
    all.sort(Comparator.comparingInt(Wanted::task));
    return all.iterator();
  }

  /** The needed rows of a matrix: one element a task, row by row in the order asked for. */
  JavaRDD<PackedDoubles> rows(JavaRDD<PackedDoubles> matrix, int columns) {
    JavaRDD<Tuple2<Integer, Rows>> sent =
        wanted.zipPartitions(matrix, (asked, block) -> Rows.of(asked, block.next(), columns));
    return JavaPairRDD.fromJavaRDD(sent)
        .partitionBy(new IndexPartitioner(tasks))
        .values()
        .mapPartitions(parts -> List.of(Rows.joined(parts)).iterator());
  }

  /** Rows of one block on their way, row by row. */
  @DefaultSerializer(JavaSerializer.class)
  private record Rows(int block, PackedDoubles values) implements Serializable {
    static Iterator<Tuple2<Integer, Rows>> of(
        Iterator<Wanted> asked, PackedDoubles block, int columns) {
      double[] x = block.values();
      int n = x.length / columns;
      List<Tuple2<Integer, Rows>> parts = new ArrayList<>();
      asked.forEachRemaining(
          request -> {
            int[] rows = request.rows();
            double[] values = new double[rows.length * columns];
            for (int c = 0; c < columns; c++) {
              for (int r = 0; r < rows.length; r++) {
                values[r * columns + c] = x[c * n + rows[r]];
              }
            }
            Rows part = new Rows(request.block(), PackedDoubles.of(values));
            parts.add(new Tuple2<>(request.task(), part));
          });
      return parts.iterator();
    }

    /** Shuffled parts come in any order. */
    static PackedDoubles joined(Iterator<Rows> parts) {
      List<Rows> all = new ArrayList<>();
      parts.forEachRemaining(all::add);
      all.sort(Comparator.comparingInt(Rows::block));
      double[] joined = new double[all.stream().mapToInt(part -> part.values().length()).sum()];
      int at = 0;
      for (Rows part : all) {
        double[] values = part.values().values();
        System.arraycopy(values, 0, joined, at, values.length);
        at += values.length;
      }
      return PackedDoubles.of(joined);
    }
  }

  @Override
  public void close() {
    wanted.unpersist(false);
  }
}
