package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnWeightsTest {
  private static final int N = 400;

  /** Column 0 tells two classes apart, column 1 is noise of the same variance, column 2 is 0. */
  private static double[] features() {
    Random random = new Random(7);
    double[] rows = new double[3 * N];
    for (int i = 0; i < N; i++) {
      rows[3 * i] = 0.3 * random.nextGaussian() + (i % 2 == 0 ? 1.0 : -1.0);
      rows[3 * i + 1] = 1.044 * random.nextGaussian();
      rows[3 * i + 2] = 0.0;
    }
    return rows;
  }

  private static PairConstraints pairs(int count) {
    Random random = new Random(8);
    int[][] must = new int[count / 2][];
    int[][] cannot = new int[count / 2][];
    for (int p = 0; p < must.length; p++) {
      int first = 2 * random.nextInt(N / 4);
      int second = 2 * (N / 4 + random.nextInt(N / 4));
      must[p] = new int[] {first, second};
      cannot[p] = new int[] {first, second + 1};
    }
    return Pairs.of(N, must, cannot);
  }

  /** By hand: differences of 2 * 0.09 within and 4 more between, five pairs of the mean of 2.18. */
  @Test
  void aColumnCountsByTheRatioOfDifferencesApartAndTogether() {
    double[] weights = ColumnWeights.of(features(), pairs(200));
    double together = (100 * 0.18 + 5 * 2.18) / 105;
    double apart = (100 * 4.18 + 5 * 2.18) / 105;
    double ratio = apart / together - 1.0 + 0.05;
    assertThat(weights[0] / weights[1]).isBetween(ratio / 0.4, ratio / 0.05);
    // The sum of the variances stays: both are 1.09, so the weights are 2 together.
    assertThat(weights[0] + weights[1]).isCloseTo(2.0, within(0.3));
    double[] weighted = ColumnWeights.applied(features(), weights);
    assertThat(weighted[3]).isEqualTo(features()[3] * Math.sqrt(weights[0]));
    assertThat(weighted[4]).isEqualTo(features()[4] * Math.sqrt(weights[1]));
  }

  @Test
  void aPairCountsByItsWeight() {
    PairConstraints sure = pairs(200);
    double[] half = new double[sure.size()];
    Arrays.fill(half, 0.5);
    PairConstraints believed =
        PairConstraints.of(
            N, sure.first(), sure.second(), sure.mustLink(), half, Integer::toString);
    double[] weights = ColumnWeights.of(features(), believed);
    double[] of = ColumnWeights.of(features(), sure);
    assertThat(weights[0] / weights[1]).isLessThan(of[0] / of[1]);
  }

  @Test
  void columnsCountAlikeWherePairsAreFewOrColumnsOneOrMany() {
    assertThat(ColumnWeights.of(features(), pairs(18))).isNull();
    assertThat(ColumnWeights.of(features(), pairs(20))).isNotNull();
    assertThat(ColumnWeights.of(new double[N], pairs(200))).isNull();
    assertThat(ColumnWeights.of(new double[2 * N], pairs(200))).isNull();
    assertThat(ColumnWeights.of(new double[(ColumnWeights.MOST_COLUMNS + 1) * N], pairs(200)))
        .isNull();
  }
}
