package dev.concord.metric.doubt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CalibrationFiguresTest {
  @Test
  void theCalibrationErrorIsTheMeanDistanceInTenBins() {
    // Cluster 0 is class 1, cluster 1 is class 0; the last point's class is not known.
    int[] truth = {1, 1, 1, 0, 0, 1, -1};
    int[] labels = {0, 0, 0, 1, 1, 1, 1};
    double[] confidence = {0.95, 0.97, 0.91, 0.65, 0.61, 0.42, 0.1};

    CalibrationFigures figures = CalibrationFigures.of(truth, labels, confidence);

    assertThat(figures.points()).isEqualTo(6);
    assertThat(figures.error()).isCloseTo(1.0 / 6, within(1e-12));
    assertThat(figures.expectedError())
        .isCloseTo(1.0 - (0.95 + 0.97 + 0.91 + 0.65 + 0.61 + 0.42) / 6, within(1e-12));
    double top = 3.0 - (0.95 + 0.97 + 0.91);
    double middle = 2.0 - (0.65 + 0.61);
    assertThat(figures.calibrationError()).isCloseTo((top + middle + 0.42) / 6, within(1e-12));
    assertThat(figures.errorsAmongDoubtful()).isEqualTo(1.0);
    CalibrationFigures.Reliability bins = figures.reliability();
    assertThat(bins.points()).containsExactly(0, 0, 0, 0, 1, 0, 2, 0, 0, 3);
    assertThat(bins.right()).containsExactly(0, 0, 0, 0, 0, 0, 2, 0, 0, 3);
    assertThat(bins.confidence()[4]).isEqualTo(0.42);
    assertThat(bins.confidence()[9]).isCloseTo(0.95 + 0.97 + 0.91, within(1e-12));
  }

  @Test
  void aTwentiethOfThePointsIsDoubtfulTheFirstAmongEquals() {
    int n = 100;
    int[] truth = new int[n];
    Arrays.fill(truth, 50, n, 1);
    int[] labels = truth.clone();
    double[] confidence = new double[n];
    Arrays.fill(confidence, 0.8);
    // Wrong: three of low confidence, and three of the confidence that most points have.
    for (int i : new int[] {0, 1, 2}) {
      labels[i] = 1;
      confidence[i] = 0.3;
    }
    for (int i : new int[] {4, 21, 90}) {
      labels[i] = 1 - labels[i];
    }

    CalibrationFigures figures = CalibrationFigures.of(truth, labels, confidence);

    // The five are 0, 1, 2, 3 and 4.
    assertThat(figures.error()).isCloseTo(0.06, within(1e-12));
    assertThat(figures.errorsAmongDoubtful()).isCloseTo(4.0 / 6.0, within(1e-12));
  }

  @Test
  void withoutAnErrorOrAPointNothingIsMissed() {
    double[] sure = {1.0, 1.0};
    CalibrationFigures right = CalibrationFigures.of(new int[] {0, 1}, new int[] {0, 1}, sure);
    assertThat(right.points()).isEqualTo(2);
    assertThat(right.error()).isZero();
    assertThat(right.calibrationError()).isZero();
    assertThat(right.errorsAmongDoubtful()).isEqualTo(1.0);
    assertThat(
            CalibrationFigures.of(new int[] {-1, -1}, new int[] {0, 1}, sure).errorsAmongDoubtful())
        .isEqualTo(1.0);
  }

  @Test
  void countsAreByTenthsAndOneIsInTheLast() {
    Doubt doubt =
        new Doubt(new double[] {0.0, 0.05, 0.49, 0.5, 1.0}, new int[5], new double[5], 2, 0);

    DoubtFigures figures = DoubtFigures.of(doubt, true, null, null);

    assertThat(figures.counts()).containsExactly(2, 0, 0, 0, 1, 1, 0, 0, 0, 1);
    assertThat(figures.belowHalf()).isCloseTo(0.6, within(1e-12));
    assertThat(figures.meanConfidence()).isCloseTo(2.04 / 5, within(1e-12));
    assertThat(figures.calibration()).isEqualTo("partitions");
  }
}
