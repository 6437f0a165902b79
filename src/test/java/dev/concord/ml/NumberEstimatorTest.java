package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A number of clusters that the estimator chooses. */
@Tag("spark")
class NumberEstimatorTest {
  private static Dataset<Row> data() {
    Dataset<Row> iris = SampleTables.csv("iris", "features");
    String[] columns =
        Arrays.stream(iris.columns()).filter(c -> !c.equals("id")).toArray(String[]::new);
    return new VectorAssembler()
        .setInputCols(columns)
        .setOutputCol("features")
        .transform(iris)
        .select("id", "features");
  }

  private static ConstrainedSpectralClustering estimator() {
    return new ConstrainedSpectralClustering()
        .setIdCol("id")
        .setMethod("ncut")
        .setConstraints(SampleTables.csv("iris", "constraints"));
  }

  @Test
  void zeroClustersMeansThatTheNumberIsChosen() {
    Dataset<Row> data = data();
    long clusters =
        estimator().setK(0).fit(data).transform(data).select("prediction").distinct().count();
    assertThat(clusters).isBetween(2L, 8L);
    assertThatThrownBy(() -> estimator().setK(-1)).hasMessageContaining("k");
  }

  @Test
  void aRangeAndLevelsAreSettings() {
    Dataset<Row> data = data();
    ConstrainedSpectralClusteringModel ranged =
        estimator().setSettings(new String[] {"clusters.count=3-4"}).fit(data);
    assertThat(ranged.transform(data).select("prediction").distinct().count()).isBetween(3L, 4L);
    ConstrainedSpectralClusteringModel nested =
        estimator().setSettings(new String[] {"clusters.count=[3,5]"}).fit(data);
    assertThat(nested.transform(data).select("prediction").distinct().count()).isEqualTo(5L);
  }
}
