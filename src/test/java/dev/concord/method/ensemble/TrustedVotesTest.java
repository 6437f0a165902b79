package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import org.junit.jupiter.api.Test;

/** How far the neighbours' votes for pairs count beside what the features say about them. */
class TrustedVotesTest {
  /** A hundred pairs, of which every tenth is a must-link. */
  private static PairConstraints pairs() {
    int[] first = new int[100];
    int[] second = new int[100];
    boolean[] must = new boolean[100];
    double[] weight = new double[100];
    for (int p = 0; p < 100; p++) {
      first[p] = 2 * p;
      second[p] = 2 * p + 1;
      must[p] = p % 10 == 0;
      weight[p] = 1.0;
    }
    return PairConstraints.of(200, first, second, must, weight, i -> "" + i);
  }

  @Test
  void votesAgainstAPartitionCountInFull() {
    assertThat(PartitionScores.trusted(-60.0, -27.0, 0.0)).isEqualTo(-60.0);
    assertThat(PartitionScores.trusted(-60.0, -27.0, 0.9)).isEqualTo(-60.0);
  }

  @Test
  void votesForItCountAsFarAsTheFeaturesExplainThePairs() {
    assertThat(PartitionScores.trusted(-72.0, -152.0, 0.0)).isEqualTo(-152.0);
    assertThat(PartitionScores.trusted(-72.0, -152.0, 0.25)).isEqualTo(-132.0);
    assertThat(PartitionScores.trusted(-72.0, -152.0, 1.0)).isEqualTo(-72.0);
  }

  @Test
  void whatIsExplainedIsMeasuredFromTheShareOfMustLinks() {
    double rate = 10.5 / 101.0;
    double nothing = 10 * Math.log(rate) + 90 * Math.log(1.0 - rate);
    assertThat(PartitionScores.explained(pairs(), nothing)).isCloseTo(0.0, within(1e-12));
    assertThat(PartitionScores.explained(pairs(), 0.25 * nothing)).isCloseTo(0.75, within(1e-12));
    assertThat(PartitionScores.explained(pairs(), 2.0 * nothing)).isZero();
    assertThat(PartitionScores.explained(pairs(), 0.0)).isEqualTo(1.0);
  }
}
