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

  private static double[] mostly(double common, int times, double... others) {
    return DoubleStream.concat(
            IntStream.range(0, times).mapToDouble(i -> common), Arrays.stream(others))
        .toArray();
  }

  @Test
  void theMiddleOfDistinctValuesIsTheirRange() {
    // 1 to 401: the median is 201, 400 values differ, 10 at each end are tails.
    double[] values = IntStream.rangeClosed(1, 401).mapToDouble(i -> i).toArray();
    assertThat(of(values)).isEqualTo(new ColumnRange(11, 391, 400.0 / 401));
  }

  @Test
  void aFewFarValuesDoNotMoveTheRange() {
    double[] values = IntStream.rangeClosed(1, 401).mapToDouble(i -> i).toArray();
    double[] far = values.clone();
    for (int i = 0; i < 10; i++) {
      far[400 - i] = 1e12 * (i + 1);
      far[i] = -1e15;
    }
    assertThat(of(far)).isEqualTo(of(values));
  }

  @Test
  void aColumnOfMostlyOneValueHasTheRangeOfItsOthers() {
    assertThat(of(mostly(0, 97, 5, 5, 5))).isEqualTo(new ColumnRange(0, 5, 0.03));
    assertThat(of(mostly(0, 99, 5))).isEqualTo(new ColumnRange(0, 5, 0.01));
    assertThat(of(mostly(2, 6, -3, 4, 4, 4))).isEqualTo(new ColumnRange(2, 4, 0.4));
  }

  @Test
  void twoValuesHaveTheirDistanceHoweverManyThereAreOfEach() {
    assertThat(of(mostly(1, 50, mostly(0, 50)))).isEqualTo(new ColumnRange(0, 1, 0.5));
    assertThat(of(mostly(1, 99, 0))).isEqualTo(new ColumnRange(0, 1, 0.01));
  }

  @Test
  void aConstantSampleHasTheRangeOfTheWholeColumn() {
    assertThat(ColumnRange.of(new double[] {4, 4, 4}, 1, 9)).isEqualTo(new ColumnRange(1, 9, 0));
    assertThat(of(4, 4, 4).half()).isZero();
  }
}
