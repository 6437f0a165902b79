package dev.concord.partition.coloring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColorAssignmentTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void theAssignmentCostsTheLeastPossible(int k) {
    SplittableRandom random = new SplittableRandom(k);
    for (int trial = 0; trial < 20; trial++) {
      double[] cost = random.doubles((long) k * k, -1, 1).toArray();
      int[] columns = ColorAssignment.cheapest(cost, k);
      assertThat(columns).doesNotHaveDuplicates().hasSize(k);
      double sum = 0.0;
      for (int r = 0; r < k; r++) {
        sum += cost[r * k + columns[r]];
      }
      assertThat(sum).isCloseTo(least(cost, k, 0, 0), within(1e-12));
    }
  }

  /** The least cost of rows {@code row} and on with the columns not in {@code taken}. */
  private static double least(double[] cost, int k, int row, int taken) {
    if (row == k) {
      return 0.0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      if ((taken >> c & 1) == 0) {
        best = Math.min(best, cost[row * k + c] + least(cost, k, row + 1, taken | 1 << c));
      }
    }
    return best;
  }
}
