package dev.concord.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.drift.Changes.Reason;
import org.junit.jupiter.api.Test;

class ClusterChangesTest {
  @Test
  void movesComeBeforeLargerGroupsThatAreNewOrGone() {
    int[] earlier = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, -1, -1, -1};
    int[] now = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    Changes changes =
        new Changes(new int[] {11}, new int[] {0}, new int[] {1}, new Reason[] {Reason.PAIR});
    EarlierClusters clusters =
        new EarlierClusters(
            changes, Lineage.of(earlier, now, new int[] {1, 1}), 2, new String[0], new int[0]);

    ClusterChanges page = ClusterChanges.of(clusters);

    assertThat(page.lines())
        .extracting(ClusterChanges.Line::event, ClusterChanges.Line::points)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("moved", 1L),
            org.assertj.core.groups.Tuple.tuple("new", 3L),
            org.assertj.core.groups.Tuple.tuple("gone", 2L));
  }
}
