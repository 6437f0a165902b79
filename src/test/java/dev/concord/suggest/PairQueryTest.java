package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairQueryTest {
  private static final int[] LABELS = {0, 0, 1};

  private static PairQuery.Expected expected(
      int second, PairQuery.Reason reason, double... confidence) {
    PresentClusters present =
        new PresentClusters(LABELS, 2, confidence.length == 0 ? null : confidence);
    return new PairQuery(0, second, reason, 1.0, -1).expected(present);
  }

  @Test
  void sureClustersSayWhatIsExpected() {
    PairQuery.Reason why = PairQuery.Reason.ANCHORS;
    assertThat(expected(1, why, .9, .9, .9)).isEqualTo(PairQuery.Expected.SAME);
    assertThat(expected(2, why, .9, .9, .9)).isEqualTo(PairQuery.Expected.DIFFERENT);
  }

  @Test
  void nothingIsExpectedInDoubtOrOfAPairAskedAgain() {
    PairQuery.Reason why = PairQuery.Reason.ANCHORS;
    assertThat(expected(1, why, .9, .89, .9)).isEqualTo(PairQuery.Expected.OPEN);
    assertThat(expected(1, why, .89, .9, .9)).isEqualTo(PairQuery.Expected.OPEN);
    assertThat(expected(1, why)).isEqualTo(PairQuery.Expected.OPEN);
    assertThat(expected(1, PairQuery.Reason.DOUBTFUL_CANNOT_LINK, .9, .9, .9))
        .isEqualTo(PairQuery.Expected.OPEN);
  }
}
