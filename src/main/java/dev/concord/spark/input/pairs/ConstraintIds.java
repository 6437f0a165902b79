package dev.concord.spark.input.pairs;

import dev.concord.config.ConstraintsConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The ids in a constraints table, for jobs whose points are too many to list. */
public final class ConstraintIds {
  private ConstraintIds() {}

  /**
   * Every id of both columns once; ids that are missing are left to {@link ConstraintReader}.
   *
   * @throws dev.concord.error.InputException if the table cannot be read
   */
  public static IdTable read(SparkSession spark, ConstraintsConfig config) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          SourceTable table =
              SourceTable.open(spark, config.table(), List.of(config.first(), config.second()));
          List<IdColumn> columns =
              List.of(
                  IdColumn.of(table, "first", config.first()),
                  IdColumn.of(table, "second", config.second()));
          Dataset<Row> rows =
              table
                  .rows()
                  .select(columns.stream().map(c -> c.select(table)).toArray(Column[]::new));
          return IdTables.distinct(
              table, rows.toJavaRDD().mapPartitions(part -> ids(part, columns)).collect());
        });
  }

  private static Iterator<IdChunk> ids(Iterator<Row> rows, List<IdColumn> columns) {
    Map<Integer, IdChunk> chunks =
        Map.of(0, new IdChunk(columns.get(0).kind()), 1, new IdChunk(columns.get(1).kind()));
    while (rows.hasNext()) {
      Row row = rows.next();
      chunks.forEach((at, chunk) -> chunk.add(columns.get(at), row, at));
    }
    return chunks.values().iterator();
  }
}
