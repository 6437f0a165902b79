package dev.concord.spark.store;

import dev.concord.spark.files.Location;
import dev.concord.spark.files.TableSlice;
import dev.concord.spark.files.TableWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Stage tables as Parquet. A first column holds the row's number, so that the order in which files
 * are read does not matter. Not compressed and without dictionaries: eigenvectors have no repeated
 * values, and writing must cost little.
 */
final class StageTables {
  private static final String ROW = "row";

  private final SparkSession spark;
  private final TableWriter writer;

  StageTables(SparkSession spark) {
    this.spark = spark;
    this.writer =
        new TableWriter(
            spark,
            "parquet",
            Map.of("compression", "uncompressed", "parquet.enable.dictionary", "false"));
  }

  void write(Path folder, StageTable table) {
    List<StageTable.Column> columns = table.columns();
    writer.write(
        folder,
        schema(
            columns.stream().map(StageTable.Column::name).toList(),
            columns.stream().map(StageTable.Column::kind).toList()),
        table.rows(),
        (from, count) -> slice(columns, (int) from, count));
  }

  private static TableSlice slice(List<StageTable.Column> columns, int first, int count) {
    TableSlice.Column[] cut = new TableSlice.Column[columns.size() + 1];
    int[] numbers = new int[count];
    for (int r = 0; r < count; r++) {
      numbers[r] = first + r;
    }
    cut[0] = new TableSlice.Ints(numbers);
    for (int c = 0; c < columns.size(); c++) {
      Object values = StageTable.cut(columns.get(c), first, count);
      cut[c + 1] =
          switch (columns.get(c).kind()) {
            case INT -> new TableSlice.Ints((int[]) values);
            case LONG -> new TableSlice.Longs((long[]) values);
            case DOUBLE -> new TableSlice.Doubles((double[]) values);
            case TEXT -> new TableSlice.Strings((String[]) values);
          };
    }
    return new TableSlice(count, cut);
  }

  /**
   * The table in these files, or null when their rows are not those of the manifest. Read one
   * partition at a time: the driver holds the table and one of them, and a large table does not
   * meet the bound of {@code spark.driver.maxResultSize}, which is on the results of a job.
   */
  @Nullable StageTable read(List<Path> files, StageManifest.Table expected) {
    List<StageTable.Kind> kinds = expected.kinds();
    Iterator<TableChunk> chunks =
        spark
            .read()
            .schema(schema(expected.names(), kinds))
            .parquet(
                files.stream()
                    .map(file -> Location.escaped(file.toString()))
                    .toArray(String[]::new))
            .toJavaRDD()
            .mapPartitions(rows -> List.of(TableChunk.of(rows, kinds)).iterator())
            .toLocalIterator();
    StageTable table = StageTable.allocate(expected.rows(), expected.names(), kinds);
    boolean[] seen = new boolean[expected.rows()];
    long rows = 0;
    while (chunks.hasNext()) {
      TableChunk chunk = chunks.next();
      rows += chunk.size();
      if (!chunk.place(table, seen)) {
        return null;
      }
    }
    return rows == expected.rows() ? table : null;
  }

  private static StructType schema(List<String> names, List<StageTable.Kind> kinds) {
    StructType schema = new StructType().add(ROW, DataTypes.IntegerType, false);
    List<DataType> types = new ArrayList<>();
    for (StageTable.Kind kind : kinds) {
      types.add(
          switch (kind) {
            case INT -> DataTypes.IntegerType;
            case LONG -> DataTypes.LongType;
            case DOUBLE -> DataTypes.DoubleType;
            case TEXT -> DataTypes.StringType;
          });
    }
    for (int c = 0; c < names.size(); c++) {
      schema = schema.add(names.get(c), types.get(c), false);
    }
    return schema;
  }
}
