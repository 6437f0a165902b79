package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import dev.concord.graph.GraphData;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FeatureScalerTest {

  private static FeaturePanel panel(double[][] x) {
    return GraphData.panels(x, x.length).get(0);
  }

  @Test
  void standardScalingGivesMeanZeroAndDeviationOne() {
    FeaturePanel panel = panel(GraphData.gaussian(200, 3, 50.0, 7.0, 1));
    FeatureScaler scaler = FeatureScaler.of(FeatureScaling.STANDARD, ColumnStats.of(panel));
    ColumnStats after = ColumnStats.of(scaler.apply(panel));
    for (int d = 0; d < 3; d++) {
      assertThat(after.mean()[d]).isCloseTo(0.0, within(1e-13));
      assertThat(after.deviation(d)).isCloseTo(1.0, within(1e-13));
    }
    assertThat(scaler.droppedColumns()).isEmpty();
  }

  @Test
  void aConstantColumnBecomesZeroAndIsNamed() {
    FeaturePanel panel = panel(new double[][] {{1, 0.1, 5}, {2, 0.1, 5}, {4, 0.1, 5}});
    FeatureScaler scaler = FeatureScaler.of(FeatureScaling.STANDARD, ColumnStats.of(panel));
    assertThat(scaler.droppedColumns()).containsExactly(1, 2);
    double[] row = new double[3];
    scaler.apply(panel).copyRow(0, row);
    assertThat(row[1]).isZero();
    assertThat(row[2]).isZero();
    assertThat(row[0]).isNegative();
  }

  @Test
  void aScalerRebuiltFromItsFiguresScalesAlike() {
    FeaturePanel panel = panel(GraphData.gaussian(20, 3, 5.0, 2.0, 2));
    FeatureScaler scaler = FeatureScaler.of(FeatureScaling.STANDARD, ColumnStats.of(panel));
    FeatureScaler again = FeatureScaler.standard(scaler.mean(), scaler.deviation());
    double[] a = {1, 2, 3};
    double[] b = a.clone();
    scaler.apply(a);
    again.apply(b);
    assertThat(b).isEqualTo(a);
  }

  @Test
  void aRangeBecomesOneAndValuesFarOutsideMoveToItsLimit() {
    FeatureScaler scaler = FeatureScaler.range(new double[] {-1, 100, 7}, new double[] {3, 110, 7});
    double[] inside = {1, 105, 7};
    double[] outside = {1e9, -1e9, 8};
    double[] ends = {3, 100, 7};
    scaler.apply(inside);
    scaler.apply(outside);
    scaler.apply(ends);
    // By hand: widths 4 and 10; the first range holds 0, the second begins at 100.
    assertThat(inside).containsExactly(0.25, 0.5, 0.0);
    assertThat(ends).containsExactly(0.75, 0.0, 0.0);
    assertThat(outside).containsExactly(1.75, -1.0, 0.0);
    assertThat(scaler.droppedColumns()).containsExactly(2);
    assertThat(scaler.scaling()).isEqualTo(FeatureScaling.RANGE);
  }

  @Test
  void limitsMoveFarValuesAlone() {
    FeatureScaler scaler = FeatureScaler.limit(new double[] {-1, 100, 7}, new double[] {3, 110, 7});
    double[] inside = {6.9, 90.1, 7};
    double[] outside = {1e9, -1e9, 8};
    scaler.apply(inside);
    scaler.apply(outside);
    // By hand: widths 4 and 10, so -5 to 7 and 90 to 120; the third column is constant and stays.
    assertThat(inside).containsExactly(6.9, 90.1, 7);
    assertThat(outside).containsExactly(7, 90, 8);
    assertThat(scaler.droppedColumns()).isEmpty();
    assertThat(scaler.scaling()).isEqualTo(FeatureScaling.LIMIT);
    double[] more = {1e9, 0, 0, 5};
    scaler.extended(4).apply(more);
    assertThat(more).as("a column added").containsExactly(7, 90, 0, 2);
  }

  @Test
  void aRangeOfAnyMagnitudeIsScaled() {
    FeatureScaler scaler =
        FeatureScaler.range(new double[] {-1e308, 1e-300}, new double[] {1e308, 3e-300});
    double[] row = {1e308, 2e-300};
    scaler.apply(row);
    assertThat(row[0]).isEqualTo(0.5);
    assertThat(row[1]).isCloseTo(0.5, within(1e-15));
  }

  @Test
  void unitRowsHaveLengthOneAtAnyMagnitudeAndZeroRowsStay() {
    FeatureScaler unit = FeatureScaler.plain(FeatureScaling.UNIT);
    double[][] rows = {{3, 4}, {3e300, 4e300}, {3e-310, 4e-310}, {0, 0}};
    for (double[] row : rows) {
      unit.apply(row);
    }
    assertThat(rows[0]).containsExactly(0.6, 0.8);
    assertThat(rows[1][0]).isCloseTo(0.6, within(1e-15));
    assertThat(rows[2][1]).isCloseTo(0.8, within(1e-12));
    assertThat(rows[3]).containsExactly(0.0, 0.0);
  }

  @Test
  void noScalingHandsThePanelOn() {
    FeaturePanel panel = panel(new double[][] {{1, 2}, {3, 4}});
    assertThat(FeatureScaler.plain(FeatureScaling.NONE).apply(panel)).isSameAs(panel);
  }

  @Test
  void aZeroRowHasNoCosineAndIsNamed() {
    double[][] x = GraphData.gaussian(9, 2, 0.0, 1.0, 3);
    Arrays.fill(x[7], 0.0);
    FeaturePanel panel = GraphData.panels(x, 5).get(1);
    assertThat(FeatureScaler.zeroRows(panel)).containsExactly(7);
    assertThatThrownBy(() -> FeatureScaler.requireDirections(panel, id -> "doc-" + id))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "table features: all features of row doc-7 are 0, so it has no cosine with any other"
                + " row, but graph.kernel = cosine needs one; remove such rows or choose another"
                + " graph.kernel.");
    FeatureScaler.requireDirections(GraphData.panels(x, 5).get(0), Integer::toString);
  }
}
