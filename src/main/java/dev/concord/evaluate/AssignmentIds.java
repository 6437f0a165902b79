package dev.concord.evaluate;

import dev.concord.config.LabelsConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The points of an assignment table. */
final class AssignmentIds {
  private AssignmentIds() {}

  /**
   * The ids of {@code table}: row numbers when they are 0..n-1, longs when all are decimal numbers
   * in plain form, else strings.
   *
   * @throws InputException when the table cannot be read, or an id is missing or repeated
   */
  static IdTable read(SparkSession spark, LabelsConfig table) {
    String[] ids = texts(spark, table);
    long[] longs = new long[ids.length];
    for (int r = 0; r < ids.length; r++) {
      try {
        longs[r] = Long.parseLong(ids[r]);
      } catch (NumberFormatException e) {
        return ofStrings(table, ids);
      }
      if (!Long.toString(longs[r]).equals(ids[r])) {
        return ofStrings(table, ids);
      }
    }
    Arrays.sort(longs);
    for (int r = 1; r < longs.length; r++) {
      if (longs[r] == longs[r - 1]) {
        throw repeated(table, Long.toString(longs[r]));
      }
    }
    int n = longs.length;
    return longs[0] == 0 && longs[n - 1] == n - 1 ? IdTable.rowNumbers(n) : IdTable.ofLongs(longs);
  }

  private static IdTable ofStrings(LabelsConfig table, String[] ids) {
    Arrays.sort(ids);
    for (int r = 1; r < ids.length; r++) {
      if (ids[r].equals(ids[r - 1])) {
        throw repeated(table, ids[r]);
      }
    }
    return IdTable.ofStrings(ids);
  }

  private static String[] texts(SparkSession spark, LabelsConfig table) {
    List<String> ids = new ArrayList<>();
    for (String[] part : parts(spark, table)) {
      Collections.addAll(ids, part);
    }
    if (ids.isEmpty()) {
      throw new InputException(place(table) + ": the table has no rows; there is nothing to judge");
    }
    if (ids.contains(null)) {
      throw new InputException(
          place(table) + ": a row has no " + table.id() + "; every row needs the id of its point");
    }
    return ids.toArray(String[]::new);
  }

  private static List<String[]> parts(SparkSession spark, LabelsConfig table) {
    try {
      Dataset<Row> rows =
          spark
              .read()
              .format(table.table().format())
              .options(table.table().options())
              .load(SourceTable.paths(spark, table.table()));
      Column id = rows.col(table.id()).cast("string");
      return rows.select(id).toJavaRDD().mapPartitions(AssignmentIds::packed).collect();
    } catch (Exception e) { // Spark's checked ones are not declared
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new InputException(
          "%s: the ids cannot be read (%s); check the path, --assignment-format and the column %s"
              .formatted(place(table), reason.lines().findFirst().orElse(""), table.id()),
          e);
    }
  }

  private static Iterator<String[]> packed(Iterator<Row> rows) {
    List<String> ids = new ArrayList<>();
    while (rows.hasNext()) {
      ids.add(rows.next().getString(0));
    }
    return List.<String[]>of(ids.toArray(String[]::new)).iterator();
  }

  private static String place(LabelsConfig table) {
    return table.table().key() + " (" + String.join(", ", table.table().paths()) + ")";
  }

  private static InputException repeated(LabelsConfig table, String id) {
    return new InputException(
        place(table) + ": the id " + id + " stands in two rows; a point has one cluster, keep one");
  }
}
