package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Confidence, runner-up and outlier score as columns of the estimator's model. */
@Tag("spark")
class DoubtEstimatorTest {
  @TempDir Path folder;

  private static Dataset<Row> points() {
    SparkSession spark = SparkTest.session();
    Dataset<Row> table =
        spark
            .read()
            .option("header", true)
            .option("inferSchema", true)
            .csv("data-samples/iris/features.csv");
    return new VectorAssembler()
        .setInputCols(new String[] {"sepal_length", "sepal_width", "petal_length", "petal_width"})
        .setOutputCol("features")
        .transform(table)
        .select("id", "features");
  }

  private static List<Row> placed(ConstrainedSpectralClusteringModel model, Dataset<Row> points) {
    Dataset<Row> placed =
        model
            .setConfidenceCol("sure")
            .setSecondCol("or")
            .setOutlierCol("odd")
            .transform(points)
            .orderBy("id");
    assertThat(placed.columns())
        .containsExactly("id", "features", "prediction", "sure", "or", "odd");
    return placed.drop("features").collectAsList();
  }

  @Test
  void pointsOfTheTrainingSetHaveTheFiguresOfTheRunAlsoAfterALoad() throws IOException {
    Dataset<Row> points = points();
    ConstrainedSpectralClusteringModel model =
        new ConstrainedSpectralClustering().setIdCol("id").setK(3).fit(points);
    List<Row> rows = placed(model, points);

    double total = rows.stream().mapToDouble(row -> row.getDouble(2)).sum();
    for (Row row : rows) {
      assertThat(row.getInt(3)).isBetween(-1, 2).isNotEqualTo(row.getInt(1));
      assertThat(row.getDouble(4)).isBetween(0.0, 1.0);
    }
    assertThat(model.summary().metrics().get("doubt"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .hasEntrySatisfying(
            "meanConfidence",
            mean -> assertThat((Double) mean).isCloseTo(total / rows.size(), within(1e-12)));
    assertThat(rows.stream().mapToDouble(row -> row.getDouble(2)).distinct().count())
        .isGreaterThan(50);

    model.save(folder.resolve("model").toString());
    ConstrainedSpectralClusteringModel again =
        ConstrainedSpectralClusteringModel.load(folder.resolve("model").toString());
    assertThat(placed(again, points)).isEqualTo(rows);
  }

  @Test
  void pointsSetAsideHaveNoClusterAlsoAfterALoad() throws IOException {
    Dataset<Row> points = points();
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering().setIdCol("id").setK(3).setOutliers(0.1);
    estimator.save(folder.resolve("estimator").toString());
    ConstrainedSpectralClusteringModel model =
        ConstrainedSpectralClustering.load(folder.resolve("estimator").toString()).fit(points);
    List<Row> rows = placed(model, points);

    List<Row> aside = rows.stream().filter(row -> row.getInt(1) == -1).toList();
    assertThat(aside).hasSize(15);
    double least = aside.stream().mapToDouble(row -> row.getDouble(4)).min().orElseThrow();
    for (Row row : rows) {
      if (row.getInt(1) == -1) {
        assertThat(row.getInt(3)).isBetween(0, 2); // the cluster that it was taken from
      } else {
        assertThat(row.getInt(3)).isNotEqualTo(row.getInt(1));
        assertThat(row.getDouble(4)).isLessThanOrEqualTo(least);
      }
    }
    assertThat(Arrays.stream(model.summary().clusterSizes()).sum()).isEqualTo(135);

    model.save(folder.resolve("model").toString());
    ConstrainedSpectralClusteringModel again =
        ConstrainedSpectralClusteringModel.load(folder.resolve("model").toString());
    assertThat(again.getOutliers()).isEqualTo(0.1);
    assertThat(placed(again, points)).isEqualTo(rows);
    // A new point has a cluster, wherever it lies.
    Dataset<Row> far =
        SparkTest.session()
            .sql("select 'far' as id, array(50.0d, 50.0d, 50.0d, 50.0d) as features");
    assertThat(placed(again, far).get(0).getInt(1)).isBetween(0, 2);
  }

  @Test
  void aShareOfAllPointsIsRefused() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    for (double share : List.of(-0.1, 1.0)) {
      assertThatThrownBy(() -> estimator.setOutliers(share)).hasMessageContaining("outliers");
    }
  }

  /** Asked for before the fit, they are those of output.membership: pairs calibrate them. */
  @Test
  void aColumnNamedBeforeTheFitIsCalibratedByPairs() {
    Dataset<Row> pairs =
        SparkTest.session()
            .read()
            .option("header", true)
            .csv("data-samples/iris/constraints.csv")
            .select("first", "second", "kind");
    ConstrainedSpectralClustering plain =
        new ConstrainedSpectralClustering().setIdCol("id").setK(3).setConstraints(pairs);
    assertThat(calibration(plain)).isEqualTo("partitions");
    assertThat(calibration(plain.setConfidenceCol("sure"))).isEqualTo("pairs");
  }

  private static Object calibration(ConstrainedSpectralClustering estimator) {
    Object doubt = estimator.fit(points()).summary().metrics().get("doubt");
    return java.util.Objects.requireNonNull((java.util.Map<?, ?>) doubt).get("calibration");
  }

  @Test
  void newPointsHaveARunnerUpOfTheVotesAndAScoreOfTheirDistances() {
    Dataset<Row> points = points();
    ConstrainedSpectralClusteringModel model =
        new ConstrainedSpectralClustering()
            .setIdCol("id")
            .setK(3)
            .fit(points.where("substr(id, 6) % 3 != 0"));
    List<Row> rows = placed(model, points.where("substr(id, 6) % 3 = 0"));

    assertThat(rows).hasSize(50);
    for (Row row : rows) {
      // A unanimous vote has no runner-up, and only that.
      assertThat(row.getInt(3) == -1).isEqualTo(row.getDouble(2) > 1.0 - 1e-12);
      assertThat(row.getDouble(4)).isBetween(0.0, 1.0);
    }

    Dataset<Row> far =
        SparkTest.session()
            .sql("select 'far' as id, array(50.0d, 50.0d, 50.0d, 50.0d) as features");
    assertThat(placed(model, far).get(0).getDouble(4)).isCloseTo(1.0, within(0.05));
  }
}
