package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The likelihood of pairs where a share of the answers has nothing to do with the clusters. */
class MixedLikelihoodTest {
  private static final int PAIRS = 100;

  /** One pair in five is a must-link. */
  private static PairConstraints pairs() {
    int[] first = new int[PAIRS];
    int[] second = new int[PAIRS];
    boolean[] must = new boolean[PAIRS];
    double[] weight = new double[PAIRS];
    for (int p = 0; p < PAIRS; p++) {
      first[p] = 2 * p;
      second[p] = 2 * p + 1;
      must[p] = p % 5 == 0;
      weight[p] = 1.0;
    }
    return PairConstraints.of(2 * PAIRS, first, second, must, weight, i -> "" + i);
  }

  private static double of(double[] probability) {
    return PartitionScores.mixedLogLikelihood(pairs(), probability);
  }

  @Test
  void clustersThatAreSureAndAlwaysRightHaveNoOddAnswers() {
    double[] right = new double[PAIRS];
    Arrays.fill(right, 0.97);
    assertThat(of(right)).isCloseTo(PAIRS * Math.log(0.97), within(1e-9));
  }

  @Test
  void clustersThatKnowNothingHaveTheLikelihoodOfTheRate() {
    double[] contrary = new double[PAIRS];
    Arrays.fill(contrary, 0.02);
    double rate = 20.5 / 101.0;
    double expected = 20 * Math.log(rate) + 80 * Math.log(1.0 - rate);
    assertThat(of(contrary)).isCloseTo(expected, within(1e-9));
  }

  /** Without odd answers the sure clusters would lose: -43 against -39. */
  @Test
  void sureClustersThatAreSometimesWrongBeatClustersThatAreHardlySeen() {
    double[] sure = new double[PAIRS];
    Arrays.fill(sure, 0.99);
    Arrays.fill(sure, 0, 10, 0.015);
    double[] hedged = new double[PAIRS];
    for (int p = 0; p < PAIRS; p++) {
      hedged[p] = p % 5 == 0 ? 0.45 : 0.75;
    }
    assertThat(of(sure)).isGreaterThan(of(hedged) + 4.0);
  }
}
