package dev.concord.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.drift.Changes.Reason;
import dev.concord.drift.Lineage.Event;
import dev.concord.drift.Lineage.Row;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChangesTest {
  /** Points 0 to 9; 9 is new, 4 is set aside, 5 and 6 went from 1 to 0, 8 from 2 to 1. */
  private static final int[] EARLIER = {0, 0, 0, 0, 1, 1, 1, 1, 2, -1};

  private static final int[] NOW = {0, 0, 0, 0, -1, 0, 0, 1, 1, 1};

  private static Changes changes(PairConstraints pairs) {
    return Changes.of(EARLIER, NOW, new boolean[0], pairs, MustLinkClosure.of(pairs));
  }

  private static PairConstraints pairs(int[][] must, int[][] cannot) {
    int count = must.length + cannot.length;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] kind = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      int[] pair = p < must.length ? must[p] : cannot[p - must.length];
      first[p] = pair[0];
      second[p] = pair[1];
      kind[p] = p < must.length;
      weight[p] = 1.0;
    }
    return PairConstraints.of(10, first, second, kind, weight, i -> "p" + i);
  }

  @Test
  void pointsThatChangedHaveAReason() {
    Changes changes = changes(pairs(new int[][] {{5, 0}, {5, 6}}, new int[][] {}));

    assertThat(changes.points()).containsExactly(4, 5, 6, 8, 9);
    assertThat(changes.before()).containsExactly(1, 1, 1, 2, Changes.NONE);
    assertThat(changes.after()).containsExactly(-1, 0, 0, 1, 1);
    // 6 is tied to 5, whose must-link to 0 the earlier clusters violate.
    assertThat(changes.reasons())
        .containsExactly(Reason.ASIDE, Reason.PAIR, Reason.PAIR, Reason.NEIGHBOURS, Reason.NEW);
    assertThat(changes.count(Reason.PAIR)).isEqualTo(2);
  }

  @Test
  void cannotLinksAndMustLinksToNewPointsMovePoints() {
    Changes apart = changes(pairs(new int[][] {}, new int[][] {{5, 7}, {0, 8}}));
    assertThat(apart.reasons())
        .containsExactly(
            Reason.ASIDE, Reason.PAIR, Reason.NEIGHBOURS, Reason.NEIGHBOURS, Reason.NEW);

    Changes joined = changes(pairs(new int[][] {{8, 9}}, new int[][] {}));
    assertThat(joined.reasons()[3]).isEqualTo(Reason.PAIR);
  }

  @Test
  void clustersHaveALineage() {
    Lineage lineage = Lineage.of(EARLIER, NOW, new int[] {2, 2});

    assertThat(lineage.rows())
        .containsExactly(
            new Row(0, 0, 4, Event.KEPT),
            new Row(1, -1, 1, Event.ASIDE),
            new Row(1, 0, 2, Event.MERGED),
            new Row(1, 1, 1, Event.KEPT),
            new Row(2, 1, 1, Event.MERGED),
            new Row(2, Changes.NONE, 2, Event.GONE),
            new Row(Changes.NONE, 1, 1, Event.NEW));
  }

  @Test
  void aTenthOfAClusterIsASplitAndLessIsNot() {
    int[] earlier = new int[40];
    int[] now = new int[40];
    Arrays.fill(now, 0, 4, 1);
    now[4] = 2;

    assertThat(Lineage.of(earlier, now, new int[0]).rows())
        .containsExactly(
            new Row(0, 0, 35, Event.KEPT),
            new Row(0, 1, 4, Event.SPLIT),
            new Row(0, 2, 1, Event.MOVED));
  }

  @Test
  void aDriftAboveTheLimitIsRefusedWithWhatMoved() {
    Changes changes = changes(pairs(new int[][] {{5, 0}}, new int[][] {}));
    Lineage lineage = Lineage.of(EARLIER, NOW, new int[0]);

    assertThatThrownBy(() -> DriftException.check(0.4, 9, changes, lineage, i -> "p" + i))
        .isInstanceOf(DriftException.class)
        .hasMessageContaining("clusters.max-drift = 0.4: 4 of the 9 points")
        .hasMessageContaining("44.44 %; 1 by pairs, 0 changed, 2 by neighbours")
        .hasMessageContaining("2 from cluster 1 to 0")
        .hasMessageContaining("points p4, p5, p6, p8");
    assertThatCode(() -> DriftException.check(0.5, 9, changes, lineage, i -> "p" + i))
        .doesNotThrowAnyException();
  }
}
