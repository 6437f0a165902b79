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
                    Pairs.of(N, new int[0][], all),
                    EnsembleTest.ring(),
                    3,
                    null)
                .get(0)
                .cut())
        .as("without features nothing weighs it")
        .isNull();
  }

  private static @Nullable Double cut(int[] labels, PairConstraints pairs) {
    return PartitionScores.of(
            List.of(labels), new int[1], pairs, EnsembleTest.ring(), 3, EnsembleTest.features())
        .get(0)
        .cut();
  }
}
