package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors with missing values in the estimator. */
@Tag("spark")
class DroppedRowsEstimatorTest {
  private static final List<Integer> GAPS = List.of(5, 9, 22);

  @TempDir Path folder;

  /** Two groups of 20 points far apart; some vectors have a gap. */
  private static Dataset<Row> points(boolean gaps) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      if (gaps || !GAPS.contains(i)) {
        double second = GAPS.contains(i) ? Double.NaN : i * 7 % 20;
        double first = i % 2 == 0 ? i : 500.0 + i;
        rows.add(RowFactory.create("p%02d".formatted(i), Vectors.dense(first, second)));
      }
    }
    StructType schema =
        new StructType().add("id", DataTypes.StringType).add("features", SQLDataTypes.VectorType());
    return SparkTest.session().createDataFrame(rows, schema);
  }

  private static ConstrainedSpectralClustering estimator(String... settings) {
    return new ConstrainedSpectralClustering()
        .setIdCol("id")
        .setK(2)
        .setMethod("ncut")
        .setNeighbors(3)
        .setSettings(settings);
  }

  private static Map<String, Integer> clusters(Dataset<Row> placed) {
    Map<String, Integer> clusters = new TreeMap<>();
    for (Row row : placed.select("id", "prediction").collectAsList()) {
      clusters.put(row.getString(0), row.getInt(1));
    }
    return clusters;
  }

  @Test
  void rowsWithAGapAreLeftOutOfFitAndOfTransform() throws IOException {
    ConstrainedSpectralClusteringModel whole = estimator().fit(points(false));
    ConstrainedSpectralClusteringModel model =
        estimator("input.features.missing=drop").fit(points(true));
    Map<String, Integer> expected = clusters(whole.transform(points(false)));
    assertThat(expected).hasSize(37);
    assertThat(clusters(model.transform(points(true)))).isEqualTo(expected);
    assertThat(model.summary().clusterSizes()).isEqualTo(whole.summary().clusterSizes());

    String saved = folder.resolve("model").toString();
    model.save(saved);
    ConstrainedSpectralClusteringModel read = ConstrainedSpectralClusteringModel.load(saved);
    assertThat(clusters(read.transform(points(true)))).isEqualTo(expected);
    for (ConstrainedSpectralClusteringModel one : List.of(whole, model, read)) {
      one.release();
    }
  }

  @Test
  void withoutTheRuleTheGapIsRefusedWithItsRow() {
    assertThatThrownBy(() -> estimator().fit(points(true)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("p05");
  }
}
