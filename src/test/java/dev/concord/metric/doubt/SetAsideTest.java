package dev.concord.metric.doubt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SetAsideTest {
  private static final double[] SCORES = {0.9, 0.0, 0.5, 0.5, 0.8, 0.1, 0.7, 0.6, 0.3, 0.2};
  private static final int[] LABELS = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};

  private static SetAside aside(double share, int known, double least) {
    boolean[] stays = new boolean[10];
    if (known >= 0) {
      stays[known] = true;
    }
    double[] weight = new double[10];
    Arrays.fill(weight, 1.0);
    return SetAside.of(SCORES, LABELS, stays, share, weight, new double[] {least, least});
  }

  @Test
  void pointsOfTheHighestScoreAreSetAsideTheFirstAmongEquals() {
    SetAside aside = aside(0.5, -1, 0.0);

    assertThat(aside.applied(LABELS)).containsExactly(-1, 0, -1, 0, -1, 1, -1, -1, 1, 1);
    assertThat(aside.figures()).isEqualTo(new SetAside.Figures(0.5, 5, 0.5));
  }

  @Test
  void aPointOfWhichSomethingIsKnownStays() {
    assertThat(aside(0.3, 0, 0.0).applied(LABELS)).containsExactly(0, 0, 0, 0, -1, 1, -1, -1, 1, 1);
  }

  @Test
  void aClusterKeepsItsLeastSizeAndAtLeastOnePoint() {
    assertThat(aside(0.9, -1, 4.0).figures().points()).isEqualTo(2);
    int[] left = aside(0.99, -1, 0.0).applied(LABELS);
    assertThat(Arrays.stream(left).filter(label -> label == 0)).hasSize(1);
    assertThat(Arrays.stream(left).filter(label -> label == 1)).hasSize(1);
  }

  @Test
  void aPointOfScoreZeroIsNoOutlier() {
    SetAside aside =
        SetAside.of(
            new double[4],
            new int[4],
            new boolean[4],
            0.5,
            new double[] {1, 1, 1, 1},
            new double[1]);
    assertThat(aside.figures()).isEqualTo(new SetAside.Figures(0.5, 0, 1.0));
  }
}
