package dev.concord.label.command;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.FeaturesConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/** Columns of the table of features that are shown to people, as texts. */
public final class ShownColumns {
  private final SparkSession spark;
  private final FeaturesConfig features;
  private final List<String> names;

  private ShownColumns(SparkSession spark, FeaturesConfig features, List<String> names) {
    this.spark = spark;
    this.features = features;
    this.names = List.copyOf(names);
  }

  /**
   * The columns of these names. Reads what names and types the table has.
   *
   * @param features a table with an id column
   * @throws dev.concord.error.InputException when the table has no such column
   */
  public static ShownColumns of(SparkSession spark, FeaturesConfig features, List<String> names) {
    ShownColumns columns = new ShownColumns(spark, features, names);
    ReadFailures.guard(features.table(), () -> columns.fields(columns.open()));
    return columns;
  }

  /** The names, in the order in which they are shown. */
  public List<String> names() {
    return names;
  }

  private SourceTable open() {
    return SourceTable.open(spark, features.table(), features.texts());
  }

  private List<StructField> fields(SourceTable table) {
    List<StructField> fields = new ArrayList<>();
    for (String name : names) {
      StructField field = table.find(name);
      if (field == null) {
        throw table.refuse(
            "there is no column %s (label.show); the table has %s"
                .formatted(name, SourceTable.listed(List.of(table.schema().fieldNames()), 20)));
      }
      fields.add(field);
    }
    return fields;
  }

  @DefaultSerializer(JavaSerializer.class)
  private record Texts(int point, List<String> values) implements Serializable {}

  /** The texts of some points by dense index; a missing value is an empty one. One Spark job. */
  public Map<Integer, List<String>> read(IdTable ids, int[] points) {
    Set<Integer> wanted = new HashSet<>();
    for (int point : points) {
      wanted.add(point);
    }
    Map<Integer, List<String>> texts = new HashMap<>();
    for (List<Texts> part : ReadFailures.guard(features.table(), () -> parts(ids, wanted))) {
      for (Texts one : part) {
        texts.put(one.point(), one.values());
      }
    }
    return texts;
  }

  private List<List<Texts>> parts(IdTable ids, Set<Integer> wanted) {
    SourceTable table = open();
    String name = features.id();
    List<Column> columns =
        fields(table).stream().map(field -> table.column(field).cast("string")).toList();
    int shown = names.size();
    return PointRows.parts(
        spark,
        table,
        name == null ? "" : name,
        columns,
        PointIds.of(ids),
        (rows, indexOf) -> texts(rows, indexOf, wanted, shown));
  }

  private static List<Texts> texts(
      Iterator<Row> rows, ToIntFunction<Row> indexOf, Set<Integer> wanted, int shown) {
    List<Texts> texts = new ArrayList<>();
    while (rows.hasNext()) {
      Row row = rows.next();
      int point = indexOf.applyAsInt(row);
      if (wanted.contains(point)) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= shown; column++) {
          values.add(row.isNullAt(column) ? "" : row.getString(column));
        }
        texts.add(new Texts(point, values));
      }
    }
    return texts;
  }
}
