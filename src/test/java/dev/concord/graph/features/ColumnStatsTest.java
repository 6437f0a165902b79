package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.GraphData;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnStatsTest {

  private static ColumnStats merged(List<FeaturePanel> panels) {
    ColumnStats stats = ColumnStats.of(panels.get(0));
    for (FeaturePanel panel : panels.subList(1, panels.size())) {
      stats = stats.merge(ColumnStats.of(panel));
    }
    return stats;
  }

  @ParameterizedTest
  @CsvSource({"0,1,500", "1e6,1e-3,37", "-1e9,0.5,100", "1e6,1e-6,1"})
  void meansAndDeviationsAreRightFarFromZero(double offset, double spread, int panelSize) {
    double[][] x = GraphData.gaussian(500, 2, offset, spread, 1);
    ColumnStats stats = merged(GraphData.panels(x, panelSize));
    for (int d = 0; d < 2; d++) {
      BigDecimal sum = BigDecimal.ZERO;
      for (double[] row : x) {
        sum = sum.add(new BigDecimal(row[d]));
      }
      BigDecimal mean = sum.divide(new BigDecimal(500), MathContext.DECIMAL128);
      BigDecimal squares = BigDecimal.ZERO;
      for (double[] row : x) {
        BigDecimal deviation = new BigDecimal(row[d]).subtract(mean);
        squares = squares.add(deviation.multiply(deviation));
      }
      double sd = Math.sqrt(squares.doubleValue() / 499);
      assertThat(stats.mean()[d]).isCloseTo(mean.doubleValue(), within(4 * Math.ulp(offset + 4)));
      assertThat(stats.deviation(d) / sd).isCloseTo(1.0, within(1e-9));
      assertThat(stats.count()).isEqualTo(500);
    }
  }

  @Test
  void aConstantColumnHasDeviationZeroHoweverAwkwardItsValue() {
    double[][] x = new double[77][1];
    for (double[] row : x) {
      row[0] = 0.1;
    }
    ColumnStats stats = merged(GraphData.panels(x, 10));
    assertThat(stats.isConstant(0)).isTrue();
    assertThat(stats.deviation(0)).isZero();
    assertThat(stats.mean()[0]).isEqualTo(0.1);
  }
}
