package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.FeaturesConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/**
 * Reads the column of a table of features that holds the weight of each point.
 *
 * @param config with a column of weights
 * @param passesBroken whether rows that are no points, such as those in quarantine, may be broken
 */
public record WeightReader(SparkSession spark, FeaturesConfig config, boolean passesBroken) {
  @DefaultSerializer(JavaSerializer.class)
  private record Part(int[] index, double[] weight, int count, TableFaults faults)
      implements Serializable {}

  /**
   * The weight of each point. The driver holds 20 bytes a row while it reads.
   *
   * @param ids the points, which were read from the same table; weights of other rows are not
   *     looked at
   * @throws InputException if there is no such column, or some weight is missing, no number,
   *     negative or not finite, or all are 0
   */
  public double[] read(PointIds ids) {
    return ReadFailures.guard(config.table(), () -> readTable(ids));
  }

  private double[] readTable(PointIds ids) {
    SourceTable table = SourceTable.open(spark, config.table(), config.texts());
    String name = String.valueOf(config.weight());
    StructField field = table.find(name);
    if (field == null) {
      throw table.refuse(
          "there is no column %s (clusters.weight); the table has %s"
              .formatted(name, SourceTable.listed(List.of(table.schema().fieldNames()), 20)));
    }
    double[] weights = new double[ids.points().size()];
    Arrays.fill(weights, Double.NaN);
    TableFaults faults = new TableFaults();
    for (Part part : parts(table, table.column(field), ids)) {
      faults.merge(part.faults());
      for (int p = 0; p < part.count(); p++) {
        weights[part.index()[p]] = part.weight()[p];
      }
    }
    if (faults.any()) {
      throw table.refuse(
          ("%s of column %s (clusters.weight) %s: %s; a weight is a finite number of at least 0,"
                  + " so correct the column, or leave out clusters.weight to count points")
              .formatted(
                  faults.counted("value", "values"),
                  field.name(),
                  faults.total() == 1 ? "is no weight" : "are no weights",
                  faults.text()));
    }
    if (Arrays.stream(weights).noneMatch(weight -> weight > 0.0)) {
      throw table.refuse(
          "column %s (clusters.weight) is 0 for every point; give some points a weight above 0, or leave out clusters.weight to count points"
              .formatted(field.name()));
    }
    return weights;
  }

  private List<Part> parts(SourceTable table, Column weight, PointIds ids) {
    if (config.id() != null) {
      IdColumn id = IdColumn.of(table, "id", config.id());
      Dataset<Row> rows = table.select(List.of(id.select(table), weight));
      Broadcast<PointIds> shared =
          JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
      try {
        return rows(table, rows)
            .mapPartitions(
                part ->
                    List.of(
                            part(
                                part,
                                row -> row.isNullAt(0) ? -1 : id.indexOf(row, 0, shared.value()),
                                1,
                                true))
                        .iterator())
            .collect();
      } finally {
        shared.destroy();
      }
    }
    Dataset<Row> rows = FileOrder.select(table, List.of(weight));
    RowIndexer numbers = RowIndexer.byPlace(FileOrder.count(spark, table, rows));
    return rows(table, rows)
        .mapPartitions(
            part -> {
              ToIntFunction<Row> number = numbers.open();
              return List.of(
                      part(
                          part,
                          row -> ids.indexOf((long) number.applyAsInt(row)),
                          numbers.columns(),
                          false))
                  .iterator();
            })
        .collect();
  }

  private JavaRDD<Row> rows(SourceTable table, Dataset<Row> rows) {
    return passesBroken ? rows.toJavaRDD() : table.screened(rows);
  }

  private static Part part(
      Iterator<Row> rows, ToIntFunction<Row> indexOf, int column, boolean named) {
    int[] index = new int[64];
    double[] weight = new double[64];
    int count = 0;
    TableFaults faults = new TableFaults();
    while (rows.hasNext()) {
      Row row = rows.next();
      int at = indexOf.applyAsInt(row);
      if (at < 0) {
        continue;
      }
      double value = row.isNullAt(column) ? Double.NaN : number(row.get(column));
      if (!(value >= 0.0 && value < Double.POSITIVE_INFINITY)) {
        String point = named ? "id " + IdColumn.text(row, 0) : "row " + at;
        Object found = row.get(column);
        faults.add(point + " has " + (found instanceof String text ? "'" + text + "'" : found));
        continue;
      }
      if (count == index.length) {
        index = Arrays.copyOf(index, 2 * count);
        weight = Arrays.copyOf(weight, 2 * count);
      }
      index[count] = at;
      weight[count++] = value;
    }
    return new Part(index, weight, count, faults);
  }

  /** The number that a value is, a text with one included; NaN for any other value. */
  private static double number(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    try {
      return value instanceof String text ? Double.parseDouble(text.trim()) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
