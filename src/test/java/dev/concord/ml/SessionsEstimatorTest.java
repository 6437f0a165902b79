package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The estimator between folders, sessions and streams. */
@Tag("spark")
class SessionsEstimatorTest {
  private static final StructType SCHEMA =
      new StructType().add("id", "long").add("features", SQLDataTypes.VectorType());

  private static SparkSession spark;
  private static Dataset<Row> points;
  private static Dataset<Row> pairs;

  @TempDir Path folder;

  @BeforeAll
  static void makeTables() {
    spark = SparkTest.session();
    List<Row> rows = new ArrayList<>();
    double[] x = {0, 1, 2, 9, 10, 11};
    for (int i = 0; i < x.length; i++) {
      rows.add(RowFactory.create((long) i, Vectors.dense(x[i])));
    }
    points = spark.createDataFrame(rows, SCHEMA);
    // Against the features, so that a result without the pairs is another one.
    pairs =
        spark.sql(
            "select 0L first, 1L second, 'cannot-link' kind union all"
                + " select 0L, 3L, 'must-link'");
  }

  private static ConstrainedSpectralClustering estimator() {
    return new ConstrainedSpectralClustering().setIdCol("id").setK(2).setNeighbors(2);
  }

  /** The clusters of the points 0 to 5. */
  private static List<Integer> clusters(Dataset<Row> predicted) {
    return predicted.orderBy("id").select("prediction").collectAsList().stream()
        .map(row -> row.getInt(0))
        .toList();
  }

  private static void holdPairs(List<Integer> clusters) {
    assertThat(clusters).hasSize(6);
    assertThat(clusters.get(0)).isEqualTo(clusters.get(3)).isNotEqualTo(clusters.get(1));
  }

  private static List<String> views(SparkSession session) {
    return session.catalog().listTables().collectAsList().stream()
        .map(table -> table.name())
        .filter(name -> name.startsWith("concord_"))
        .toList();
  }

  private String stored() {
    String path = folder.resolve("points").toString();
    points.repartition(3).write().parquet(path);
    return path;
  }

  @Test
  void anEstimatorSavedOverItsOwnFolderKeepsItsConstraints() throws IOException {
    String path = folder.resolve("estimator").toString();
    estimator().setConstraints(pairs).save(path);
    for (int k = 2; k <= 3; k++) {
      ConstrainedSpectralClustering.load(path).setK(k).write().overwrite().save(path);
      ConstrainedSpectralClustering again = ConstrainedSpectralClustering.load(path);
      assertThat(again.getK()).isEqualTo(k);
      assertThat(again.getConstraints().orderBy("second").collectAsList())
          .isEqualTo(pairs.orderBy("second").collectAsList());
      assertThat(again.getConstraints().schema().fieldNames())
          .containsExactly("first", "second", "kind");
    }
  }

  @Test
  void soDoesAPipelineThatHasOne() throws IOException {
    String path = folder.resolve("pipeline").toString();
    new Pipeline()
        .setStages(new PipelineStage[] {estimator().setConstraints(pairs)})
        .write()
        .overwrite()
        .save(path);
    Pipeline.load(path).write().overwrite().save(path);
    Pipeline again = Pipeline.load(path);
    again.write().overwrite().save(folder.resolve("elsewhere").toString());
    holdPairs(clusters(again.fit(points).transform(points)));
  }

  @Test
  void aModelSavedOverItsOwnFolderIsTheSame() throws IOException {
    String path = folder.resolve("model").toString();
    ConstrainedSpectralClusteringModel model = estimator().setConstraints(pairs).fit(points);
    model.save(path);
    ConstrainedSpectralClusteringModel.load(path).write().overwrite().save(path);
    assertThat(clusters(ConstrainedSpectralClusteringModel.load(path).transform(points)))
        .isEqualTo(clusters(model.transform(points)));
  }

  @Test
  void pairsAndPointsMayBeOfDifferentSessions() {
    SparkSession other = spark.newSession();
    Dataset<Row> elsewhere = other.read().parquet(stored());
    ConstrainedSpectralClusteringModel model = estimator().setConstraints(pairs).fit(elsewhere);
    holdPairs(clusters(model.transform(elsewhere)));
    holdPairs(clusters(model.transform(points)));
    pairs.createOrReplaceTempView("pairs_of_this_session");
    try {
      Dataset<Row> view = spark.table("pairs_of_this_session");
      holdPairs(clusters(estimator().setConstraints(view).fit(elsewhere).transform(points)));
    } finally {
      spark.catalog().dropTempView("pairs_of_this_session");
    }
    assertThat(views(spark)).isEmpty();
    assertThat(views(other)).isEmpty();
  }

  @Test
  void noViewIsLeftWhenAFitIsRefused() {
    SparkSession other = spark.newSession();
    Dataset<Row> elsewhere = other.read().parquet(stored());
    Dataset<Row> noPairs = pairs.drop("second");
    Dataset<Row> unknown = spark.sql("select 70L first, 71L second, 'must-link' kind");
    for (Dataset<Row> wrong : List.of(noPairs, unknown)) {
      assertThatThrownBy(() -> estimator().setConstraints(wrong).fit(elsewhere))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith("constraints: ");
    }
    assertThat(views(spark)).isEmpty();
    assertThat(views(other)).isEmpty();
  }

  @Test
  void aBatchOfAStreamIsATrainingSet() throws Exception {
    List<List<Integer>> found = Collections.synchronizedList(new ArrayList<>());
    List<String> left = Collections.synchronizedList(new ArrayList<>());
    VoidFunction2<Dataset<Row>, Long> train =
        (batch, number) -> {
          var model = estimator().setConstraints(pairs).fit(batch);
          found.add(clusters(model.transform(batch)));
          left.addAll(views(batch.sparkSession()));
        };
    StreamingQuery query =
        spark
            .readStream()
            .schema(SCHEMA)
            .parquet(stored())
            .writeStream()
            .foreachBatch(train)
            .start();
    query.processAllAvailable();
    query.stop();
    assertThat(found).hasSize(1);
    holdPairs(found.get(0));
    assertThat(left).isEmpty();
  }

  @Test
  void aStreamIsTransformedButNotTrainedOn() throws Exception {
    ConstrainedSpectralClusteringModel model =
        estimator().setConstraints(pairs).setDistanceCol("far").fit(points);
    Dataset<Row> bare = spark.readStream().schema(SCHEMA).parquet(stored());
    Metadata note = Metadata.fromJson("{\"note\":\"one\"}");
    Dataset<Row> stream = bare.withColumn("features", bare.col("features").as("features", note));
    assertThat(model.transform(stream).schema()).isEqualTo(model.transformSchema(stream.schema()));
    StreamingQuery query =
        model.transform(stream).writeStream().format("memory").queryName("placed").start();
    query.processAllAvailable();
    query.stop();
    assertThat(clusters(spark.table("placed"))).isEqualTo(clusters(model.transform(points)));
    assertThat(spark.table("placed").columns())
        .containsExactly("id", "features", "prediction", "far");
    assertThatThrownBy(() -> estimator().fit(stream))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "fit: the data are a stream, and the training needs all rows at once; train on a"
                + " table, or on each batch of the stream within foreachBatch");
    Dataset<Row> stated =
        stream.select(stream.col("id").as("first"), stream.col("id").as("second"));
    assertThatThrownBy(() -> estimator().setConstraints(stated).fit(points))
        .hasMessageStartingWith("constraints: the pairs are a stream");
  }

  @ParameterizedTest
  @CsvSource({"Prediction", "PREDICTION"})
  void aColumnThatDiffersInCaseAloneIsThereAlready(String name) {
    Dataset<Row> data = points.withColumn(name, functions.lit(7));
    String message = "predictionCol: the data has a column " + name + " already";
    assertThatThrownBy(() -> estimator().fit(data))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
    ConstrainedSpectralClusteringModel model = estimator().fit(points);
    assertThatThrownBy(() -> model.transform(data)).hasMessageContaining(message);
    assertThatThrownBy(() -> model.transformSchema(data.schema())).hasMessageContaining(message);
    assertThatThrownBy(() -> estimator().setDistanceCol(name).fit(points))
        .hasMessageContaining("distanceCol: the data has a column prediction already");
  }

  @Test
  void columnsAreFoundAsTheSessionComparesNames() {
    ConstrainedSpectralClustering upper =
        estimator()
            .setIdCol("ID")
            .setFeaturesCol("FEATURES")
            .setConstraints(pairs.toDF("First", "SECOND", "Kind"));
    holdPairs(clusters(upper.fit(points).transform(points)));
    Dataset<Row> both = points.withColumn("x", functions.lit(1)).toDF("id", "features", "ID");
    assertThatThrownBy(() -> estimator().fit(both))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "idCol: the data has the columns id and ID, and this session takes both for id;"
                + " rename one, or set spark.sql.caseSensitive = true");
  }

  @Test
  void namesThatDifferInCaseAreOthersInASessionThatTellsThemApart() {
    SparkSession exact = spark.newSession();
    exact.conf().set("spark.sql.caseSensitive", "true");
    SparkSession.setActiveSession(exact);
    try {
      Dataset<Row> there = exact.read().parquet(stored());
      Dataset<Row> named =
          there.withColumn("ID", functions.lit(1)).withColumn("Prediction", functions.lit(7));
      ConstrainedSpectralClusteringModel model = estimator().setConstraints(pairs).fit(named);
      Dataset<Row> placed = model.transform(named);
      assertThat(placed.columns())
          .containsExactly("id", "features", "ID", "Prediction", "prediction");
      holdPairs(clusters(placed));
      assertThatThrownBy(() -> estimator().setFeaturesCol("FEATURES").fit(there))
          .hasMessageContaining("there is no column FEATURES");
    } finally {
      SparkSession.setActiveSession(spark);
    }
  }

  @Test
  void transformKeepsTheSchemaAndTheValuesOfOtherColumns() {
    Dataset<Row> rich =
        points
            .withColumn("when", functions.expr("timestamp '2026-01-02 03:04:05'"))
            .withColumn("none", functions.lit(null).cast("decimal(10,2)"))
            .withColumn(
                "nested", functions.expr("named_struct('a', array(1, null), 'b', map('k', id))"));
    ConstrainedSpectralClusteringModel model = estimator().fit(points);
    Dataset<Row> placed = model.transform(rich);
    assertThat(placed.schema()).isEqualTo(model.transformSchema(rich.schema()));
    assertThat(placed.drop("prediction").orderBy("id").collectAsList())
        .isEqualTo(rich.orderBy("id").collectAsList());
  }
}
