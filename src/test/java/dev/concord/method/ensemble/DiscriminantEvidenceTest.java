package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DiscriminantEvidenceTest {
  private static final double LEAST = 0.05;

  private static DiscriminantEvidence evidence(double[] features, int[] labels, int k) {
    return new DiscriminantEvidence(FeatureScatter.of(features, labels.length), labels, k);
  }

  private static double gaussian(SplittableRandom random) {
    double sum = -6.0;
    for (int t = 0; t < 12; t++) {
      sum += random.nextDouble();
    }
    return sum;
  }

  /** Two clusters on a line, by hand. */
  @Test
  void theProbabilityOfAPairIsThatOfTheFormula() {
    double[] rows = {0.0, 1.0, 2.0, 10.0, 12.0};
    int[] labels = {0, 0, 0, 1, 1};
    PairConstraints pairs = Pairs.of(5, new int[][] {{0, 3}}, new int[][] {{0, 3}});
    double within = (1.0 + 0.0 + 1.0 + 1.0 + 1.0) / 5.0 + 1e-6 * 23.2;
    // A mean point's own squared distance, 1, grows by the square of 3/2 or of 2.
    double[] first =
        shares(3 * Math.exp(-0.5 * (1.0 / within + 1.25)), 2 * Math.exp(-0.5 * (121.0 / within)));
    double[] second =
        shares(3 * Math.exp(-0.5 * (81.0 / within)), 2 * Math.exp(-0.5 * (1.0 / within + 3.0)));
    double together = first[0] * second[0] + first[1] * second[1];

    double[] found = evidence(rows, labels, 2).probabilities(pairs);

    assertThat(found[0]).isCloseTo(together, within(1e-12));
    assertThat(found[1]).isCloseTo(1.0 - together, within(1e-12));
  }

  private static double[] shares(double a, double b) {
    return new double[] {a / (a + b), b / (a + b)};
  }

  /** Two long clusters side by side; the means of halves of their length are further apart. */
  @Test
  void aDirectionInWhichClustersSpreadCountsLess() {
    SplittableRandom random = new SplittableRandom(3);
    double[] rows = new double[2 * 400];
    int[] across = new int[400];
    int[] along = new int[400];
    for (int i = 0; i < 400; i++) {
      across[i] = i % 2;
      double length = 4.0 * gaussian(random);
      along[i] = length > 0.0 ? 1 : 0;
      rows[2 * i] = length;
      rows[2 * i + 1] = across[i] + 0.1 * length + 0.1 * gaussian(random);
    }
    double right = evidence(rows, across, 2).separation(LEAST);

    assertThat(right).isGreaterThan(evidence(rows, along, 2).separation(LEAST) + 0.1);

    double[] otherUnits = rows.clone();
    for (int i = 0; i < 400; i++) {
      otherUnits[2 * i] = 1e6 * rows[2 * i] - 3e5;
    }
    assertThat(evidence(otherUnits, across, 2).separation(LEAST)).isCloseTo(right, within(1e-6));
  }

  @Test
  void fewOddPointsAreNoSeparation() {
    SplittableRandom random = new SplittableRandom(4);
    double[] rows = new double[300];
    int[] halves = new int[300];
    int[] odd = new int[300];
    for (int i = 0; i < 300; i++) {
      halves[i] = i % 2;
      rows[i] = gaussian(random) + 4.0 * halves[i];
    }
    rows[0] = 30.0;
    odd[0] = 1;

    assertThat(evidence(rows, halves, 2).separation(LEAST))
        .isGreaterThan(evidence(rows, odd, 2).separation(LEAST) + 0.1);
  }

  @Test
  void clustersThatNoLinePartsHaveSeparationZero() {
    double[] rows = new double[2 * 200];
    int[] rings = new int[200];
    for (int i = 0; i < 200; i++) {
      rings[i] = i % 2;
      rows[2 * i] = (1 + rings[i]) * Math.cos(i * Math.PI / 100);
      rows[2 * i + 1] = (1 + rings[i]) * Math.sin(i * Math.PI / 100);
    }

    assertThat(evidence(rows, rings, 2).separation(LEAST)).isZero();
  }

  @Test
  void moreColumnsThanTheScatterHasAreFolded() {
    int columns = FeatureScatter.MOST + 88;
    SplittableRandom random = new SplittableRandom(6);
    double[] rows = new double[60 * columns];
    Arrays.setAll(rows, p -> gaussian(random) + (p / columns) % 2 * (p % columns % 2));
    int[] right = new int[60];
    Arrays.setAll(right, i -> i % 2);
    int[] wrong = new int[60];
    Arrays.setAll(wrong, i -> i / 30);

    assertThat(FeatureScatter.of(rows, 60).dim()).isEqualTo(FeatureScatter.MOST);
    PairConstraints pairs = Pairs.of(60, new int[][] {{0, 32}, {1, 59}}, new int[0][]);
    double[] likely = evidence(rows, right, 2).probabilities(pairs);
    double[] unlikely = evidence(rows, wrong, 2).probabilities(pairs);
    for (int p = 0; p < likely.length; p++) {
      assertThat(likely[p]).isGreaterThan(0.9);
      assertThat(unlikely[p]).isLessThan(0.5);
    }
  }

  /** A column without any spread, and clusters of one point and of none. */
  @Test
  void whatHasNoSpreadDoesNotJudge() {
    double[] rows = {0.0, 5.0, 0.0, 5.0, 1.0, 5.0};
    PairConstraints pairs = Pairs.of(3, new int[][] {{0, 1}}, new int[][] {{0, 2}});

    double[] found = evidence(rows, new int[] {0, 0, 2}, 3).probabilities(pairs);

    assertThat(found[0]).isGreaterThan(0.99);
    assertThat(found[1]).isGreaterThan(0.99);
  }
}
