package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.FeaturePanel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleDistancesTest {
  private static final int[] ROWS = {0, 3, 77, 310, 599};

  private static SampleDistances of(double[][] x, int panelRows, int k) {
    List<FeaturePanel> panels = GraphData.panels(x, panelRows);
    FeaturePanel all = GraphData.panels(x, x.length).get(0);
    FeaturePanel sample = FeaturePanel.gather(-1, 0, List.of(all), new int[ROWS.length], ROWS);
    double[] centre = Centre.of(all);
    return panels.stream()
        .map(panel -> SampleDistances.within(sample, ROWS, panel, centre, k))
        .reduce(SampleDistances::merge)
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"3,600", "40,250", "90,7"})
  void theDistancesAreThoseOfTheTrueNeighbours(int dim, int panelRows) {
    double[][] x = GraphData.gaussian(600, dim, 1.0, 2.0, dim);
    SampleDistances found = of(x, panelRows, 6);
    NeighborLists truth = GraphData.bruteForce(x, 6);
    assertThat(found.open()).isEmpty();
    for (int r = 0; r < ROWS.length; r++) {
      for (int c = 0; c < 6; c++) {
        assertThat(found.nearest()[r * 6 + c]).isEqualTo(truth.distance()[ROWS[r] * 6 + c]);
      }
      assertThat(found.kth(r)).isEqualTo(truth.distance()[ROWS[r] * 6 + 5]);
    }
  }

  @Test
  void rowsAmongManyEqualDistancesAreLeftOpen() {
    assertThat(of(GraphData.grid(600, 2, 3, 4), 200, 6).open()).hasSize(ROWS.length);
  }
}
