package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.metric.Agreement;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.ClusteringEvaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The estimator and its model inside Spark ML. */
@Tag("spark")
class ConstrainedSpectralClusteringTest {
  private static Dataset<Row> wine;
  private static Dataset<Row> pairs;

  @TempDir Path folder;

  @BeforeAll
  static void readData() {
    wine = SampleTables.wine();
    pairs = SampleTables.pairs();
  }

  private static Dataset<Row> scaled() {
    return SampleTables.scaled(wine);
  }

  private static ConstrainedSpectralClustering constrained() {
    return new ConstrainedSpectralClustering().setIdCol("id").setK(3).setConstraints(pairs);
  }

  /** Every parameter's value, by name. */
  private static Map<String, Object> values(Params stage) {
    Map<String, Object> values = new HashMap<>();
    for (Param<?> param : stage.params()) {
      Object value = stage.isDefined(param) ? stage.getOrDefault(param) : "unset";
      values.put(param.name(), value instanceof String[] texts ? List.of(texts) : value);
    }
    return values;
  }

  private static double ari(Dataset<Row> predicted) {
    List<Row> rows = predicted.select("label", "prediction").collectAsList();
    Map<String, Integer> numbers = new HashMap<>();
    int[] truth =
        rows.stream()
            .mapToInt(r -> numbers.computeIfAbsent(r.get(0).toString(), l -> numbers.size()))
            .toArray();
    return Agreement.of(truth, rows.stream().mapToInt(r -> r.getInt(1)).toArray()).ari();
  }

  private static Map<Object, Integer> predictions(Dataset<Row> predicted) {
    Map<Object, Integer> all = new HashMap<>();
    predicted
        .select("id", "prediction")
        .collectAsList()
        .forEach(row -> all.put(row.get(0), row.getInt(1)));
    return all;
  }

  @Test
  void clustersAndKeepsWhatItPromised() {
    ConstrainedSpectralClusteringModel model = constrained().fit(scaled());
    Dataset<Row> predicted = model.transform(scaled());
    assertThat(ari(predicted)).isGreaterThan(0.85);
    Map<Object, Integer> clusters = predictions(predicted);
    for (Row pair : pairs.collectAsList()) {
      boolean hard = ((Number) pair.getAs("weight")).doubleValue() == 1.0;
      String kind = pair.getAs("kind");
      boolean together =
          clusters.get(pair.getAs("first")).equals(clusters.get(pair.getAs("second")));
      if (hard && kind != null && !kind.equals("unsure")) {
        assertThat(together).isEqualTo(kind.equals("must-link"));
      }
    }
    ConstrainedSpectralClusteringSummary summary = model.summary();
    assertThat(summary.k()).isEqualTo(3);
    assertThat(summary.points()).isEqualTo(178);
    assertThat(Arrays.stream(summary.clusterSizes()).sum()).isEqualTo(178);
    assertThat(summary.violations()).isZero();
    assertThat(summary.ncut()).isPositive();
    assertThat(summary.metrics()).containsKeys("graph", "method", "constraints");
    Dataset<Row> profiles = summary.profiles();
    assertThat(profiles.columns())
        .containsExactly(
            "cluster", "column", "level", "statistic", "value", "difference", "effect");
    assertThat(profiles.select("column").distinct().as(Encoders.STRING()).collectAsList())
        .containsExactly("label");
    assertThat(profiles.select("cluster").distinct().count()).isEqualTo(3);
    assertThat(model.hasParent()).isTrue();
    assertThat(SparkTest.session().catalog().listTables().collectAsList())
        .noneMatch(table -> table.name().startsWith("concord_"));
    model.release();
  }

  @Test
  void newPointsGetClusterDistanceAndConfidence() {
    Dataset<Row> all = scaled();
    Dataset<Row> train = all.filter("crc32(cast(id as string)) % 4 != 0");
    Dataset<Row> later = all.filter("crc32(cast(id as string)) % 4 = 0");
    for (String rule : List.of("votes", "centre")) {
      ConstrainedSpectralClusteringModel model =
          constrained()
              .setMethod(rule.equals("centre") ? "ccskl" : "ensemble")
              .setAssignRule(rule)
              .setDistanceCol("far")
              .setConfidenceCol("sure")
              .fit(train);
      Dataset<Row> placed = model.transform(later);
      assertThat(ari(placed)).as(rule).isGreaterThan(0.75);
      assertThat(placed.schema()).isEqualTo(model.transformSchema(later.schema()));
      for (Row row : placed.collectAsList()) {
        assertThat(row.<Double>getAs("far")).isNotNegative();
        assertThat(row.<Double>getAs("sure")).isBetween(0.0, 1.0);
      }
      assertThat(predictions(model.transform(later.repartition(7)))).isEqualTo(predictions(placed));
    }
  }

  @Test
  void withoutIdsTheOrderOfRowsDoesNotMatterAndTrainingPointsKeepTheirClusters() {
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering().setK(3).setMethod("ncut").setRefine("none");
    ConstrainedSpectralClusteringModel one = estimator.fit(scaled());
    ConstrainedSpectralClusteringModel other =
        estimator.fit(scaled().repartition(9).orderBy(org.apache.spark.sql.functions.rand(4)));
    assertThat(one.summary().clusterSizes()).isEqualTo(other.summary().clusterSizes());
    Map<Object, Integer> clusters = predictions(one.transform(scaled()));
    assertThat(predictions(other.transform(scaled()))).isEqualTo(clusters);
    int[] sizes = new int[3];
    clusters.values().forEach(c -> sizes[c]++);
    assertThat(sizes).isEqualTo(one.summary().clusterSizes());
  }

  @Test
  void worksInPipelinesThatAreSavedAndRead() throws IOException {
    Pipeline pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  SampleTables.assembler(wine), SampleTables.scaler(), constrained()
                });
    String path = folder.resolve("pipeline").toString();
    pipeline.write().overwrite().save(path);
    PipelineModel model = Pipeline.load(path).fit(wine);
    Map<Object, Integer> clusters = predictions(model.transform(wine));
    assertThat(ari(model.transform(wine))).isGreaterThan(0.85);
    String saved = folder.resolve("model").toString();
    model.save(saved);
    PipelineModel read = PipelineModel.load(saved);
    assertThat(predictions(read.transform(wine))).isEqualTo(clusters);
    Dataset<Row> renamed = wine.withColumn("id", wine.col("id").cast("string"));
    assertThat(read.transform(renamed.withColumn("id", renamed.col("id"))).count()).isEqualTo(178);
  }

  @Test
  void savedEstimatorsAndModelsComeBackWithEveryParameter() throws IOException {
    ConstrainedSpectralClustering estimator =
        constrained()
            .setNeighbors(7)
            .setKernel("gaussian")
            .setSeed(9)
            .setPropagate(true)
            .setSettings(new String[] {"graph.symmetrize=mutual", "method.cosc.starts=3"});
    String path = folder.resolve("estimator").toString();
    estimator.save(path);
    ConstrainedSpectralClustering read = ConstrainedSpectralClustering.load(path);
    assertThat(read.uid()).isEqualTo(estimator.uid());
    assertThat(values(read)).isEqualTo(values(estimator));
    assertThat(read.getConstraints().count()).isEqualTo(pairs.count());
    assertThat(read.getSettings()).containsExactly(estimator.getSettings());

    ConstrainedSpectralClusteringModel model = estimator.fit(scaled());
    String saved = folder.resolve("model").toString();
    model.save(saved);
    ConstrainedSpectralClusteringModel back = ConstrainedSpectralClusteringModel.load(saved);
    assertThat(back.getNeighbors()).isEqualTo(7);
    assertThat(values(back)).isEqualTo(values(model));
    assertThat(back.summary().clusterSizes()).isEqualTo(model.summary().clusterSizes());
    assertThat(back.summary().ncut()).isEqualTo(model.summary().ncut());
    assertThatThrownBy(() -> back.summary().profiles())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("call profiles on the model that fit returned");
    assertThat(predictions(back.transform(scaled())))
        .isEqualTo(predictions(model.transform(scaled())));
    assertThatThrownBy(() -> model.save(saved)).isInstanceOf(IOException.class);
    model.write().overwrite().save(saved);
  }

  @Test
  void crossValidationAndTrainValidationSplitChooseAmongParameters() {
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering().setMethod("ncut").setRefine("none");
    ParamMap[] grid = new ParamGridBuilder().addGrid(estimator.k(), new int[] {2, 3}).build();
    ClusteringEvaluator evaluator = new ClusteringEvaluator();
    CrossValidatorModel chosen =
        new CrossValidator()
            .setEstimator(estimator)
            .setEstimatorParamMaps(grid)
            .setEvaluator(evaluator)
            .setNumFolds(2)
            .setSeed(1)
            .fit(scaled());
    assertThat(chosen.avgMetrics()).hasSize(2).doesNotContain(Double.NaN);
    ConstrainedSpectralClusteringModel best =
        (ConstrainedSpectralClusteringModel) chosen.bestModel();
    double most = Arrays.stream(chosen.avgMetrics()).max().orElseThrow();
    assertThat(best.getK()).isEqualTo(chosen.avgMetrics()[0] == most ? 2 : 3);
    assertThat(
            new TrainValidationSplit()
                .setEstimator(estimator)
                .setEstimatorParamMaps(grid)
                .setEvaluator(evaluator)
                .setTrainRatio(0.7)
                .setSeed(1)
                .fit(scaled())
                .validationMetrics())
        .hasSize(2);
  }

  @Test
  void constraintsOfPointsThatAreNotThereAreLeftOut() {
    ConstrainedSpectralClusteringModel model =
        constrained().fit(scaled().filter("crc32(cast(id as string)) % 3 != 0"));
    Map<?, ?> constraints = (Map<?, ?>) model.summary().metrics().get("constraints");
    int must = (Integer) ((Map<?, ?>) constraints.get("mustLink")).get("total");
    assertThat(must).isPositive().isLessThan((int) pairs.count());
  }

  @Test
  void constraintsComeFromAPathToo() {
    String path = Path.of("data-samples", "wine", "constraints.csv").toAbsolutePath().toString();
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering()
            .setIdCol("id")
            .setK(3)
            .setConstraintsPath(path)
            .setConstraintsFormat("csv");
    assertThat(predictions(estimator.fit(scaled()).transform(scaled())))
        .isEqualTo(predictions(constrained().fit(scaled()).transform(scaled())));
  }

  @Test
  void numbersOfPointsWithoutIdsAreNoNames() throws IOException {
    ConstrainedSpectralClusteringModel model =
        new ConstrainedSpectralClustering()
            .setK(3)
            .setMethod("ncut")
            .fit(scaled().select("features"));
    Map<Object, Integer> byFeatures = predictions(model.transform(scaled()));
    // The ids 1 to 178 are numbers of other points in the order of features.
    model.setIdCol("id");
    assertThat(predictions(model.transform(scaled()))).isEqualTo(byFeatures);
    String path = folder.resolve("model").toString();
    model.write().save(path);
    ConstrainedSpectralClusteringModel read = ConstrainedSpectralClusteringModel.load(path);
    assertThat(read.trained().content().facts().namedIds()).isFalse();
    assertThat(predictions(read.transform(scaled()))).isEqualTo(byFeatures);
    model.release();
    read.release();
  }

  @Test
  void anIdIsTakenAsItStands() {
    ConstrainedSpectralClusteringModel model = constrained().fit(scaled());
    model.setDistanceCol("distance");
    // Features on another scale are far from all training points: only an id can be known.
    Dataset<Row> far =
        SampleTables.assembler(wine).transform(wine).withColumnRenamed("raw", "features");
    assertThat(known(model, far.selectExpr("string(id) id", "features"))).isEqualTo(178);
    assertThat(known(model, far.selectExpr("concat('0', id) id", "features"))).isZero();
    assertThat(known(model, far.selectExpr("concat(' ', id) id", "features"))).isZero();
    model.release();
  }

  private static long known(ConstrainedSpectralClusteringModel model, Dataset<Row> points) {
    return model.transform(points).filter("distance = 0").count();
  }
}
