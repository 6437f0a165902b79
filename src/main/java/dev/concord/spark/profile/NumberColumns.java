package dev.concord.spark.profile;

import static org.apache.spark.sql.functions.col;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * The columns of numbers of a table on the executors, each summarized by one task that has all of
 * its cells: exact quartiles of many groups and columns are a sort of each, and Spark's own
 * aggregation sorts all cells together. One shuffle of 8 bytes a cell and 4 a row and part; a task
 * holds the cells of a column, or of several with {@value #CELLS} together.
 */
final class NumberColumns {
  /** Cells of a part of several columns, at most. */
  private static final long CELLS = 1L << 20;

  /** The group of a point that is in no cluster. */
  private static final int NONE = Integer.MIN_VALUE;

  private NumberColumns() {}

  /**
   * Some columns of some rows.
   *
   * @param clusters of each row, {@link #NONE} where it counts for none
   * @param all whether each row counts for all points
   * @param values row by row, NaN where there is none
   */
  @DefaultSerializer(JavaSerializer.class)
  private record Chunk(int[] clusters, boolean[] all, double[] values) implements Serializable {}

  /** The summaries of a column. */
  @DefaultSerializer(JavaSerializer.class)
  record Summaries(int column, List<NumberSummary> groups) implements Serializable {}

  /**
   * The summaries of the columns, in their order.
   *
   * @param cells groups and numbers, persisted
   */
  static List<Summaries> of(Dataset<Row> cells, int columns) {
    return of(cells, columns, CELLS);
  }

  /** The same with so many cells of a part. */
  static List<Summaries> of(Dataset<Row> cells, int columns, long most) {
    long rows = Math.max(1L, cells.count());
    int width = (int) Math.max(1L, Math.min(columns, most / rows));
    int parts = (columns + width - 1) / width;
    return cells
        .select(col(ProfileColumns.GROUPS), col(ProfileColumns.NUMBERS))
        .toJavaRDD()
        .mapPartitionsToPair(part -> chunks(part, columns, width))
        .partitionBy(new IndexPartitioner(parts))
        .mapPartitionsWithIndex(
            (part, chunks) ->
                summaries(part * width, Math.min(width, columns - part * width), chunks),
            false)
        .collect();
  }

  private static Iterator<Tuple2<Integer, Chunk>> chunks(
      Iterator<Row> rows, int columns, int width) {
    List<Row> all = new ArrayList<>();
    rows.forEachRemaining(all::add);
    int[] clusters = new int[all.size()];
    boolean[] everywhere = new boolean[clusters.length];
    for (int r = 0; r < clusters.length; r++) {
      clusters[r] = NONE;
      for (Integer group : all.get(r).<Integer>getList(0)) {
        everywhere[r] |= group != null && group == ProfileSample.ALL;
        clusters[r] = group == null || group == ProfileSample.ALL ? clusters[r] : group;
      }
    }
    List<Tuple2<Integer, Chunk>> parts = new ArrayList<>();
    for (int first = 0; first < columns; first += width) {
      int own = Math.min(width, columns - first);
      double[] values = new double[Math.multiplyExact(own, clusters.length)];
      for (int r = 0; r < clusters.length; r++) {
        List<Double> row = all.get(r).getList(1);
        for (int c = 0; c < own; c++) {
          Double value = row.get(first + c);
          values[r * own + c] = value == null ? Double.NaN : value;
        }
      }
      parts.add(new Tuple2<>(first / width, new Chunk(clusters, everywhere, values)));
    }
    return parts.iterator();
  }

  private static Iterator<Summaries> summaries(
      int first, int columns, Iterator<Tuple2<Integer, Chunk>> parts) {
    List<Chunk> chunks = new ArrayList<>();
    parts.forEachRemaining(part -> chunks.add(part._2()));
    TreeMap<Integer, Integer> sizes = new TreeMap<>();
    for (Chunk chunk : chunks) {
      for (int r = 0; r < chunk.clusters.length; r++) {
        if (chunk.all[r]) {
          sizes.merge(ProfileSample.ALL, 1, Integer::sum);
        }
        if (chunk.clusters[r] != NONE) {
          sizes.merge(chunk.clusters[r], 1, Integer::sum);
        }
      }
    }
    List<Summaries> found = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      TreeMap<Integer, Cells> cells = new TreeMap<>();
      sizes.forEach((group, size) -> cells.put(group, new Cells(new double[size])));
      for (Chunk chunk : chunks) {
        add(chunk, c, columns, cells);
      }
      TreeMap<Integer, double[]> values = new TreeMap<>();
      cells.forEach((group, own) -> values.put(group, own.values));
      found.add(new Summaries(first + c, NumberSummary.of(values)));
    }
    return found.iterator();
  }

  /** The cells of a group in a column, as far as they have been added. */
  private static final class Cells {
    private final double[] values;
    private int count;

    Cells(double[] values) {
      this.values = values;
    }

    void add(double value) {
      values[count++] = value;
    }
  }

  private static void add(Chunk chunk, int column, int columns, Map<Integer, Cells> cells) {
    Cells all = cells.get(ProfileSample.ALL);
    for (int r = 0; r < chunk.clusters.length; r++) {
      double value = chunk.values[r * columns + column];
      if (chunk.all[r]) {
        Objects.requireNonNull(all).add(value);
      }
      if (chunk.clusters[r] != NONE) {
        Objects.requireNonNull(cells.get(chunk.clusters[r])).add(value);
      }
    }
  }
}
