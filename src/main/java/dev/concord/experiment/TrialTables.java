package dev.concord.experiment;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Spread;
import dev.concord.experiment.trial.Trial;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.spark.output.OutputFolder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The tables of an experiment: trials, one row each, and summary, one row for each data set,
 * method, amount and noise with mean, standard error, least and greatest of every measure. What is
 * not known is null.
 */
public final class TrialTables {
  private TrialTables() {}

  /** Writes both tables. */
  public static void write(
      SparkSession spark, OutputFolder output, List<Trial> trials, List<TrialSummary> summaries) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<Row> rows = trials.stream().map(TrialTables::row).toList();
    output.writeRows("trials", trialSchema(), context.parallelize(rows, 1));
    List<Row> means = summaries.stream().map(TrialTables::row).toList();
    output.writeRows("summary", summarySchema(), context.parallelize(means, 1));
  }

  static StructType trialSchema() {
    StructType schema =
        new StructType()
            .add("dataset", DataTypes.StringType, false)
            .add("method", DataTypes.StringType, false)
            .add("told", DataTypes.IntegerType, false)
            .add("noise", DataTypes.DoubleType, false)
            .add("instance", DataTypes.IntegerType, false)
            .add("trial", DataTypes.IntegerType, false);
    for (Measure measure : Measure.values()) {
      schema = schema.add(measure.column(), DataTypes.DoubleType, true);
    }
    return schema.add("failure", DataTypes.StringType, true);
  }

  private static Row row(Trial t) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(t.dataset());
    cells.add(t.method());
    cells.add(t.given());
    cells.add(t.noise());
    cells.add(t.instance());
    cells.add(t.trial());
    for (double figure : t.figures()) {
      cells.add(known(figure));
    }
    cells.add(t.hasFailed() ? t.failure() : null);
    return RowFactory.create(cells.toArray());
  }

  static StructType summarySchema() {
    StructType schema =
        new StructType()
            .add("dataset", DataTypes.StringType, false)
            .add("method", DataTypes.StringType, false)
            .add("told", DataTypes.IntegerType, false)
            .add("noise", DataTypes.DoubleType, false)
            .add("trials", DataTypes.IntegerType, false)
            .add("failures", DataTypes.IntegerType, false)
            .add("gain", DataTypes.DoubleType, true);
    for (Measure measure : Measure.values()) {
      for (String part : List.of("Mean", "StandardError", "Min", "Max")) {
        schema = schema.add(measure.column() + part, DataTypes.DoubleType, true);
      }
    }
    return schema;
  }

  private static Row row(TrialSummary s) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(s.dataset());
    cells.add(s.method());
    cells.add(s.given());
    cells.add(s.noise());
    cells.add(s.trials());
    cells.add(s.failures());
    cells.add(known(s.gain()));
    for (Spread spread : s.spreads()) {
      cells.add(known(spread.mean()));
      cells.add(known(spread.standardError()));
      cells.add(known(spread.min()));
      cells.add(known(spread.max()));
    }
    return RowFactory.create(cells.toArray());
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
