package dev.concord.spark.input.pairs;

import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Rows of a table about points, read on executors that have the points' ids. */
public final class PointRows {
  private PointRows() {}

  /** What becomes of the rows of a partition. */
  @FunctionalInterface
  public interface Reading<T> extends Serializable {
    T part(Iterator<Row> rows, IdTable ids);
  }

  /** The parts, in the order of the table's partitions. One Spark job. */
  public static <T> List<T> parts(
      SparkSession spark,
      SourceTable table,
      List<Column> columns,
      IdTable ids,
      Reading<T> reading) {
    Broadcast<IdTable> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    try {
      return table
          .screened(table.select(columns))
          .mapPartitions(rows -> List.of(reading.part(rows, shared.value())).iterator())
          .collect();
    } finally {
      shared.destroy();
    }
  }
}
