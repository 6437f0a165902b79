package dev.concord.spark.input.features;

import dev.concord.config.TextFormats;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.graph.features.ValueFormat;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * The columns of dates and of written numbers.
 *
 * @param names all of them, as the table spells them, dates first
 * @param formats of those that are text, by name
 */
record FormattedColumns(List<String> names, Map<String, ValueFormat> formats) {
  private static final double MICROS_OF_DAY = 86400e6;

  /** Those that the configuration names; columns of other types are refused and left out. */
  static FormattedColumns of(SourceTable table, TextFormats config, Refusals refusals) {
    List<String> names = new ArrayList<>();
    Map<String, ValueFormat> formats = new HashMap<>();
    config
        .dates()
        .forEach(
            (name, format) -> {
              StructField field = refusals.attempt(() -> table.field("dates", name));
              if (field == null) {
                return;
              }
              if (!isDate(field.dataType()) && !isText(field)) {
                refusals.add(refusal(table, field, "dates", "a date or text"));
                return;
              }
              names.add(field.name());
              formats.put(field.name(), ValueFormat.date(format));
            });
    config
        .numbers()
        .forEach(
            (name, decimal) -> {
              StructField field = refusals.attempt(() -> table.field("numbers", name));
              if (field == null) {
                return;
              }
              if (!NumericColumns.isNumber(field.dataType()) && !isText(field)) {
                refusals.add(refusal(table, field, "numbers", "a number or text"));
                return;
              }
              names.add(field.name());
              formats.put(field.name(), ValueFormat.number(decimal));
            });
    return new FormattedColumns(List.copyOf(names), new HashMap<>(formats));
  }

  private static InputException refusal(
      SourceTable table, StructField field, String key, String wanted) {
    return table.refuse(
        "column %s (input.features.%s) has type %s; it must be %s, so take it out of that key"
            .formatted(field.name(), key, field.dataType().simpleString(), wanted));
  }

  boolean has(StructField field) {
    return names.contains(field.name());
  }

  /** Listed columns, and those of here that are not among them. */
  List<String> added(SourceTable table, List<String> columns) {
    List<String> all = new ArrayList<>(columns);
    names.stream()
        .filter(name -> columns.stream().noneMatch(c -> isColumn(table, c, name)))
        .forEach(all::add);
    return all;
  }

  private static boolean isColumn(SourceTable table, String asked, String name) {
    StructField field = new Refusals().attempt(() -> table.find(asked));
    return field != null && field.name().equals(name);
  }

  private static boolean isText(StructField field) {
    return field.dataType().equals(DataTypes.StringType);
  }

  private static boolean isDate(DataType type) {
    return type.equals(DataTypes.DateType) || isTime(type);
  }

  private static boolean isTime(DataType type) {
    return type.equals(DataTypes.TimestampType) || type.typeName().equals("timestamp_ntz");
  }

  /**
   * A column as it is read: dates of Spark's types as days since 1970; of an instant that is in
   * UTC, whatever the time zone of the session.
   */
  static Column select(StructField field, Column column) {
    if (field.dataType().equals(DataTypes.TimestampType)) {
      return functions.unix_micros(column).divide(MICROS_OF_DAY);
    }
    if (!isDate(field.dataType())) {
      return column;
    }
    Column days =
        functions.datediff(
            column.cast(DataTypes.DateType), functions.lit("1970-01-01").cast(DataTypes.DateType));
    Column seconds =
        functions
            .hour(column)
            .multiply(3600)
            .plus(functions.minute(column).multiply(60))
            .plus(functions.second(column));
    return isTime(field.dataType()) ? days.plus(seconds.divide(86400.0)) : days;
  }
}
