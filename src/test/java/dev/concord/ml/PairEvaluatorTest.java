package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.evaluation.ClusteringEvaluator;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters judged by pairs. */
@Tag("spark")
class PairEvaluatorTest {
  @TempDir Path folder;

  private static Dataset<Row> sql(String rows) {
    return dev.concord.testing.SparkTest.session().sql("select * from values " + rows);
  }

  /** Clusters 0 0 0 1 1 of points 1 to 5 and none of point 6, which weigh 1, 1, 1, 2, 3 and 1. */
  private static Dataset<Row> points() {
    return sql(
        "(1, 0, 1.0), (2, 0, 1.0), (3, 0, 1.0), (4, 1, 2.0), (5, 1, 3.0), (6, -1, 1.0)"
            + " as t(id, prediction, copies)");
  }

  private static PairEvaluator evaluator(String pairs) {
    return new PairEvaluator()
        .setIdCol("id")
        .setConstraints(sql(pairs + " as t(first, second, kind, weight)"));
  }

  @Test
  void theMeanOfTheSharesOfBothKinds() {
    String pairs =
        "(1, 2, 'must-link', 1.0), (3, 4, 'ML', 1.0), (1, 4, 'cannot-link', null),"
            + " (4, 5, '-1', 0.5), (2, 3, 'unsure', 1.0), (1, 99, 'must-link', 1.0)";
    assertThat(evaluator(pairs).evaluate(points()))
        .isCloseTo((1.0 / 2 + 1.0 / 1.5) / 2, within(1e-15));
    assertThat(evaluator(pairs).setWeightCol("copies").evaluate(points()))
        .isCloseTo((1.0 / 3 + 2.0 / 5) / 2, within(1e-15));
    assertThat(evaluator(pairs).isLargerBetter()).isTrue();
  }

  @Test
  void aPointWithoutClusterIsWithNoOther() {
    assertThat(evaluator("(6, 1, 'cannot-link', 1.0), (6, 2, 'must-link', 1.0)").evaluate(points()))
        .isEqualTo(0.5);
  }

  @Test
  void pairsOfOneKindOrOfOtherPointsAreRefused() {
    for (List<String> bad :
        List.of(
            List.of("(1, 2, 'must-link', 1.0)", "all judged pairs are must-links"),
            List.of("(1, 2, 'cannot-link', 1.0)", "all judged pairs are cannot-links"),
            List.of("(1, 2, 'maybe', 1.0)", "the kind 'maybe' is none"),
            List.of(
                "(1, 77, 'must-link', 1.0)", "no judged pair has both its points in column id"))) {
      assertThatThrownBy(() -> evaluator(bad.get(0)).evaluate(points()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(bad.get(1));
    }
    assertThat(
            evaluator("(1, 2, 'must-link', 1.0), (1, 77, 'cannot-link', 1.0)").evaluate(points()))
        .as("a fold that lacks one kind")
        .isEqualTo(1.0);
    assertThatThrownBy(() -> new PairEvaluator().evaluate(points()))
        .hasMessageContaining("setConstraints");
    assertThatThrownBy(() -> new PairEvaluator().setConstraints(points()).evaluate(points()))
        .hasMessageStartingWith("idCol is not set");
    assertThatThrownBy(
            () ->
                evaluator("(1, 2, 'must-link', 1.0)")
                    .copy(new ParamMap())
                    .evaluate(points().drop("id")))
        .hasMessageStartingWith("idCol: there is no column id; the data has prediction, copies");
  }

  @Test
  void itIsSavedWithItsPairs() throws IOException {
    PairEvaluator saved =
        evaluator("(1, 2, 'must-link', 1.0), (1, 4, 'cannot-link', 1.0)").setWeightCol("copies");
    String path = folder.resolve("evaluator").toString();
    saved.save(path);
    PairEvaluator read = PairEvaluator.load(path);
    assertThat(read.getWeightCol()).isEqualTo("copies");
    assertThat(read.uid()).isEqualTo(saved.uid());
    assertThat(read.evaluate(points())).isEqualTo(saved.evaluate(points())).isEqualTo(1.0);
  }

  /** Pairs drawn from the truth of the wines: of one kind as many as of the other. */
  private static Dataset<Row> drawn(Dataset<Row> wine) {
    Dataset<Row> names = wine.select("id", "label");
    Dataset<Row> all =
        names
            .toDF("first", "a")
            .crossJoin(names.toDF("second", "b"))
            .filter("first < second")
            .selectExpr("first", "second", "if(a = b, 'must-link', 'cannot-link') as kind");
    return all.filter("crc32(concat(first, '-', second)) % 40 = 0").cache();
  }

  @Test
  void crossValidationFindsTheNumberOfClustersByPairsAndNotBySilhouette() {
    Dataset<Row> wine = SampleTables.wine();
    Dataset<Row> pairs = drawn(wine);
    Dataset<Row> points = SampleTables.scaled(wine).select("id", "features").cache();
    assertThat(chosen(points, new PairEvaluator().setIdCol("id").setConstraints(pairs)))
        .isEqualTo(3);
    // A silhouette needs no pairs, and two wide clusters are more compact than three.
    Dataset<Row> iris = flowers();
    Dataset<Row> truth = SampleTables.csv("iris", "truth");
    assertThat(chosen(iris, new ClusteringEvaluator())).isEqualTo(2);
    assertThat(chosen(iris, new PairEvaluator().setIdCol("id").setConstraints(drawn(truth))))
        .isEqualTo(3);
  }

  private static Dataset<Row> flowers() {
    return new VectorAssembler()
        .setInputCols(new String[] {"sepal_length", "sepal_width", "petal_length", "petal_width"})
        .setOutputCol("features")
        .transform(SampleTables.csv("iris", "features"))
        .select("id", "features");
  }

  private static int chosen(Dataset<Row> points, Evaluator evaluator) {
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering().setIdCol("id").setMethod("ncut");
    return ((ConstrainedSpectralClusteringModel)
            new CrossValidator()
                .setEstimator(estimator)
                .setEstimatorParamMaps(
                    new ParamGridBuilder().addGrid(estimator.k(), new int[] {2, 3, 5}).build())
                .setEvaluator(evaluator)
                .setNumFolds(2)
                .setSeed(3)
                .fit(points)
                .bestModel())
        .getK();
  }
}
