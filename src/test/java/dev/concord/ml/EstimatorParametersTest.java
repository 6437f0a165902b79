package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the estimator refuses, and how it explains its parameters. */
@Tag("spark")
class EstimatorParametersTest {
  /** Columns and paths that are not asked for unless they are set. */
  private static final List<String> UNSET =
      List.of(
          "idCol",
          "distanceCol",
          "confidenceCol",
          "secondCol",
          "outlierCol",
          "weightCol",
          "exclusiveCol",
          "constraintsPath");

  private static Dataset<Row> wine;
  private static Dataset<Row> pairs;

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

  @Test
  void everyParameterIsDocumentedAndChecked() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    assertThat(estimator.params()).hasSize(29);
    for (Param<?> param : estimator.params()) {
      assertThat(param.doc()).isNotBlank();
      assertThat(estimator.isDefined(param))
          .as(param.name())
          .isEqualTo(!UNSET.contains(param.name()));
    }
    assertThat(Arrays.stream(estimator.params()).map(Param::name))
        .isSortedAccordingTo(Comparator.naturalOrder());
    assertThatThrownBy(() -> estimator.setK(-1)).hasMessageContaining("k given invalid value -1");
    assertThatThrownBy(() -> estimator.setKernel("cubic")).hasMessageContaining("cubic");
    assertThatThrownBy(() -> estimator.setOutliers(1.0)).hasMessageContaining("outliers");
    assertThatThrownBy(() -> estimator.setOutliers(-0.1)).hasMessageContaining("outliers");
    assertThatThrownBy(() -> estimator.setRefine("x")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> estimator.setAssignRule("x")).isInstanceOf(RuntimeException.class);
    assertThat(estimator.copy(new ParamMap().put(estimator.k(), 7)).getK()).isEqualTo(7);
    assertThat(constrained().copy(new ParamMap()).getConstraints()).isSameAs(pairs);
  }

  @Test
  void whatIsNotSetIsUnset() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    assertThatThrownBy(estimator::getIdCol)
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("Failed to find a default value for idCol");
    assertThat(estimator.explainParam(estimator.weightCol())).endsWith("(undefined)");
    assertThat(estimator.setIdCol("id").isSet(estimator.idCol())).isTrue();
    // Nothing is no name, as in Spark's own stages with a weightCol.
    StructType schema = new StructType().add("features", SQLDataTypes.VectorType());
    assertThat(estimator.setIdCol("").setDistanceCol("").transformSchema(schema).fieldNames())
        .containsExactly("features", "prediction");
  }

  @Test
  void aModelPlacesPointsWithoutTheirIds() {
    ConstrainedSpectralClusteringModel model =
        constrained().setMethod("ccskl").setRefine("none").fit(scaled());
    Dataset<Row> named = model.transform(scaled());
    Dataset<Row> unnamed =
        model.transform(scaled().withColumnRenamed("id", "name")).withColumnRenamed("name", "id");
    assertThat(unnamed.columns()).containsExactly("id", "label", "features", "prediction");
    assertThat(unnamed.select("id", "prediction").except(named.select("id", "prediction")).count())
        .isZero();
    assertThatThrownBy(() -> constrained().fit(scaled().drop("id")))
        .hasMessageStartingWith("idCol: there is no column id;");
    model.release();
  }

  @Test
  void messagesNameParametersAndNoKeysOfTheCommandLine() {
    Map<String, ConstrainedSpectralClustering> faults = new LinkedHashMap<>();
    faults.put("k", constrained().setK(500));
    faults.put("maxClusterSize", constrained().setMaxClusterSize(0.1));
    faults.put("minClusterSize", constrained().setMinClusterSize(100));
    faults.put(
        "minClusterSize is above maxClusterSize: 90 and 60",
        constrained().setMinClusterSize(90).setMaxClusterSize(60));
    faults.put("neighbors", constrained().setNeighbors(200));
    faults.put("method", new ConstrainedSpectralClustering().setK(3).setMethod("ccskl"));
    faults.put("settings", constrained().setSettings(new String[] {"graph.neighbors"}));
    faults.put(
        "method.cosc.starts = none (settings) must be",
        constrained().setSettings(new String[] {"method.cosc.starts=none"}));
    faults.forEach(
        (name, estimator) ->
            assertThatThrownBy(() -> estimator.fit(scaled()))
                .as(name)
                .isInstanceOf(ConcordException.class)
                .message()
                .contains(name)
                .doesNotContain("--set ", "clusters.", "input.features", "input.constraints"));
  }

  @Test
  void anUnknownMethodIsRefusedWhenItIsSet() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    assertThatThrownBy(() -> estimator.setMethod("ncuts"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parameter method given invalid value ncuts")
        .hasMessageContaining("auto, ccskl, ccsr,")
        .hasMessageEndingWith("did you mean ncut?");
    assertThatThrownBy(() -> estimator.set(estimator.method().w("nothing like it")))
        .hasMessageContaining("nothing like it")
        .hasMessageEndingWith("sskk");
    assertThat(estimator.setMethod("auto").getMethod()).isEqualTo("auto");
  }

  @Test
  void listsAreExplainedByWhatTheyHold() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    assertThat(estimator.explainParams()).contains("(default: [])").doesNotContain("[Ljava");
    estimator.setSettings(new String[] {"graph.neighbors=3", "clusters.seed=2"});
    assertThat(estimator.explainParam(estimator.settings()))
        .endsWith("(default: [], current: [graph.neighbors=3, clusters.seed=2])");
    assertThat(estimator.explainParam(estimator.k())).endsWith("(default: 2)");
  }

  @Test
  void rowsWithoutFeaturesAreNamed() {
    Dataset<Row> holes =
        scaled()
            .selectExpr("id as name", "if(id in (7, 90), null, features) as place")
            .orderBy("name")
            .coalesce(1);
    ConstrainedSpectralClustering named =
        new ConstrainedSpectralClustering()
            .setIdCol("name")
            .setFeaturesCol("place")
            .setK(3)
            .setMethod("ncut");
    assertThatThrownBy(() -> named.fit(holes))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("featuresCol: column place is null in 2 rows, of id 7, 90;");
    assertThatThrownBy(() -> named.copy(new ParamMap()).setIdCol("").fit(holes))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "featuresCol: column place is null in 2 rows, in the order of the data, from 0, 6,"
                + " 89;");
    ConstrainedSpectralClusteringModel model = named.fit(holes.filter("place is not null"));
    assertThatThrownBy(() -> model.transform(holes.filter("name > 88")).count())
        .hasStackTraceContaining("featuresCol: column place is null in the row of id 90;");
    model.setIdCol("");
    assertThatThrownBy(() -> model.transform(holes.filter("name > 88")).count())
        .hasStackTraceContaining("featuresCol: column place is null in the row with name = 90;");
    model.release();
  }

  @Test
  void valuesThatAreNoNumbersAreNamedByColumnAndRow() {
    Dataset<Row> points =
        scaled().selectExpr("id", "if(id = 5, array(1.0D, double('NaN')), array(id, 2.0D)) as v");
    assertThatThrownBy(
            () ->
                new ConstrainedSpectralClustering()
                    .setIdCol("id")
                    .setFeaturesCol("v")
                    .setMethod("ncut")
                    .fit(points))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "featuresCol: 1 feature value is not a finite number: id 5, column v[1] is NaN");
  }

  @Test
  void constraintsOfUnknownPointsAloneAreRefusedWithTheirIds() {
    Dataset<Row> strangers =
        pairs.selectExpr("concat('w', first) as first", "second", "kind", "weight").limit(3);
    for (String method : List.of("ccskl", "ncut")) {
      assertThatThrownBy(
              () -> constrained().setMethod(method).setConstraints(strangers).fit(scaled()))
          .as(method)
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(
              "constraints: no pair of the table has both its points in column id of the data; not"
                  + " there are w");
    }
  }

  @Test
  void badColumnsAreRefusedBeforeAnyWork() {
    ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering();
    StructType plain = new StructType().add("features", DataTypes.StringType);
    assertThatThrownBy(() -> estimator.transformSchema(plain))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("string");
    assertThatThrownBy(() -> estimator.transformSchema(new StructType()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no column features");
    StructType taken =
        new StructType()
            .add("features", DataTypes.createArrayType(DataTypes.FloatType))
            .add("prediction", DataTypes.IntegerType);
    assertThatThrownBy(() -> estimator.transformSchema(taken))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("prediction already");
    assertThatThrownBy(
            () -> new ConstrainedSpectralClustering().setConstraints(pairs).fit(scaled()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("idCol");
    assertThatThrownBy(
            () -> constrained().setSettings(new String[] {"graph.neighbours=3"}).fit(scaled()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean graph.neighbors");
  }
}
