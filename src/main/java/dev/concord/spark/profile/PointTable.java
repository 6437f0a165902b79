package dev.concord.spark.profile;

import dev.concord.config.FeaturesConfig;
import dev.concord.graph.features.ValueFormat;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * A table of the points as it was given, whose rows are found by id or by their number.
 *
 * @param features where it is, and its id column
 * @param ids of the points
 */
record PointTable(SparkSession spark, FeaturesConfig features, IdTable ids) {
  private static final Set<String> UNNAMED = Set.of("idx", "picture");

  /** Whether it has columns with names. */
  boolean hasColumns() {
    return !UNNAMED.contains(features.table().format().toLowerCase(java.util.Locale.ROOT));
  }

  SourceTable open() {
    return SourceTable.open(spark, features.table(), features.texts());
  }

  /** The columns that are not the id, those that are named as features first. */
  List<StructField> fields(SourceTable table) {
    List<StructField> all = new ArrayList<>(List.of(table.schema().fields()));
    all.removeIf(field -> field.name().equalsIgnoreCase(features.id()));
    Stream<StructField> named = names().map(table::find).filter(all::contains);
    return Stream.concat(named, all.stream()).distinct().toList();
  }

  /** Whether a column was named as a feature, or is one because none was named. */
  boolean isFeature(StructField field) {
    return names().anyMatch(field.name()::equalsIgnoreCase);
  }

  private Stream<String> names() {
    return Stream.of(features.columns(), features.formats().columns(), features.categories())
        .flatMap(List::stream);
  }

  /** How the texts of columns of dates and written numbers are read, by the table's names. */
  Map<String, ValueFormat> formats(SourceTable table) {
    Map<String, ValueFormat> formats = new HashMap<>();
    features
        .formats()
        .dates()
        .forEach(
            (name, format) ->
                formats.put(table.field("dates", name).name(), ValueFormat.date(format)));
    features
        .formats()
        .numbers()
        .forEach(
            (name, mark) ->
                formats.put(table.field("numbers", name).name(), ValueFormat.number(mark)));
    return formats;
  }

  /**
   * What {@code action} makes of the rows of points: the dense index, then the columns. Rows of no
   * point are left out.
   */
  <T> T read(SourceTable table, List<Column> columns, Function<JavaRDD<Row>, T> action) {
    int width = columns.size();
    return ReadFailures.guard(
        features.table(),
        () ->
            PointRows.read(
                spark,
                table,
                features.id(),
                columns,
                PointIds.of(ids),
                (rows, indexer) ->
                    action.apply(
                        table
                            .screened(rows)
                            .mapPartitions(part -> indexed(part, indexer, width)))));
  }

  /** Columns as texts. */
  static List<Column> texts(SourceTable table, List<StructField> fields) {
    return fields.stream().map(field -> table.column(field).cast("string")).toList();
  }

  /** Columns by their names. */
  List<StructField> named(SourceTable table, String key, List<String> names) {
    return names.stream().map(name -> table.named(key, name)).toList();
  }

  static boolean isText(StructField field) {
    return Arrays.asList("string", "varchar", "char").contains(field.dataType().typeName());
  }

  /** The rows of points: the dense index in place of what identifies a row. */
  private static Iterator<Row> indexed(Iterator<Row> source, RowIndexer indexer, int width) {
    ToIntFunction<Row> index = indexer.open();
    Iterable<Row> rows = () -> source;
    return StreamSupport.stream(rows.spliterator(), false)
        .flatMap(row -> Stream.ofNullable(indexed(row, index, indexer.columns(), width)))
        .iterator();
  }

  private static @Nullable Row indexed(Row row, ToIntFunction<Row> index, int from, int width) {
    int point = index.applyAsInt(row);
    if (point < 0) {
      return null;
    }
    Object[] values = new Object[width + 1];
    values[0] = point;
    for (int c = 0; c < width; c++) {
      values[c + 1] = row.get(from + c);
    }
    return RowFactory.create(values);
  }
}
