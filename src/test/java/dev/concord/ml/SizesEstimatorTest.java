package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bounds on the sizes of clusters in the estimator. */
@Tag("spark")
class SizesEstimatorTest {
  private static Dataset<Row> data() {
    Dataset<Row> wine = SampleTables.csv("wine", "features");
    String[] columns =
        Arrays.stream(wine.columns()).filter(c -> !c.equals("id")).toArray(String[]::new);
    Dataset<Row> raw =
        new VectorAssembler().setInputCols(columns).setOutputCol("raw").transform(wine);
    return new StandardScaler()
        .setInputCol("raw")
        .setOutputCol("features")
        .setWithMean(true)
        .fit(raw)
        .transform(raw)
        .select("id", "features");
  }

  private static ConstrainedSpectralClustering estimator() {
    return new ConstrainedSpectralClustering()
        .setIdCol("id")
        .setK(3)
        .setConstraints(SampleTables.csv("wine", "constraints"));
  }

  private static long[] predictedSizes(Dataset<Row> predicted) {
    return predicted.groupBy("prediction").count().select("count").collectAsList().stream()
        .mapToLong(row -> row.getLong(0))
        .sorted()
        .toArray();
  }

  @Test
  void sizesOfClustersHoldForTheTrainingSet() {
    Dataset<Row> data = data();
    long[] sizes =
        predictedSizes(
            estimator().setMinClusterSize(56).setMaxClusterSize(0.35).fit(data).transform(data));
    assertThat(sizes).hasSize(3);
    assertThat(sizes[0]).isGreaterThanOrEqualTo(56);
    assertThat(sizes[2]).isLessThanOrEqualTo(62);
  }

  @Test
  void aColumnOfWeightsIsCountedWithIdsAndWithout() {
    Dataset<Row> data = data().withColumn("seats", functions.expr("1D + id % 3"));
    double total = data.selectExpr("sum(seats)").head().getDouble(0);
    for (String id : List.of("id", "")) {
      ConstrainedSpectralClustering estimator =
          new ConstrainedSpectralClustering()
              .setIdCol(id)
              .setK(3)
              .setMethod("ncut")
              .setWeightCol("seats")
              .setMaxClusterSize(0.34);
      Dataset<Row> predicted = estimator.fit(data).transform(data);
      List<Row> sums = predicted.groupBy("prediction").sum("seats").collectAsList();
      assertThat(sums).hasSize(3);
      for (Row row : sums) {
        assertThat(row.getDouble(1)).isLessThanOrEqualTo(0.34 * total + 1e-6);
      }
    }
  }

  /**
   * A line of points in two uneven halves: where the cut lies depends on how much the points weigh.
   */
  @Test
  void weightsCountLikeRepeatedRows() {
    Dataset<Row> line =
        dev.concord.testing.SparkTest.session()
            .range(60)
            .selectExpr(
                "id",
                "array(double(id) + if(id >= 20, 0.4D, 0D) + if(id >= 40, 0.4D, 0D)) as features",
                "if(id < 20, 5, 1) as copies");
    ConstrainedSpectralClustering estimator =
        new ConstrainedSpectralClustering().setK(2).setMethod("ncut").setRefine("cosc");
    Dataset<Row> repeated = line.selectExpr("id", "features", "explode(sequence(1, copies))");
    Map<Long, Integer> expected = clusters(estimator.fit(repeated).transform(line));
    Map<Long, Integer> weighed =
        clusters(estimator.copy(new ParamMap()).setWeightCol("copies").fit(line).transform(line));
    Map<Long, Integer> plain = clusters(estimator.fit(line).transform(line));
    assertThat(agreement(weighed, expected)).isGreaterThan(0.95);
    assertThat(agreement(plain, expected)).isLessThan(0.9);
  }

  private static Map<Long, Integer> clusters(Dataset<Row> predicted) {
    return predicted.select("id", "prediction").collectAsList().stream()
        .collect(Collectors.toMap(row -> row.getLong(0), row -> row.getInt(1)));
  }

  /** The share of points on which two partitions into two clusters agree. */
  private static double agreement(Map<Long, Integer> one, Map<Long, Integer> other) {
    long same =
        one.entrySet().stream().filter(e -> e.getValue().equals(other.get(e.getKey()))).count();
    return Math.max(same, one.size() - same) / (double) one.size();
  }

  @Test
  void pointsOfOneSourceHaveDifferentClustersWithIdsAndWithout() {
    Dataset<Row> data =
        data()
            .withColumn(
                "origin",
                functions.expr("case when id in (3, 70, 150) then 'a' when id < 3 then 'b' end"));
    for (String id : List.of("id", "")) {
      ConstrainedSpectralClustering estimator =
          new ConstrainedSpectralClustering().setIdCol(id).setK(3).setExclusiveCol("origin");
      Dataset<Row> predicted = estimator.fit(data).transform(data);
      for (Row row :
          predicted
              .where("origin is not null")
              .groupBy("origin", "prediction")
              .count()
              .collectAsList()) {
        assertThat(row.getLong(2)).isEqualTo(1L);
      }
    }
    for (List<String> bad :
        List.of(
            List.of("maker", "exclusiveCol: there is no column maker"),
            List.of("id", "is the column of ids or weights too"),
            List.of("features", "exclusiveCol: column features has type"))) {
      assertThatThrownBy(() -> estimator().setExclusiveCol(bad.get(0)).fit(data))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(bad.get(1));
    }
  }

  @Test
  void aColumnOfWeightsThatCannotBeIsRefused() {
    Dataset<Row> data = data();
    for (List<String> bad :
        List.of(
            List.of("seats", "weightCol: there is no column seats"),
            List.of("id", "is the column of ids or features too"),
            List.of("features", "weightCol: column features has type"))) {
      assertThatThrownBy(() -> estimator().setWeightCol(bad.get(0)).fit(data))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(bad.get(1));
    }
    Dataset<Row> negative = data.withColumn("seats", functions.expr("id - 5.0"));
    assertThatThrownBy(() -> estimator().setWeightCol("seats").setMaxClusterSize(0.5).fit(negative))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("values of column seats (weightCol) are no weights");
  }
}
