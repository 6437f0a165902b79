package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.graph.RankedRows;
import dev.concord.graph.features.FeaturePanel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuerySearchTest {

  /** Levels: coordinates are whole numbers below it, so that a few make many ties. */
  @ParameterizedTest
  @CsvSource({
    "1, 40, 7, 3, 5, 1000000",
    "2, 1300, 600, 20, 10, 1000000",
    "3, 900, 50, 2, 10, 3",
    "4, 50, 20, 5, 50, 4",
    "5, 700, 30, 1, 7, 2"
  })
  void theListsAreThoseOfMeasuringEveryPair(
      long seed, int n, int queries, int dim, int k, int levels) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] points = random.ints((long) n * dim, 0, levels).asDoubleStream().toArray();
    double[] rows = random.ints((long) queries * dim, 0, levels).asDoubleStream().toArray();
    FeaturePanel asked = FeaturePanel.of(99, n, queries, dim, rows);
    for (int panelRows : new int[] {n, 1 + n / 3}) {
      List<FeaturePanel> panels = panels(points, n, dim, panelRows);
      RankedRows found = QuerySearch.nearest(asked, panels, QuerySearch.centre(panels), k);
      assertThat(found.uncertified()).isEmpty();
      for (int r = 0; r < queries; r++) {
        int row = r;
        double[] distance = new double[n];
        for (int i = 0; i < n; i++) {
          double sum = 0.0;
          for (int d = 0; d < dim; d++) {
            double difference = rows[row * dim + d] - points[i * dim + d];
            sum += difference * difference;
          }
          distance[i] = Math.sqrt(sum);
        }
        int[] nearest =
            IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> distance[i]).thenComparing(i -> i))
                .limit(k)
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(Arrays.copyOfRange(found.index(), r * k, (r + 1) * k)).containsExactly(nearest);
        assertThat(Arrays.copyOfRange(found.distance(), r * k, (r + 1) * k))
            .containsExactly(Arrays.stream(nearest).mapToDouble(i -> distance[i]).toArray());
      }
    }
  }

  @Test
  void moreNeighboursThanPointsAndOtherDimensionsAreRefused() {
    FeaturePanel points = FeaturePanel.of(0, 0, 2, 1, new double[] {1, 2});
    FeaturePanel asked = FeaturePanel.of(1, 2, 1, 1, new double[] {3});
    double[] centre = {0.0};
    assertThatThrownBy(() -> QuerySearch.nearest(asked, List.of(points), centre, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 neighbours among 2");
    FeaturePanel wide = FeaturePanel.of(0, 0, 1, 2, new double[] {1, 2});
    assertThatThrownBy(() -> QuerySearch.nearest(asked, List.of(wide), centre, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dimension 2");
  }

  private static List<FeaturePanel> panels(double[] points, int n, int dim, int panelRows) {
    List<FeaturePanel> panels = new ArrayList<>();
    for (int first = 0; first < n; first += panelRows) {
      int rows = Math.min(panelRows, n - first);
      double[] values = Arrays.copyOfRange(points, first * dim, (first + rows) * dim);
      panels.add(FeaturePanel.of(panels.size(), first, rows, dim, values));
    }
    return panels;
  }
}
