package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows without features, or with null or NaN among them. */
@Tag("spark")
class InvalidRowsTest {
  private static Dataset<Row> vectors;
  private static Dataset<Row> arrays;

  @BeforeAll
  static void readData() {
    Dataset<Row> scaled = SampleTables.scaled(SampleTables.wine());
    vectors = scaled.selectExpr("id", "if(id in (7, 90), null, features) as features");
    arrays =
        SampleTables.csv("wine", "features")
            .selectExpr(
                "id",
                "case when id = 7 then null when id = 90 then array(double('NaN'), 1.0D)"
                    + " when id = 91 then array(1.0D, null) else array(alcohol, malic_acid) end"
                    + " as features");
  }

  private static ConstrainedSpectralClustering estimator(String rule) {
    return new ConstrainedSpectralClustering()
        .setIdCol("id")
        .setK(3)
        .setMethod("ncut")
        .setRefine("none")
        .setDistanceCol("far")
        .setConfidenceCol("sure")
        .setSecondCol("or")
        .setOutlierCol("odd")
        .setHandleInvalid(rule);
  }

  private static Map<Integer, Integer> clusters(Dataset<Row> predicted) {
    return predicted.select("id", "prediction").collectAsList().stream()
        .collect(Collectors.toMap(row -> row.getInt(0), row -> row.getInt(1)));
  }

  @Test
  void skipLeavesThemOutOfTheTrainingAndOfWhatIsPlaced() {
    for (Dataset<Row> points : List.of(vectors, arrays)) {
      long valid = points == vectors ? 176 : 175;
      ConstrainedSpectralClusteringModel model = estimator("skip").fit(points);
      assertThat(model.summary().points()).isEqualTo((int) valid);
      Dataset<Row> placed = model.transform(points);
      assertThat(placed.count()).isEqualTo(valid);
      assertThat(placed.filter("id in (7, 90)").count()).isZero();
      assertThat(placed.select("prediction").distinct().as(Encoders.INT()).collectAsList())
          .containsExactlyInAnyOrder(0, 1, 2);
      model.release();
    }
  }

  @Test
  void keepGivesThemNoCluster() {
    for (Dataset<Row> points : List.of(vectors, arrays)) {
      ConstrainedSpectralClusteringModel model = estimator("keep").fit(points);
      Dataset<Row> placed = model.transform(points);
      assertThat(placed.count()).isEqualTo(178);
      List<Row> invalid = placed.filter("prediction = -1").orderBy("id").collectAsList();
      assertThat(invalid.stream().map(row -> row.getInt(0)).toList())
          .isEqualTo(points == vectors ? List.of(7, 90) : List.of(7, 90, 91));
      for (Row row : invalid) {
        assertThat(row.<Double>getAs("far")).isNaN();
        assertThat(row.<Double>getAs("sure")).isZero();
        assertThat(row.<Integer>getAs("or")).isEqualTo(-1);
        assertThat(row.<Double>getAs("odd")).isNaN();
      }
      Dataset<Row> valid = points.filter("id not in (7, 90, 91)");
      assertThat(clusters(placed))
          .containsAllEntriesOf(clusters(estimator("skip").fit(points).transform(valid)));
      model.release();
    }
  }

  @Test
  void errorNamesThemAndWhatToDo() {
    assertThatThrownBy(() -> estimator("error").fit(vectors))
        .hasMessageStartingWith("featuresCol: column features is null in 2 rows, of id 7, 90;")
        .hasMessageEndingWith("or set handleInvalid to skip or keep");
    assertThatThrownBy(() -> estimator("error").fit(arrays.filter("id != 7")))
        .hasMessageContaining("id 90, column features[0] is NaN")
        .hasMessageContaining("handleInvalid");
    ConstrainedSpectralClusteringModel model = estimator("skip").fit(vectors);
    assertThat(model.getHandleInvalid()).isEqualTo("skip");
    ConstrainedSpectralClusteringModel strict = model.copy(new ParamMap());
    strict.setHandleInvalid("error");
    assertThatThrownBy(() -> strict.transform(vectors).count())
        .hasStackTraceContaining("featuresCol: column features is null in the row of id 7;")
        .hasStackTraceContaining("handleInvalid");
    assertThatThrownBy(() -> estimator("drop"))
        .hasMessageContaining("handleInvalid given invalid value drop");
    model.release();
  }
}
