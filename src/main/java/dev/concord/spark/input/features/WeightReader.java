package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.FeaturesConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
  private record Part(int[] index, double[] weight, TableFaults faults) implements Serializable {}

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
    boolean named = config.id() != null;
    List<Part> parts =
        PointRows.read(
            spark,
            table,
            config.id(),
            List.of(table.column(field)),
            ids,
            (rows, indexer) ->
                (passesBroken ? rows.toJavaRDD() : table.screened(rows))
                    .mapPartitions(part -> List.of(part(part, indexer, named)).iterator())
                    .collect());
    for (Part part : parts) {
      faults.merge(part.faults());
      for (int p = 0; p < part.index().length; p++) {
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

  private static Part part(Iterator<Row> rows, RowIndexer indexer, boolean named) {
    ToIntFunction<Row> indexOf = indexer.open();
    int column = indexer.columns();
    IntStream.Builder index = IntStream.builder();
    DoubleStream.Builder weight = DoubleStream.builder();
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
      index.add(at);
      weight.add(value);
    }
    return new Part(index.build().toArray(), weight.build().toArray(), faults);
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
