package dev.concord.evaluate;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.LabelsConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Reads the column of confidences of an assignment. */
final class ConfidenceReader {
  private ConfidenceReader() {}

  @DefaultSerializer(JavaSerializer.class)
  private record Part(int[] index, double[] value, TableFaults faults) implements Serializable {}

  /**
   * The confidence of each point, or null where the table has no such column and need not have it.
   *
   * @param column its name
   * @param required whether it must be there
   * @throws dev.concord.error.InputException if it must be there and is not, or a point has no
   *     number from 0 to 1
   */
  static double @Nullable [] read(
      SparkSession spark, LabelsConfig config, String column, boolean required, IdTable ids) {
    return ReadFailures.guard(
        config.table(), () -> readTable(spark, config, column, required, ids));
  }

  private static double @Nullable [] readTable(
      SparkSession spark, LabelsConfig config, String column, boolean required, IdTable ids) {
    SourceTable table = SourceTable.open(spark, config.table(), List.of(config.id()));
    StructField field = required ? table.field("confidence", column) : table.find(column);
    if (field == null) {
      return null;
    }
    List<Part> parts =
        PointRows.parts(
            spark,
            table,
            config.id(),
            List.of(table.column(field).cast(DataTypes.StringType)),
            PointIds.of(ids),
            ConfidenceReader::part);
    TableFaults faults = new TableFaults();
    double[] confidence = new double[ids.size()];
    for (Part part : parts) {
      faults.merge(part.faults());
      for (int p = 0; p < part.index().length; p++) {
        confidence[part.index()[p]] = part.value()[p];
      }
    }
    if (faults.any()) {
      throw table.refuse(
          ("%s of column %s %s: %s; a confidence is a number from 0 to 1, so correct the column,"
                  + " or name another one by --assignment-confidence")
              .formatted(
                  faults.counted("value", "values"),
                  field.name(),
                  faults.total() == 1 ? "is no confidence" : "are no confidences",
                  faults.text()));
    }
    return confidence;
  }

  private static Part part(Iterator<Row> rows, ToIntFunction<Row> indexOf) {
    IntStream.Builder index = IntStream.builder();
    DoubleStream.Builder value = DoubleStream.builder();
    TableFaults faults = new TableFaults();
    while (rows.hasNext()) {
      Row row = rows.next();
      int at = indexOf.applyAsInt(row);
      if (at < 0) {
        continue;
      }
      double number = number(row.isNullAt(1) ? "" : row.getString(1));
      if (!(number >= 0.0 && number <= 1.0)) {
        faults.add("id " + IdColumn.text(row, 0) + " has " + row.get(1));
        continue;
      }
      index.add(at);
      value.add(number);
    }
    return new Part(index.build().toArray(), value.build().toArray(), faults);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
