package dev.concord.spark.input.features;

import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.graph.features.ValueFormat;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TextValues;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Which columns are numbers, and the refusal of others. */
final class NumericColumns {
  private static final Pattern ID_NAME = Pattern.compile("(?i).*\\bid|.*_id|uuid|key");

  private static final int SHOWN = 5;

  private NumericColumns() {}

  /** The refusal of columns of other types; {@code id} is the id column. */
  static InputException refusal(
      SourceTable table, @Nullable String id, List<StructField> fields, String remedy) {
    if (table.rows().isEmpty()) {
      return IdTables.empty(table); // an empty CSV column has no type
    }
    List<StructField> empty =
        fields.stream().limit(SHOWN).filter(field -> isEmpty(table, field)).toList();
    if (!empty.isEmpty()) {
      List<StructField> others = new ArrayList<>(fields);
      others.removeAll(empty);
      return table.refuse(
          "%s %s no value in any row; fill in the values, or list the other feature columns in input.features.columns%s"
              .formatted(
                  (empty.size() == 1 ? "column " : "columns ")
                      + SourceTable.listed(empty.stream().map(StructField::name).toList(), SHOWN),
                  empty.size() == 1 ? "has" : "have",
                  others.isEmpty() ? "" : ". Besides, " + notNumeric(table, id, others, remedy)));
    }
    return table.refuse(notNumeric(table, id, fields, remedy));
  }

  private static String notNumeric(
      SourceTable table, @Nullable String id, List<StructField> fields, String remedy) {
    List<String> described =
        fields.stream()
            .map(field -> field.name() + " (" + field.dataType().simpleString() + ")")
            .toList();
    StructField text =
        fields.stream()
            .filter(field -> field.dataType().equals(DataTypes.StringType))
            .findFirst()
            .orElse(fields.get(0));
    IdColumn ids = id == null ? null : new Refusals().attempt(() -> IdColumn.of(table, "id", id));
    TextValues texts = TextValues.of(table, ids, text);
    String first = texts == null ? "" : texts.described();
    if (fields.size() > 1 && !first.isEmpty()) {
      first = each(table, ids, fields);
    }
    return "%s %s not numeric%s; features are numbers or true/false, so %s"
        .formatted(
            (fields.size() == 1 ? "column " : "columns ") + SourceTable.listed(described, 5),
            fields.size() == 1 ? "is" : "are",
            first,
            nameOfPoints(id, fields) + remedy + ofText(table, fields, texts));
  }

  /** The texts of the first columns, each with its name. */
  private static String each(SourceTable table, @Nullable IdColumn ids, List<StructField> fields) {
    List<String> described = new ArrayList<>();
    for (StructField field : fields) {
      boolean text = field.dataType().equals(DataTypes.StringType) && described.size() < SHOWN;
      TextValues texts = text ? TextValues.of(table, ids, field) : null;
      String words = texts == null ? "" : texts.described();
      if (!words.isEmpty()) {
        described.add("in " + field.name() + words.substring(1));
      }
    }
    return ": " + String.join("; ", described);
  }

  /** Whether a column has no value: Spark then takes it for text, or for a type of its own. */
  private static boolean isEmpty(SourceTable table, StructField field) {
    boolean untyped =
        field.dataType().equals(DataTypes.StringType)
            || field.dataType().equals(DataTypes.NullType);
    return untyped && table.rows().filter(table.column(field).isNotNull()).isEmpty();
  }

  /** What to do where no id column is named and one is called like it. */
  private static String nameOfPoints(@Nullable String id, List<StructField> fields) {
    if (id != null) {
      return "";
    }
    return fields.stream()
        .map(StructField::name)
        .filter(name -> ID_NAME.matcher(name).matches())
        .findFirst()
        .map(name -> "set input.features.id = \"" + name + "\" if it names the points; else ")
        .orElse("");
  }

  /** What to do with text: categories, or a word for a missing number. */
  private static String ofText(
      SourceTable table, List<StructField> fields, @Nullable TextValues texts) {
    boolean dates =
        fields.stream()
            .map(field -> field.dataType().simpleString())
            .anyMatch(type -> type.startsWith("date") || type.startsWith("timestamp"));
    String ofDates = dates ? ", or name columns of dates in input.features.dates" : "";
    if (texts == null) {
      return ofDates;
    }
    if (!ValueFormat.looksWritten(texts.first()).isEmpty()) {
      return ofDates
          + ", or name the column in %s, which reads such values"
              .formatted(ValueFormat.looksWritten(texts.first()));
    }
    if (texts.areAll()) {
      return ofDates + ", or name columns of categories in input.features.categories";
    }
    String missing = texts.missing();
    return missing == null || !table.isCsv()
        ? ofDates
        : ofDates
            + ", or set input.features.options { nullValue = \"%s\" } if that stands for a missing value"
                .formatted(missing);
  }

  static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof BooleanType;
  }
}
