package dev.concord.spark.input;

import dev.concord.spark.files.PointIds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Rows of a table about points, read on executors that have the points' ids. */
public final class PointRows {
  private PointRows() {}

  /** What becomes of the rows of a partition. */
  @FunctionalInterface
  public interface Reading<T> extends Serializable {
    /**
     * The part.
     *
     * @param indexOf called on each row in order, as {@link RowIndexer#open} has it
     */
    T part(Iterator<Row> rows, ToIntFunction<Row> indexOf);
  }

  /** The parts, in the order of the table's partitions; the id is column 0. One Spark job. */
  public static <T> List<T> parts(
      SparkSession spark,
      SourceTable table,
      String id,
      List<Column> columns,
      PointIds ids,
      Reading<T> reading) {
    return read(
        spark,
        table,
        id,
        columns,
        ids,
        (rows, indexer) ->
            table
                .screened(rows)
                .mapPartitions(part -> List.of(reading.part(part, indexer.open())).iterator())
                .collect());
  }

  /**
   * What {@code action} makes of the rows, whose columns follow those of the indexer. One Spark job
   * beside those of the action where rows have no ids.
   *
   * @param id the id column, or null: the rows are numbered
   */
  public static <T> T read(
      SparkSession spark,
      SourceTable table,
      @Nullable String id,
      List<Column> columns,
      PointIds ids,
      BiFunction<Dataset<Row>, RowIndexer, T> action) {
    IdColumn named = id == null ? null : IdColumn.of(table, "id", id);
    Broadcast<PointIds> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    try {
      if (named != null) {
        List<Column> all = new ArrayList<>(List.of(named.select(table)));
        all.addAll(columns);
        return action.apply(table.select(all), new RowIndexer.ById(named, shared));
      }
      Dataset<Row> rows = FileOrder.select(table, columns);
      RowIndexer numbers = RowIndexer.byPlace(FileOrder.count(spark, table, rows));
      return action.apply(rows, new RowIndexer.Kept(numbers, shared));
    } finally {
      shared.destroy();
    }
  }
}
