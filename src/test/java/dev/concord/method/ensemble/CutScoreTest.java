package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a low cut counts for in the score of a partition. */
class CutScoreTest {
  private static final int N = EnsembleTest.ring().size();
  private static final PartitionScores.Features FEATURES =
      new PartitionScores.Features(EnsembleTest.features(), false);

  /** Where pairs touch every point the votes for the points count, by three tenths. */
  @Test
  void theCutCountsByTheShareOfPointsInPairs() {
    int[] own = EnsembleTest.groups();
    int[][] all = new int[N / 2][];
    Arrays.setAll(all, p -> new int[] {2 * p, 2 * p + 1});
    int[][] half = Arrays.copyOf(all, N / 4);
    double votes = PartitionScores.meanLogVote(EnsembleTest.ring(), own);

    assertThat(cut(own, Pairs.of(N, new int[0][], all))).isCloseTo(0.3 * N * votes, within(1e-12));
    assertThat(cut(own, Pairs.of(N, new int[0][], half)))
        .isCloseTo(0.3 * N * votes * Math.pow(half.length / (N / 2.0), 4.0), within(1e-12));
    assertThat(
            PartitionScores.of(
                    List.of(own),
                    new int[1],
                    new double[1],
                    Pairs.of(N, new int[0][], all),
                    EnsembleTest.ring(),
                    3,
                    new PartitionScores.Features(null, false))
                .get(0)
                .cut())
        .as("without features nothing weighs it")
        .isNull();
  }

  /** A partition that cuts through every neighbourhood loses, but for the first tenth. */
  @Test
  void votesFarBelowThoseOfAnotherPartitionCost() {
    int[] own = new int[N];
    Arrays.setAll(own, i -> 3 * i / N);
    int[] scattered = EnsembleTest.groups();
    int[] near = own.clone();
    near[0] = 2;
    near[N / 2] = 2;
    int[] between = own.clone();
    for (int i = 5; i < 9; i += 2) {
      between[i] = 2;
    }
    PairConstraints pair = Pairs.of(N, new int[0][], new int[][] {{0, N / 2}});
    double[] votes = new double[4];
    List<int @Nullable []> all = List.of(own, scattered, near, between);
    Arrays.setAll(votes, m -> PartitionScores.meanLogVote(EnsembleTest.ring(), all.get(m)));
    double counted = 0.3 * N * Math.pow(2.0 / N, 4.0);

    List<PartitionScores.@Nullable Score> scores =
        PartitionScores.of(
            all, new int[] {0, 1, 2, 3}, new double[4], pair, EnsembleTest.ring(), 3, FEATURES);

    assertThat(votes[0] - votes[1]).isGreaterThan(1.0);
    assertThat(votes[0] - votes[2]).isBetween(0.01, 0.1);
    assertThat(votes[0] - votes[3]).isBetween(0.1, 0.16);
    assertThat(scores.get(0).cut()).isCloseTo(counted * votes[0], within(1e-12));
    assertThat(scores.get(1).cut()).isCloseTo(counted * votes[1] - 3.0, within(1e-12));
    assertThat(scores.get(2).cut()).isCloseTo(counted * votes[2], within(1e-12));
    assertThat(scores.get(3).cut())
        .isCloseTo(counted * votes[3] - 45.0 * (votes[0] - votes[3] - 0.1), within(1e-12));
  }

  /** Of principal components the separation weighs a quarter, and the agreement more. */
  @Test
  void componentsSeparateLess() {
    List<int @Nullable []> all = List.of(EnsembleTest.groups(), new int[N]);
    PairConstraints pair = Pairs.of(N, new int[0][], new int[][] {{0, 1}});
    PartitionScores.Features components =
        new PartitionScores.Features(EnsembleTest.features(), true);

    PartitionScores.Score plain =
        PartitionScores.of(
                all, new int[] {0, 1}, new double[2], pair, EnsembleTest.ring(), 3, FEATURES)
            .get(0);
    PartitionScores.Score reduced =
        PartitionScores.of(
                all, new int[] {0, 1}, new double[2], pair, EnsembleTest.ring(), 3, components)
            .get(0);

    double rest = plain.logLikelihood() + plain.cut();
    assertThat(plain.separation()).isGreaterThan(0.1);
    assertThat(plain.score())
        .isCloseTo(rest + 3.0 * plain.agreement() + 20.0 * plain.separation(), within(1e-12));
    assertThat(reduced.score())
        .isCloseTo(rest + 5.0 * plain.agreement() + 5.0 * plain.separation(), within(1e-12));
  }

  private static @Nullable Double cut(int[] labels, PairConstraints pairs) {
    return PartitionScores.of(
            List.of(labels), new int[1], new double[1], pairs, EnsembleTest.ring(), 3, FEATURES)
        .get(0)
        .cut();
  }
}
