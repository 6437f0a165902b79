package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How well pairs agree with the votes of neighbours, which says how far cosc has to search. */
class ExplainedPairsTest {
  private static final SimilarityGraph RING = EnsembleTest.ring();
  private static final int N = RING.size();

  private static int[] halves() {
    int[] halves = new int[N];
    Arrays.setAll(halves, i -> 2 * i < N ? 0 : 1);
    return halves;
  }

  @Test
  void pairsInsideClustersOfTheGraphAreExplained() {
    PairConstraints pairs =
        Pairs.of(N, new int[][] {{5, 15}, {N - 5, N - 9}}, new int[][] {{6, N - 6}});

    double mean = PartitionScores.meanLogLikelihood(pairs, RING, halves(), 2);

    // Certain of all three; no pair counts for more than 0.95.
    assertThat(mean).isCloseTo(Math.log(0.95), within(1e-12));
    assertThat(mean).isGreaterThan(MemberSearch.EXPLAINED);
  }

  @Test
  void pairsAcrossThemAreNot() {
    PairConstraints pairs =
        Pairs.of(N, new int[][] {{5, 15}, {5, N - 5}, {7, N - 9}}, new int[][] {{6, N - 6}});

    double mean = PartitionScores.meanLogLikelihood(pairs, RING, halves(), 2);

    assertThat(mean).isCloseTo((2 * Math.log(0.95) + 2 * Math.log(0.05)) / 4, within(1e-12));
    assertThat(mean).isLessThan(MemberSearch.EXPLAINED);
  }

  /** Pairs of a point between both halves say nothing about whether they are clusters. */
  @Test
  void pairsOfPointsInDoubtDoNotCount() {
    int between = N / 2;
    PairConstraints one =
        Pairs.of(N, new int[][] {{5, 15}, {between, 9}}, new int[][] {{6, N - 6}});
    PairConstraints most =
        Pairs.of(N, new int[][] {{5, 15}, {between, 9}}, new int[][] {{between, N - 6}});

    assertThat(PartitionScores.meanLogLikelihood(one, RING, halves(), 2))
        .isLessThan(MemberSearch.EXPLAINED);
    assertThat(PartitionScores.meanLogOfClear(one, RING, halves(), 2))
        .isCloseTo(Math.log(0.95), within(1e-12));
    assertThat(PartitionScores.meanLogOfClear(most, RING, halves(), 2))
        .as("where most pairs are such, all count")
        .isEqualTo(PartitionScores.meanLogLikelihood(most, RING, halves(), 2));
  }

  @Test
  void clearPairsAcrossThemCount() {
    PairConstraints pairs =
        Pairs.of(N, new int[][] {{5, 15}, {5, N - 5}, {7, N - 9}}, new int[][] {{6, N - 6}});

    assertThat(PartitionScores.meanLogOfClear(pairs, RING, halves(), 2))
        .isCloseTo((2 * Math.log(0.95) + 2 * Math.log(0.05)) / 4, within(1e-12));
  }
}
