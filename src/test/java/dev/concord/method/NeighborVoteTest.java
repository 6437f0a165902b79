package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.QueryWeights;
import org.junit.jupiter.api.Test;

class NeighborVoteTest {
  private static final int[] CLUSTER_OF = {0, 1, 1, 2};

  private static double[] votes(
      KernelType kernel, boolean directed, double sigma, double[] distance, double[] scale) {
    int[] index = {0, 1, 2};
    double[] weight = new double[3];
    new QueryWeights(kernel, directed, sigma).fill(distance, index, 0, 3, scale, weight);
    double[] votes = new double[3];
    NeighborVote.fill(distance, index, 0, 3, weight, CLUSTER_OF, votes);
    return votes;
  }

  @Test
  void selfTuningVotesAreTheGreaterOfBothDirections() {
    double[] scale = {2.0, 1.0, 8.0, 1.0};
    double[] distance = {1.0, 2.0, 4.0};
    double a = Math.max(Math.exp(-4.0 / 16), Math.exp(-4.0 / 4));
    double b = Math.max(Math.exp(-4.0 * 4 / 16), Math.exp(-4.0 * 4));
    double c = Math.max(Math.exp(-4.0), Math.exp(-4.0 * 16 / 64));
    double[] votes = votes(KernelType.SELF_TUNING, false, Double.NaN, distance, scale);
    assertThat(votes[0]).isCloseTo(a / (a + b + c), within(1e-14));
    assertThat(votes[1]).isCloseTo((b + c) / (a + b + c), within(1e-14));
    assertThat(votes[2]).isZero();
    double own = Math.exp(-4.0);
    double[] directed = votes(KernelType.SELF_TUNING, true, Double.NaN, distance, scale);
    assertThat(directed[1])
        .isCloseTo(
            (Math.exp(-1.0) + own) / (Math.exp(-0.25) + Math.exp(-1.0) + own), within(1e-14));
  }

  @Test
  void theOtherKernelsVoteByTheirWeights() {
    double[] scale = {1, 1, 1, 1};
    double[] distance = {0.5, 0.6, 1.8};
    double a = Math.exp(-0.25 / 2);
    double b = Math.exp(-0.36 / 2);
    double c = Math.exp(-3.24 / 2);
    assertThat(votes(KernelType.GAUSSIAN, false, 1.0, distance, scale)[1])
        .isCloseTo((b + c) / (a + b + c), within(1e-14));
    assertThat(votes(KernelType.BINARY, false, Double.NaN, distance, scale)[1])
        .isCloseTo(2.0 / 3, within(1e-14));
    // The third neighbour has a negative cosine and no say.
    double cosA = 1 - 0.125;
    double cosB = 1 - 0.18;
    assertThat(votes(KernelType.COSINE, false, Double.NaN, distance, scale)[1])
        .isCloseTo(cosB / (cosA + cosB), within(1e-14));
  }

  @Test
  void aPointThatCoincidesWithTrainingPointsTakesTheirCluster() {
    double[] votes =
        votes(KernelType.GAUSSIAN, false, 100.0, new double[] {0.0, 1e-9, 1e-9}, new double[4]);
    assertThat(votes).containsExactly(1.0, 0.0, 0.0);
  }

  @Test
  void nobodyVotesForAPointTooFarAwayAndTheNearestDecides() {
    double[] votes =
        votes(KernelType.GAUSSIAN, false, 1e-3, new double[] {1e3, 2e3, 3e3}, new double[4]);
    assertThat(votes).containsOnly(0.0);
    assertThat(NeighborVote.winner(votes, 2)).isEqualTo(2);
  }

  @Test
  void tiesGoToTheSmallerNumber() {
    assertThat(NeighborVote.winner(new double[] {0.2, 0.4, 0.4}, 0)).isEqualTo(1);
  }
}
