package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingValuesTest {
  private static final double NA = Double.NaN;

  private static final double[][] X = {
    {1, NA, 7, 0, NA}, {2, 4, NA, 0, NA}, {9, NA, 5, 0, NA}, {NA, 8, 6, 3, NA}, {4, 1, 100, NA, NA},
  };

  private static List<MissingValues> parts(int panelRows) {
    return GraphData.panels(X, panelRows).stream()
        .map(panel -> MissingValues.of(panel, X.length))
        .toList();
  }

  @Test
  void theMeanIsThatOfTheValuesThatAreThere() {
    // By hand: (1 + 2 + 9 + 4) / 4, (4 + 8 + 1) / 3, (7 + 5 + 6 + 100) / 4, 3 / 4, none.
    assertThat(MissingValues.substitutes(parts(5), MissingRule.MEAN))
        .containsExactly(4.0, 13.0 / 3.0, 29.5, 0.75, NA);
  }

  @Test
  void theMedianIsAValueOfTheColumnTheLowerOfTwo() {
    for (int panelRows : new int[] {5, 2, 1}) {
      assertThat(MissingValues.substitutes(parts(panelRows), MissingRule.MEDIAN))
          .containsExactly(2.0, 4.0, 6.0, 0.0, NA);
    }
  }

  @Test
  void missingValuesAreCountedByColumn() {
    assertThat(MissingValues.counts(parts(2))).containsExactly(1, 2, 1, 1, 5);
  }

  @Test
  void onlyMissingValuesAreFilled() {
    FeaturePanel panel = GraphData.panels(X, 5).get(0);
    FeaturePanel filled = MissingValues.filled(panel, new double[] {10, 20, 30, 40, 50});
    double[] row = new double[5];
    filled.copyRow(1, row);
    assertThat(row).containsExactly(2, 4, 30, 0, 50);
    filled.copyRow(3, row);
    assertThat(row).containsExactly(10, 8, 6, 3, 50);
  }

  @Test
  void sparsePanelsAreReadAlike() {
    double[][] x = new double[64][40];
    for (int i = 0; i < 64; i++) {
      x[i][i % 40] = i + 0.1;
    }
    x[3][7] = NA;
    FeaturePanel panel = GraphData.panels(x, 64).get(0);
    assertThat(panel.isSparse()).isTrue();
    MissingValues part = MissingValues.of(panel, 64);
    assertThat(MissingValues.counts(List.of(part))[7]).isEqualTo(1);
    // 61 zeros, 7.1 and 47.1... the median of 63 values is 0.
    assertThat(MissingValues.substitutes(List.of(part), MissingRule.MEDIAN)[7]).isZero();
    assertThat(MissingValues.substitutes(List.of(part), MissingRule.MEAN)[7])
        .isEqualTo((7.1 + 47.1) / 63);
  }
}
