package dev.concord.spark.profile;

import dev.concord.config.ReportConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/**
 * The columns of some points that {@code report.show} names, for people to read; where it names
 * none, the first columns of text that are no features.
 */
public final class ShownTexts {
  /** Columns shown where none are named. */
  private static final int COLUMNS = 3;

  private static final int LONGEST = 120;

  private ShownTexts() {}

  /**
   * The texts of points by id, "ALDER FOODS INC · Aarhus"; none of a point without any. At most one
   * Spark job, two where rows are known by their number.
   *
   * @throws dev.concord.error.InputException when the table has no such column
   */
  public static Map<String, String> byId(
      SparkSession spark, ReportConfig report, IdTable ids, List<String> points) {
    Set<Integer> wanted = points.stream().map(ids::indexOf).collect(Collectors.toSet());
    Map<String, String> texts = new HashMap<>();
    of(spark, report, ids, wanted).forEach((point, text) -> texts.put(ids.name(point), text));
    return texts;
  }

  private static Map<Integer, String> of(
      SparkSession spark, ReportConfig report, IdTable ids, Set<Integer> points) {
    if (report.records() == null) {
      return Map.of();
    }
    PointTable rowsOfPoints = new PointTable(spark, report.records(), ids);
    if (!rowsOfPoints.hasColumns()) {
      return Map.of();
    }
    SourceTable table = ReadFailures.guard(report.records().table(), rowsOfPoints::open);
    List<StructField> fields =
        report.show().isEmpty()
            ? rowsOfPoints.fields(table).stream()
                .filter(field -> PointTable.isText(field) && !rowsOfPoints.isFeature(field))
                .limit(COLUMNS)
                .toList()
            : rowsOfPoints.named(table, "report.show", report.show());
    if (fields.isEmpty() || points.isEmpty()) {
      return Map.of();
    }
    Set<Integer> wanted = new HashSet<>(points);
    List<Row> rows =
        rowsOfPoints.read(
            table,
            PointTable.texts(table, fields),
            all -> all.filter(row -> wanted.contains(row.getInt(0))).collect());
    Map<Integer, String> texts = new HashMap<>();
    for (Row row : rows) {
      StringJoiner text = new StringJoiner(" · ");
      for (String value : values(row)) {
        text.add(value);
      }
      if (text.length() > 0) {
        texts.put(row.getInt(0), text.toString());
      }
    }
    return texts;
  }

  private static List<String> values(Row row) {
    List<String> values = new ArrayList<>();
    for (int c = 1; c < row.size(); c++) {
      String value = row.isNullAt(c) ? "" : row.getString(c).strip();
      if (!value.isEmpty()) {
        values.add(
            value.codePointCount(0, value.length()) <= LONGEST
                ? value
                : value.substring(0, value.offsetByCodePoints(0, LONGEST)) + "…");
      }
    }
    return values;
  }
}
