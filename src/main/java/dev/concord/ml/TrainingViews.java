package dev.concord.ml;

import static org.apache.spark.sql.functions.col;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A training set and its constraints under names of their own in Spark's catalogue, where the
 * readers of the command line find them; gone when closed.
 */
final class TrainingViews implements AutoCloseable {
  private final SparkSession spark;
  private final String points;
  private final String pairs;
  private boolean constrained;

  private TrainingViews(SparkSession spark) {
    this.spark = spark;
    String suffix = UUID.randomUUID().toString().replace("-", "");
    points = "concord_points_" + suffix;
    pairs = "concord_pairs_" + suffix;
  }

  static TrainingViews of(
      ConstrainedSpectralClustering estimator,
      Dataset<?> dataset,
      @Nullable Dataset<Row> constraints) {
    TrainingViews views = new TrainingViews(dataset.sparkSession());
    Dataset<Row> given = constraints;
    if (given == null && !estimator.getConstraintsPath().isEmpty()) {
      given = read(views.spark, estimator);
    }
    String id = estimator.getIdCol();
    if (id.isEmpty() && given != null) {
      throw new InputException(
          "idCol is empty, but there are constraints, which name points by their ids; set idCol");
    }
    Column features = dataset.col(quoted(estimator.getFeaturesCol()));
    Dataset<Row> table =
        id.isEmpty()
            ? numbered(dataset, features)
            : dataset.select(dataset.col(quoted(id)).as("id"), features.as("features"));
    table.createOrReplaceTempView(views.points);
    if (given != null) {
      within(given, table).createOrReplaceTempView(views.pairs);
      views.constrained = true;
    }
    return views;
  }

  private static Dataset<Row> read(SparkSession spark, ConstrainedSpectralClustering estimator) {
    String format = estimator.getConstraintsFormat();
    if (!format.toLowerCase(Locale.ROOT).equals("csv")) {
      return spark.read().format(format).load(estimator.getConstraintsPath());
    }
    // Types are not inferred: an id 007 would become 7.
    Dataset<Row> texts =
        spark.read().format(format).option("header", "true").load(estimator.getConstraintsPath());
    return List.of(texts.columns()).contains("weight")
        ? texts.withColumn("weight", col("weight").cast(DataTypes.DoubleType))
        : texts;
  }

  /**
   * Points numbered by the order of their features. Points of equal features are alike in every
   * respect, so it does not matter which of them has which number.
   */
  private static Dataset<Row> numbered(Dataset<?> dataset, Column features) {
    DataType type = dataset.select(features).schema().fields()[0].dataType();
    Column values =
        type.equals(SQLDataTypes.VectorType())
            ? functions.vector_to_array(features, "float64")
            : features.cast(DataTypes.createArrayType(DataTypes.DoubleType));
    JavaRDD<Row> rows =
        dataset
            .select(features.as("features"), values.as("key"))
            .orderBy(col("key"))
            .select("features")
            .toJavaRDD()
            .zipWithIndex()
            .map(row -> RowFactory.create(row._2(), row._1().get(0)));
    StructType schema =
        new StructType().add("id", DataTypes.LongType, false).add("features", type, true);
    return dataset.sparkSession().createDataFrame(rows, schema);
  }

  /** The pairs whose points are both there. */
  private static Dataset<Row> within(Dataset<Row> pairs, Dataset<Row> points) {
    for (String column : List.of("first", "second")) {
      if (!List.of(pairs.columns()).contains(column)) {
        throw new InputException(
            "constraints: there is no column "
                + column
                + "; the table has "
                + String.join(", ", pairs.columns()));
      }
    }
    Dataset<Row> ids = points.select(col("id").cast("string").as("concord_point"));
    return pairs
        .join(ids, pairs.col("first").cast("string").equalTo(ids.col("concord_point")), "left_semi")
        .join(
            ids, pairs.col("second").cast("string").equalTo(ids.col("concord_point")), "left_semi");
  }

  private static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  SparkSession spark() {
    return spark;
  }

  JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  /** The configuration that reads the views. */
  List<String> settings() {
    List<String> sets = new ArrayList<>();
    sets.add("input.features.format=table");
    sets.add("input.features.path=" + points);
    sets.add("input.features.id=id");
    sets.add("input.features.vector=features");
    if (constrained) {
      sets.add("input.constraints.format=table");
      sets.add("input.constraints.path=" + pairs);
    }
    return sets;
  }

  @Override
  public void close() {
    spark.catalog().dropTempView(points);
    spark.catalog().dropTempView(pairs);
  }
}
