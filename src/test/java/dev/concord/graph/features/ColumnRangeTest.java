package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColumnRangeTest {

  private static ColumnRange of(double... values) {
    double min = Arrays.stream(values).min().orElseThrow();
    double max = Arrays.stream(values).max().orElseThrow();
    return ColumnRange.of(values, min, max);
  }

  private static void assertRange(ColumnRange found, double low, double high, double varied) {
    assertThat(found.low()).isEqualTo(low);
    assertThat(found.high()).isEqualTo(high);
    assertThat(found.varied()).isEqualTo(varied);
  }

  private static double[] mostly(double common, int times, double... others) {
    return DoubleStream.concat(
            IntStream.range(0, times).mapToDouble(i -> common), Arrays.stream(others))
        .toArray();
  }

  @Test
  void theMiddleOfDistinctValuesIsTheirRange() {
    // 1 to 401: the median is 201, 400 values differ, 10 at each end are tails.
    double[] values = IntStream.rangeClosed(1, 401).mapToDouble(i -> i).toArray();
    assertRange(of(values), 11, 391, 400.0 / 401);
  }

  @Test
  void aFewFarValuesDoNotMoveTheRange() {
    double[] values = IntStream.rangeClosed(1, 401).mapToDouble(i -> i).toArray();
    double[] far = values.clone();
    for (int i = 0; i < 10; i++) {
      far[400 - i] = 1e12 * (i + 1);
      far[i] = -1e15;
    }
    ColumnRange range = of(values);
    assertRange(of(far), range.low(), range.high(), range.varied());
  }

  @Test
  void aColumnOfMostlyOneValueHasTheRangeOfItsOthers() {
    assertRange(of(mostly(0, 97, 5, 5, 5)), 0, 5, 0.03);
    assertRange(of(mostly(0, 99, 5)), 0, 5, 0.01);
    assertRange(of(mostly(2, 6, -3, 4, 4, 4)), 2, 4, 0.4);
  }

  @Test
  void twoValuesHaveTheirDistanceHoweverManyThereAreOfEach() {
    assertRange(of(mostly(1, 50, mostly(0, 50))), 0, 1, 0.5);
    assertRange(of(mostly(1, 99, 0)), 0, 1, 0.01);
  }

  @Test
  void aConstantSampleHasTheRangeOfTheWholeColumn() {
    assertRange(ColumnRange.of(new double[] {4, 4, 4}, 1, 9), 1, 9, 0);
    assertThat(of(4, 4, 4).half()).isZero();
  }

  @Test
  void deviationsAreThoseOfTheValuesAndOfTheLimitedOnes() {
    // The median is 5, the range 1 to 9 but for a tail at each end, so the limits are -7 and 17.
    ColumnRange range = of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 105);
    assertRange(range, 1, 9, 10.0 / 11);
    assertThat(range.spread()).isEqualTo(25 + 2 * (16 + 9 + 4 + 1) + 100 * 100);
    assertThat(range.limited()).isEqualTo(25 + 2 * (16 + 9 + 4 + 1) + 12 * 12);
  }
}
