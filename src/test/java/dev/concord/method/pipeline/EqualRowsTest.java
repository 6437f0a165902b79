package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import org.junit.jupiter.api.Test;

class EqualRowsTest {
  private static PairConstraints pairs(int n, int[][] pairs, boolean must, double weight) {
    int[] first = new int[pairs.length];
    int[] second = new int[pairs.length];
    boolean[] mustLink = new boolean[pairs.length];
    double[] weights = new double[pairs.length];
    for (int p = 0; p < pairs.length; p++) {
      first[p] = pairs[p][0];
      second[p] = pairs[p][1];
      mustLink[p] = must;
      weights[p] = weight;
    }
    return PairConstraints.of(n, first, second, mustLink, weights, Integer::toString);
  }

  private static final int[] ROWS = {0, 0, 0, 0, 1, 1, 2, 3};
  private static final int[] LABELS = {0, 1, 1, 1, 1, 0, 0, 1};

  @Test
  void theClusterOfMostCopiesGetsTheRow() {
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    int[] joined = EqualRows.together(LABELS, ROWS, none, null);
    assertThat(joined).containsExactly(1, 1, 1, 1, 0, 0, 0, 1);
    assertThat(EqualRows.parted(LABELS, ROWS)).isEqualTo(2);
    assertThat(EqualRows.parted(joined, ROWS)).isZero();
    assertThat(EqualRows.together(LABELS, new int[0], none, null)).isSameAs(LABELS);
  }

  @Test
  void copiesInHardPairsStayAndTheOthersFollowThem() {
    int[] joined =
        EqualRows.together(LABELS, ROWS, pairs(8, new int[][] {{0, 6}}, true, 1.0), null);
    assertThat(joined).containsExactly(0, 0, 0, 0, 0, 0, 0, 1);
    int[] apart =
        EqualRows.together(LABELS, ROWS, pairs(8, new int[][] {{0, 1}}, false, 1.0), null);
    assertThat(apart).containsExactly(0, 1, 1, 1, 0, 0, 0, 1);
    assertThat(EqualRows.parted(apart, ROWS)).isEqualTo(1);
    int[] soft = EqualRows.together(LABELS, ROWS, pairs(8, new int[][] {{0, 1}}, false, 0.5), null);
    assertThat(soft[0]).isEqualTo(1);
  }

  @Test
  void knownLabelsStayAndNoClusterIsEmptied() {
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    KnownLabels known =
        new KnownLabels(new int[] {0, -1, -1, -1, -1, -1, -1, -1}, new String[] {"a"});
    assertThat(EqualRows.together(LABELS, ROWS, none, known)[3]).isZero();
    int[] alone = {0, 0, 1, 2};
    int[] twice = {0, 0, 1, 1};
    PairConstraints few = PairConstraints.none(4, Integer::toString);
    assertThat(EqualRows.together(alone, twice, few, null)).isEqualTo(alone);
    assertThat(EqualRows.parted(alone, twice)).isEqualTo(1);
  }
}
