package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.Golden;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A model of format version 1 as it was written once. Every later version must read it and place
 * the same points in the same way; what is expected was computed apart, see ORIGIN.md beside it.
 */
@Tag("spark")
class GoldenModelTest {
  private static final String PATH =
      Path.of("src", "test", "resources", "golden", "model", "iris-v1").toString();

  @Test
  void aModelOfVersionOneIsReadAndPlacesPointsAsEver() {
    SparkSession spark = SparkTest.session();
    JsonNode expected = Golden.load("model/iris-v1-expected.json");
    try (TrainedModel model = ModelFolder.read(spark, "model.path", PATH)) {
      ModelContent content = model.content();
      assertThat(content.facts().points()).isEqualTo(150);
      assertThat(content.facts().method()).isEqualTo("ncut");
      assertThat(content.facts().columns())
          .isEqualTo(List.of("sepal_length", "sepal_width", "petal_length", "petal_width"));
      assertThat(content.clusterOf()).isEqualTo(Golden.ints(expected.get("clusters")));
      assertThat(content.scales())
          .usingComparatorWithPrecision(1e-12)
          .containsExactly(Golden.doubles(expected.get("scales")));
      for (int i = 0; i < 150; i++) {
        assertThat(content.ids().name(i)).isEqualTo(expected.get("ids").get(i).asText());
      }
      JsonNode points = expected.get("new");
      double[] values = new double[points.size() * 4];
      for (int p = 0; p < points.size(); p++) {
        System.arraycopy(Golden.doubles(points.get(p).get("features")), 0, values, 4 * p, 4);
      }
      TrainedModel.Placer placer = model.placer(false);
      TrainedModel.Placement placed = placer.place(points.size(), values.clone(), String::valueOf);
      for (int p = 0; p < points.size(); p++) {
        JsonNode point = points.get(p);
        assertThat(placed.cluster()[p]).isEqualTo(point.get("cluster").asInt());
        assertThat(placed.distance()[p]).isCloseTo(point.get("distance").asDouble(), within(1e-12));
        assertThat(placed.confidence()[p])
            .isCloseTo(point.get("confidence").asDouble(), within(1e-12));
      }
      placer.close();
      // The features that were read are those of the training points: each coincides with itself.
      TrainedModel.Placer centres = model.placer(true);
      double[] features = new double[150 * 4];
      double[] row = new double[4];
      model
          .features()
          .collect()
          .forEach(
              panel -> {
                for (int r = 0; r < panel.rows(); r++) {
                  panel.copyRow(r, row);
                  System.arraycopy(row, 0, features, (panel.firstRow() + r) * 4, 4);
                }
              });
      assertThat(centres.place(150, features, String::valueOf).cluster())
          .isEqualTo(content.clusterOf());
      centres.close();
      assertThat(Arrays.stream(content.facts().sizes()).sum()).isEqualTo(150);
    }
  }
}
