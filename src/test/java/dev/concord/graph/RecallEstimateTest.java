package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecallEstimateTest {

  @Test
  void withoutDesignEffectTheIntervalIsWilsons() {
    // 8 of 10 trials: Wilson gives (0.4902, 0.9433), as in Brown, Cai and DasGupta (2001).
    int[] hits = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
    RecallEstimate estimate = RecallEstimate.of(hits, 1);
    assertThat(estimate.recall()).isEqualTo(0.8);
    double effect = 1.0 / 0.9; // s² has 9 in its denominator: the effect of k = 1 is 10 / 9
    double trials = 10 / effect;
    double z2 = 1.959963984540054 * 1.959963984540054;
    double half = Math.sqrt(z2 * 0.16 / trials + z2 * z2 / (4 * trials * trials));
    assertThat(estimate.low())
        .isCloseTo((0.8 + z2 / (2 * trials) - half) / (1 + z2 / trials), within(1e-12));
    assertThat(estimate.low()).isBetween(0.46, 0.4902);
    assertThat(estimate.high()).isBetween(0.9433, 0.96);
  }

  @Test
  void neighboursMissedTogetherWidenTheInterval() {
    int[] spread = new int[100];
    Arrays.fill(spread, 9);
    int[] together = new int[100];
    Arrays.fill(together, 0, 90, 10);
    RecallEstimate narrow = RecallEstimate.of(spread, 10);
    RecallEstimate wide = RecallEstimate.of(together, 10);
    assertThat(narrow.recall()).isEqualTo(wide.recall(), within(1e-12));
    assertThat(wide.high() - wide.low()).isGreaterThan(2.5 * (narrow.high() - narrow.low()));
  }

  @Test
  void theIntervalHoldsTheTruthAboutAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(4);
    int held = 0;
    for (int trial = 0; trial < 2000; trial++) {
      int[] hits = new int[200];
      for (int r = 0; r < hits.length; r++) {
        // Rows of two kinds: 0.999 and 0.9 of the neighbours found; the mean is 0.9792.
        double p = random.nextDouble() < 0.8 ? 0.999 : 0.9;
        for (int c = 0; c < 10; c++) {
          hits[r] += random.nextDouble() < p ? 1 : 0;
        }
      }
      RecallEstimate estimate = RecallEstimate.of(hits, 10);
      held += estimate.low() <= 0.9792 && 0.9792 <= estimate.high() ? 1 : 0;
    }
    assertThat(held / 2000.0).isBetween(0.93, 0.975);
  }

  @Test
  void allFoundStillLeavesDoubt() {
    int[] hits = new int[50];
    Arrays.fill(hits, 10);
    RecallEstimate estimate = RecallEstimate.of(hits, 10);
    assertThat(estimate.recall()).isEqualTo(1.0);
    assertThat(estimate.high()).isEqualTo(1.0);
    assertThat(estimate.low()).isBetween(0.99, 0.995);
  }
}
