package dev.concord.spark.profile;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.datediff;
import static org.apache.spark.sql.functions.lit;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table that have profiles: numbers, dates and times as numbers, and those that
 * may be categories.
 *
 * @param numbers columns of numbers, dates and times; the first {@value #MOST}
 * @param texts columns of texts and truth values; the first {@value #MOST}
 * @param formats of columns of text that hold dates or written numbers, by name
 */
record ProfileColumns(
    List<StructField> numbers, List<StructField> texts, Map<String, ValueFormat> formats) {
  // The columns of a table of cells.
  static final String GROUPS = "groups";
  static final String NUMBERS = "numbers";
  static final String TEXTS = "texts";
  static final String TERMS = "terms";

  /** Columns of a kind that are looked at. */
  static final int MOST = 300;

  private static final Set<String> TIMES = Set.of("timestamp", "timestamp_ntz");

  /**
   * The columns of these fields, in their order.
   *
   * @param categories which columns of numbers are codes
   * @param formats of columns that may be text and hold dates or written numbers, by name
   */
  static ProfileColumns of(
      List<StructField> fields,
      Predicate<StructField> categories,
      Map<String, ValueFormat> formats) {
    List<StructField> numbers = new ArrayList<>();
    List<StructField> texts = new ArrayList<>();
    for (StructField field : fields) {
      String type = field.dataType().typeName();
      boolean number = field.dataType() instanceof NumericType;
      boolean measured = number && !categories.test(field);
      boolean written = PointTable.isText(field) && formats.containsKey(field.name());
      if (measured || written || isDate(field) || TIMES.contains(type)) {
        numbers.add(field);
      } else if (number || PointTable.isText(field) || type.equals("boolean")) {
        texts.add(field);
      }
    }
    return new ProfileColumns(
        numbers.stream().limit(MOST).toList(), texts.stream().limit(MOST).toList(), formats);
  }

  static boolean isDate(StructField field) {
    return field.dataType().equals(DataTypes.DateType);
  }

  /** What the numbers of a column count. */
  ProfileRow.Unit unit(int number) {
    StructField field = numbers.get(number);
    ValueFormat format = format(field);
    if (isDate(field) || (format != null && format.isDate())) {
      return ProfileRow.Unit.DAYS;
    }
    return TIMES.contains(field.dataType().typeName())
        ? ProfileRow.Unit.SECONDS
        : ProfileRow.Unit.NUMBER;
  }

  int count() {
    return numbers.size() + texts.size();
  }

  /** One array of doubles, null where there is none, and one of texts. */
  List<Column> arrays() {
    Column[] values = numbers.stream().map(this::number).toArray(Column[]::new);
    Column[] words =
        texts.stream().map(field -> named(field).cast("string")).toArray(Column[]::new);
    return List.of(
        array(values).cast("array<double>").as(NUMBERS),
        array(words).cast("array<string>").as(TEXTS));
  }

  private @Nullable ValueFormat format(StructField field) {
    return PointTable.isText(field) ? formats.get(field.name()) : null;
  }

  private Column number(StructField field) {
    Column column = named(field);
    ValueFormat format = format(field);
    if (format != null) {
      return functions.udf(new Written(format), DataTypes.DoubleType).apply(column);
    }
    if (isDate(field)) {
      return datediff(column, lit("1970-01-01")).cast("double");
    }
    return TIMES.contains(field.dataType().typeName())
        ? column.cast("timestamp").cast("double")
        : column.cast("double");
  }

  /** What a text is worth; null where it is worth nothing. */
  @DefaultSerializer(JavaSerializer.class)
  private record Written(ValueFormat format) implements UDF1<String, Double> {
    @Override
    public @Nullable Double call(@Nullable String text) {
      double value = text == null ? Double.NaN : format.value(text);
      return Double.isFinite(value) ? value : null;
    }
  }

  private static Column named(StructField field) {
    return col("`" + field.name().replace("`", "``") + "`");
  }
}
