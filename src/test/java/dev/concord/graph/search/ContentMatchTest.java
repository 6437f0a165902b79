package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContentMatchTest {
  @Test
  void rowsOfEqualFingerprintsMatch() {
    ContentMatch match =
        ContentMatch.of(new long[] {7, -3, 5, 11}, new long[] {11, 8, 5, Long.MIN_VALUE, 7});
    assertThat(match.nowOf()).containsExactly(4, -1, 2, 0);
    assertThat(match.fresh()).containsExactly(1, 3);
    assertThat(match.gone()).isEqualTo(1);
  }

  @Test
  void fingerprintsThatOccurTwiceMatchNothing() {
    ContentMatch match = ContentMatch.of(new long[] {1, 1, 2, 3}, new long[] {1, 2, 2, 3});
    assertThat(match.nowOf()).containsExactly(-1, -1, -1, 3);
    assertThat(match.fresh()).containsExactly(0, 1, 2);
  }

  @Test
  void emptyTablesMatchNothing() {
    assertThat(ContentMatch.of(new long[0], new long[] {4}).fresh()).containsExactly(0);
    assertThat(ContentMatch.of(new long[] {4}, new long[0]).gone()).isEqualTo(1);
  }
}
