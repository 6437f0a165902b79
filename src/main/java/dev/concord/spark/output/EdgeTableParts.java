package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * The edge table of a graph whose rows are on executors: each edge once, in dense order, in the
 * same part files as {@link dev.concord.spark.files.TableWriter} makes of arrays on the driver. One
 * shuffle of 16 bytes an edge; ids are broadcast.
 */
final class EdgeTableParts {
  private EdgeTableParts() {}

  /** Consecutive edges, the first of them edge number {@code first} of the table. */
  @DefaultSerializer(JavaSerializer.class)
  private record Part(long first, int[] source, int[] target, double[] weight)
      implements Serializable {}

  /**
   * The rows of the table.
   *
   * @param blocks rows of the weights, in their order
   * @param ids shared names of the points
   * @param partRows rows of a part file
   */
  static JavaRDD<Row> rows(
      JavaSparkContext context, JavaRDD<RowBlock> blocks, Broadcast<IdTable> ids, int partRows) {
    long[] starts = starts(blocks.map(EdgeTableParts::upperEntries).collect());
    int parts = (int) Math.max(1, (starts[starts.length - 1] + partRows - 1) / partRows);
    Broadcast<long[]> shared = context.broadcast(starts);
    return blocks
        .mapPartitionsWithIndex((block, rows) -> parts(rows, shared.value()[block], partRows), true)
        .mapToPair(part -> new Tuple2<>((int) (part.first / partRows), part))
        .partitionBy(new HashPartitioner(parts))
        .mapPartitions(edges -> table(edges, ids.value()), true);
  }

  private static long upperEntries(RowBlock block) {
    long upper = 0;
    for (int r = 0; r < block.rows(); r++) {
      for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
        upper += block.col()[p] > block.firstRow() + r ? 1 : 0;
      }
    }
    return upper;
  }

  private static long[] starts(List<Long> counts) {
    long[] starts = new long[counts.size() + 1];
    for (int b = 0; b < counts.size(); b++) {
      starts[b + 1] = starts[b] + counts.get(b);
    }
    return starts;
  }

  /** The edges of a block, cut where part files begin. */
  private static Iterator<Part> parts(Iterator<RowBlock> blocks, long start, int partRows) {
    List<Part> parts = new ArrayList<>();
    while (blocks.hasNext()) {
      RowBlock block = blocks.next();
      int count = Math.toIntExact(upperEntries(block));
      int[] source = new int[count];
      int[] target = new int[count];
      double[] weight = new double[count];
      int at = 0;
      for (int r = 0; r < block.rows(); r++) {
        for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
          if (block.col()[p] > block.firstRow() + r) {
            source[at] = block.firstRow() + r;
            target[at] = block.col()[p];
            weight[at++] = block.val()[p];
          }
        }
      }
      for (int from = 0; from < count; ) {
        long first = start + from;
        int to = (int) Math.min(count, from + partRows - first % partRows);
        parts.add(
            new Part(
                first,
                Arrays.copyOfRange(source, from, to),
                Arrays.copyOfRange(target, from, to),
                Arrays.copyOfRange(weight, from, to)));
        from = to;
      }
    }
    return parts.iterator();
  }

  private static Iterator<Row> table(Iterator<Tuple2<Integer, Part>> found, IdTable ids) {
    List<Part> parts = new ArrayList<>();
    found.forEachRemaining(entry -> parts.add(entry._2()));
    parts.sort(Comparator.comparingLong(Part::first));
    return parts.stream()
        .map(
            part ->
                new TableSlice(
                    part.source.length,
                    IdColumns.of(ids, part.source),
                    IdColumns.of(ids, part.target),
                    new TableSlice.Doubles(part.weight)))
        .flatMap(
            slice -> {
              Iterable<Row> rows = slice::iterator;
              return java.util.stream.StreamSupport.stream(rows.spliterator(), false);
            })
        .iterator();
  }
}
