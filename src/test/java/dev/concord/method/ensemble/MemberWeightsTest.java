package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.method.MethodFigures;
import dev.concord.method.MethodResult;
import dev.concord.method.ensemble.MemberChoice.MemberWeights;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemberWeightsTest {
  private static Member member(int run, int @Nullable [] labels) {
    MethodResult result =
        labels == null ? null : new MethodResult(labels, null, null, new MethodFigures.NoFigures());
    return new Member("m", run, Member.Kind.FOUND, false, result, result == null ? "no" : null);
  }

  @Test
  void aScoreEightLowerDividesTheWeightByE() {
    List<PartitionScores.@Nullable Score> scores =
        Arrays.asList(
            new PartitionScores.Score(-10.0, null, null, null, -10.0),
            null,
            new PartitionScores.Score(-18.0, null, null, null, -18.0));

    double[] weights = MemberWeights.byScores(scores);

    assertThat(weights[0]).isEqualTo(1.0);
    assertThat(weights[1]).isZero();
    assertThat(weights[2]).isCloseTo(Math.exp(-2.0), within(1e-15));
  }

  @Test
  void withoutScoresAgreementWithTheChosenPartitionCounts() {
    int[] one = {0, 0, 0, 0, 1, 1, 1, 1};
    int[] renamed = {1, 1, 1, 1, 0, 0, 0, 0};
    int[] odd = {0, 0, 1, 1, 1, 1, 0, 0};
    double[] weights =
        MemberWeights.byAgreement(
            List.of(member(0, one), member(0, odd), member(1, renamed), member(2, null)), 2);

    assertThat(weights[0]).isEqualTo(1.0);
    assertThat(weights[1]).isCloseTo(Math.pow(0.5, 8), within(1e-15));
    assertThat(weights[2]).isEqualTo(1.0);
    assertThat(weights[3]).isZero();
    assertThat(MemberWeights.byAgreement(List.of(member(0, one)), 0)).containsExactly(1.0);
  }
}
