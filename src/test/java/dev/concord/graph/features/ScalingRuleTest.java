package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScalingRuleTest {

  private static ScalingChoice choice(double[][] x) {
    return choice(x, x.length);
  }

  private static ScalingChoice choice(double[][] x, int panelRows) {
    return choice(GraphData.panels(x, panelRows), x.length);
  }

  private static ScalingChoice choice(List<FeaturePanel> panels, int n) {
    return ScalingRule.of(
        ColumnSample.all(panels.stream().map(panel -> ColumnSample.of(panel, n)).toList()));
  }

  /** Columns of equal spread with the units given, none centred. */
  private static double[][] units(int n, double... unit) {
    double[][] x = GraphData.gaussian(n, unit.length, 3.0, 1.0, 7);
    for (double[] row : x) {
      for (int d = 0; d < unit.length; d++) {
        row[d] *= unit[d];
      }
    }
    return x;
  }

  private static double[][] golden(String name) {
    return GraphData.golden(name + "-x.csv");
  }

  @Test
  void columnsOfOneUnitStay() {
    assertThat(choice(units(300, 1, 2, 0.5, 4)).reason()).isEqualTo(ScalingReason.COMPARABLE);
    assertThat(choice(golden("iris3")).reason()).isEqualTo(ScalingReason.COMPARABLE);
    assertThat(choice(units(300, 1, 2, 0.5, 4)).scaler().scaling()).isEqualTo(FeatureScaling.NONE);
  }

  /** Rows of {@code dim} counts of words, each text ten times as long as the one before. */
  private static double[][] texts(int rows, int dim, int words) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[rows][dim];
    for (int r = 0; r < rows; r++) {
      for (int w = 0; w < words; w++) {
        x[r][random.nextInt(dim)] += r % 2 == 0 ? 1.0 : 10.0;
      }
    }
    return x;
  }

  @Test
  void rowsOfFewValuesAreComparedByDirection() {
    ScalingChoice choice = choice(texts(60, 300, 20), 16);
    assertThat(choice.reason()).isEqualTo(ScalingReason.SPARSE_ROWS);
    assertThat(choice.scaler().scaling()).isEqualTo(FeatureScaling.UNIT);
    assertThat(choice.text())
        .isEqualTo("compared by direction, rows of few values, such as words of a text");
    double[][] unit = texts(60, 300, 20);
    for (double[] row : unit) {
      double length = Math.sqrt(Arrays.stream(row).map(v -> v * v).sum());
      Arrays.setAll(row, d -> row[d] / length);
    }
    assertThat(choice(unit).reason()).isEqualTo(ScalingReason.SPARSE_ROWS);
  }

  @Test
  void rowsOfFewFeaturesOrManyValuesOrNegativeOnesAreNoTexts() {
    assertThat(choice(texts(60, 250, 20)).reason()).isNotEqualTo(ScalingReason.SPARSE_ROWS);
    assertThat(choice(texts(60, 300, 60)).reason()).isNotEqualTo(ScalingReason.SPARSE_ROWS);
    double[][] signed = texts(60, 300, 20);
    signed[5][7] = -1.0;
    assertThat(choice(signed).reason()).isNotEqualTo(ScalingReason.SPARSE_ROWS);
  }

  @Test
  void columnsOfMixedUnitsAreScaledToOneRange() {
    ScalingChoice choice = choice(units(300, 1, 2, 0.5, 1000));
    assertThat(choice.reason()).isEqualTo(ScalingReason.MIXED);
    assertThat(choice.scaler().scaling()).isEqualTo(FeatureScaling.RANGE);
    assertThat(choice.text()).startsWith("scaled by range, columns differ by a factor of 1,900");
    assertThat(choice(golden("wdbc")).applied()).isEqualTo(FeatureScaling.RANGE);
  }

  @Test
  void aUnitOfTheUserDoesNotChangeTheScaledRows() {
    double[][] x = units(300, 1, 64, 0.25, 1024);
    double[][] others = units(300, 1024, 1, 4, 64);
    FeatureScaler first = choice(x).ranges();
    FeatureScaler second = choice(others).ranges();
    for (int i = 0; i < x.length; i++) {
      first.apply(x[i]);
      second.apply(others[i]);
      // The units are powers of two: the same bits.
      assertThat(x[i]).containsExactly(others[i]);
    }
  }

  @Test
  void pixelsStayThoughSomeHardlyVary() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] x = new double[500][40];
    for (double[] row : x) {
      for (int d = 0; d < 30; d++) {
        row[d] = random.nextInt(256);
      }
      // The border: nearly always 0, at most a trace of ink.
      for (int d = 30; d < 40; d++) {
        row[d] = random.nextInt(50) == 0 ? 1 + random.nextInt(3) : 0;
      }
    }
    ScalingChoice choice = choice(x);
    assertThat(choice.reason()).isEqualTo(ScalingReason.COMPARABLE);
    assertThat(choice.factor()).isGreaterThan(50.0);
  }

  @Test
  void rowsOfOneLengthStayWhateverTheirColumns() {
    double[][] x = units(300, 1, 100, 1, 1);
    FeatureScaler unit = FeatureScaler.plain(FeatureScaling.UNIT);
    double[][] shares = units(300, 1, 100, 1, 1);
    for (int i = 0; i < x.length; i++) {
      unit.apply(x[i]);
      double sum = Arrays.stream(shares[i]).map(Math::abs).sum();
      for (int d = 0; d < 4; d++) {
        shares[i][d] = Math.abs(shares[i][d]) / sum;
      }
    }
    assertThat(choice(x).reason()).isEqualTo(ScalingReason.ONE_LENGTH);
    assertThat(choice(shares).reason()).isEqualTo(ScalingReason.ONE_LENGTH);
  }

  @Test
  void aLargeOffsetIsNoLengthOfRows() {
    double[][] x = units(300, 1, 1, 1, 1);
    for (double[] row : x) {
      // A time in seconds: all rows have nearly the same norm.
      row[0] = 1.7e9 + 86_400 * row[0];
    }
    assertThat(choice(x).reason()).isEqualTo(ScalingReason.MIXED);
    double[][] narrow = units(300, 1, 1000, 1, 1);
    for (double[] row : narrow) {
      row[0] += 1e6;
    }
    assertThat(choice(narrow).reason()).isEqualTo(ScalingReason.MIXED);
  }

  @Test
  void centredColumnsStay() {
    double[][] x = units(300, 1000, 10, 1, 1);
    ColumnStats stats = ColumnStats.of(GraphData.panels(x, 300).get(0));
    for (double[] row : x) {
      for (int d = 0; d < 4; d++) {
        row[d] -= stats.mean()[d];
      }
    }
    assertThat(choice(x).reason()).isEqualTo(ScalingReason.CENTRED);
  }

  @Test
  void constantColumnsDoNotCount() {
    double[][] x = units(300, 1, 0, 0, 0);
    assertThat(choice(x).reason()).isEqualTo(ScalingReason.ONE_COLUMN);
    double[][] both = units(300, 1, 1, 0, 0);
    for (double[] row : both) {
      row[2] = 1e6;
    }
    assertThat(choice(both).reason()).isEqualTo(ScalingReason.COMPARABLE);
    assertThat(choice(both).factor()).isLessThan(2.0);
  }

  @Test
  void aFewFarPointsAreLimitedAndDecideNothingElse() {
    double[][] equal = units(300, 1, 2, 0.5, 4);
    double[][] mixed = units(300, 1, 2, 0.5, 1000);
    for (int i = 0; i < 5; i++) {
      equal[17 * i][i % 4] = 1e9;
      mixed[17 * i][i % 3] = 1e9;
    }
    ScalingChoice limited = choice(equal);
    assertThat(limited.reason()).isEqualTo(ScalingReason.FAR_VALUES);
    assertThat(limited.text()).isEqualTo("with far values limited, in their units");
    double[][] before = units(300, 1, 2, 0.5, 4);
    double widest = limited.limits().high()[3] - limited.limits().low()[3];
    for (int i = 0; i < before.length; i++) {
      limited.scaler().apply(equal[i]);
      boolean far = i % 17 == 0 && i < 85;
      for (int d = 0; d < 4; d++) {
        if (far && d == i / 17 % 4) {
          assertThat(Math.abs(equal[i][d])).isLessThanOrEqualTo(3.0 * widest);
        } else {
          assertThat(equal[i][d]).isEqualTo(before[i][d]);
        }
      }
    }
    ScalingChoice scaled = choice(mixed);
    assertThat(scaled.reason()).isEqualTo(ScalingReason.MIXED);
    for (double[] row : mixed) {
      scaled.scaler().apply(row);
      // A range, and as much again at either end.
      assertThat(Arrays.stream(row).map(Math::abs).max().orElseThrow()).isLessThanOrEqualTo(3.0);
    }
  }

  @Test
  void theLayoutOfPanelsChangesNothing() {
    int n = 3000;
    int dim = 4096;
    SplittableRandom random = new SplittableRandom(5);
    byte[] values = new byte[n * dim];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) random.nextInt();
    }
    FeaturePanel whole = FeaturePanel.ofBytes(0, 0, n, dim, values);
    int first = 1234;
    List<FeaturePanel> parts =
        List.of(
            FeaturePanel.ofBytes(0, 0, first, dim, Arrays.copyOf(values, first * dim)),
            FeaturePanel.ofBytes(
                1, first, n - first, dim, Arrays.copyOfRange(values, first * dim, n * dim)));
    // More values than the sample holds.
    assertThat(ColumnSample.size(n, dim)).isEqualTo(1024);
    FeatureScaler one = choice(List.of(whole), n).ranges();
    FeatureScaler two = choice(parts, n).ranges();
    assertThat(two.low()).containsExactly(one.low());
    assertThat(two.high()).containsExactly(one.high());
    double[][] small = units(100, 1, 2, 1000);
    assertThat(choice(small, 7).ranges().high()).containsExactly(choice(small).ranges().high());
  }

  @Test
  void theFactorIsRoundedToTwoDigits() {
    assertThat(ScalingChoice.text(FeatureScaling.RANGE, "", 314.159)).endsWith(" 310");
    assertThat(ScalingChoice.text(FeatureScaling.RANGE, "", 239_362.7)).endsWith(" 240,000");
    assertThat(ScalingChoice.text(FeatureScaling.RANGE, "", 9.94)).endsWith(" 9.9");
    assertThat(ScalingChoice.text(FeatureScaling.RANGE, "", 12.4)).endsWith(" 12");
    assertThat(ScalingChoice.text(FeatureScaling.RANGE, "", 2.5e9)).endsWith(" 2.5e+09");
    assertThat(ScalingChoice.text(FeatureScaling.NONE, "rows of one length", 3.0))
        .isEqualTo("as they are, rows of one length");
  }
}
