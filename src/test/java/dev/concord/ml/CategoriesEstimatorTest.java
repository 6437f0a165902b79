package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of categories beside the features: {@code categoricalCols}. */
@Tag("spark")
class CategoriesEstimatorTest {
  /** Rows of three kinds, told by two numbers and a colour; row 5 lacks a number, 6 the colour. */
  private static Dataset<Row> table;

  @TempDir Path folder;

  @BeforeAll
  static void makeTable() {
    table =
        SparkTest.session()
            .range(90)
            .selectExpr(
                "id",
                "if(id = 5, null, double(20 * (id % 3) + pmod(id * 7, 11))) as size",
                "double(1000 * (id % 2) + pmod(id * 13, 17)) as price",
                "if(id = 6, null, element_at(array('red', 'green', 'blue'), int(id % 3) + 1)) as"
                    + " colour",
                "id % 4 = 0 as sold")
            .cache();
  }

  private static Dataset<Row> vectors() {
    return table.selectExpr("id", "array(size, price) as features", "colour", "sold");
  }

  private static ConstrainedSpectralClustering estimator() {
    return new ConstrainedSpectralClustering()
        .setK(3)
        .setMethod("ncut")
        .setCategoricalCols(new String[] {"colour", "sold"})
        .setSettings(new String[] {"input.features.missing=median"});
  }

  private static int[] clusters(Dataset<Row> placed) {
    return placed.orderBy("id").select("prediction").collectAsList().stream()
        .mapToInt(row -> row.getInt(0))
        .toArray();
  }

  @Test
  void theClustersAreThoseOfTheCommandAndNewRowsGetThem() throws Exception {
    table.createOrReplaceTempView("categories_of_the_command");
    List<String> command =
        List.of(
            "input.features.format=table",
            "input.features.path=categories_of_the_command",
            "input.features.id=id",
            "input.features.columns=[size,price]",
            "input.features.categories=[colour,sold]",
            "input.features.missing=median",
            "clusters.method=ncut",
            "clusters.count=3",
            "output.path=none");
    int[] expected;
    try (ClusterJob job =
        ClusterJob.prepare(
            SparkTest.session(), ConfigLoader.load("", "test", command), JobListener.NONE)) {
      expected = job.run().labels();
    }
    ConstrainedSpectralClusteringModel model = estimator().setIdCol("id").fit(vectors());
    assertThat(clusters(model.transform(vectors()))).isEqualTo(expected);

    Dataset<Row> renamed =
        vectors()
            .filter("id not in (5, 6)")
            .selectExpr("id", "id + 1000 as old", "features", "colour", "sold");
    model.save(folder.resolve("model").toString());
    ConstrainedSpectralClusteringModel again =
        ConstrainedSpectralClusteringModel.load(folder.resolve("model").toString());
    assertThat(again.getCategoricalCols()).containsExactly("colour", "sold");
    for (ConstrainedSpectralClusteringModel one : List.of(model, again)) {
      Dataset<Row> anew = one.setIdCol("").transform(renamed);
      assertThat(clusters(anew)).hasSize(88);
      long kept =
          anew.collectAsList().stream()
              .filter(
                  row ->
                      row.<Integer>getAs("prediction")
                          == expected[(int) (long) row.<Long>getAs("id")])
              .count();
      assertThat(kept).isGreaterThanOrEqualTo(86);
    }
    Dataset<Row> odd =
        renamed
            .limit(2)
            .selectExpr("id", "features", "'violet' as colour", "boolean(null) as sold");
    assertThat(clusters(model.transform(odd))).hasSize(2);
    assertThat(model.summary().profiles().filter("column = 'colour'").count()).isPositive();
    model.release();
  }

  @Test
  void theOrderOfRowsAndPartitionsDoesNotMatterWithoutIds() {
    Dataset<Row> other = vectors().orderBy("price", "id").repartition(5);
    ConstrainedSpectralClusteringModel one = estimator().fit(vectors());
    ConstrainedSpectralClusteringModel two = estimator().fit(other);
    assertThat(clusters(two.transform(vectors()))).isEqualTo(clusters(one.transform(vectors())));
    assertThat(two.summary().clusterSizes()).isEqualTo(one.summary().clusterSizes());
  }

  @Test
  void categoriesAloneAreEnough() {
    Dataset<Row> codes = vectors().selectExpr("id", "array() as none", "colour", "sold");
    Dataset<Row> empty =
        codes.selectExpr("id", "cast(none as array<double>) as features", "colour", "sold");
    ConstrainedSpectralClusteringModel model = estimator().setIdCol("id").fit(empty);
    assertThat(model.summary().points()).isEqualTo(90);
    assertThat(model.transform(empty).filter("colour = 'red'").select("prediction").distinct())
        .satisfies(found -> assertThat(found.count()).isLessThanOrEqualTo(2L));
  }

  @Test
  void rowsWithoutACategoryAreRefusedSkippedOrKept() {
    Dataset<Row> whole = vectors().filter("id <> 5");
    ConstrainedSpectralClustering strict =
        estimator().setIdCol("id").setSettings(new String[0]).setHandleInvalid("error");
    assertThatThrownBy(() -> strict.fit(whole))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("colour");
    ConstrainedSpectralClusteringModel skipping = strict.setHandleInvalid("skip").fit(whole);
    assertThat(skipping.summary().points()).isEqualTo(88);
    assertThat(skipping.transform(whole).count()).isEqualTo(88);
    skipping.setHandleInvalid("keep");
    assertThat(skipping.transform(whole).filter("prediction = -1").count()).isEqualTo(1);
    skipping.setHandleInvalid("error");
    assertThatThrownBy(() -> skipping.transform(whole).collectAsList())
        .hasRootCauseMessage(
            "categoricalCols: column colour has no value in the row of id 6; give every point its"
                + " category, or set handleInvalid to skip or keep");
  }

  @Test
  void columnsThatAreNoneAreNamed() {
    for (List<String> wrong :
        List.of(
            List.of("color", "there is no column color"),
            List.of("features", "column features has type array<double>"),
            List.of("id", "is the column of features, ids or weights too"))) {
      ConstrainedSpectralClustering estimator =
          estimator().setIdCol("id").setCategoricalCols(new String[] {wrong.get(0)});
      assertThatThrownBy(() -> estimator.fit(vectors()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("categoricalCols: ")
          .hasMessageContaining(wrong.get(1));
    }
    Dataset<Row> many = vectors().withColumn("colour", vectors().col("id").cast("string"));
    assertThatThrownBy(() -> estimator().setIdCol("id").fit(many))
        .hasMessageContaining("column colour (categoricalCols) has 90 different values");
    Dataset<Row> ragged =
        table.selectExpr(
            "id", "if(id = 8, array(1D), array(1D, price)) as features", "colour", "sold");
    assertThatThrownBy(() -> estimator().setIdCol("id").fit(ragged))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "featuresCol: the row of id 8 has 1 features, and others have 2; every point needs as"
                + " many");
  }
}
