package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContingencyTableTest {
  @Test
  void onlyCellsWithPointsAreStored() {
    ContingencyTable table =
        ContingencyTable.of(
            new int[] {7, 0, 7, -1, 0, 7}, new int[] {2, 2, 0, 0, 2, 2}, new boolean[6]);
    assertThat(table.clusterStart()).containsExactly(0, 1, 1, 3);
    assertThat(table.classOf()).containsExactly(7, 0, 7);
    assertThat(table.count()).containsExactly(1, 2, 2);
    assertThat(table.clusterTotals()).containsExactly(1, 0, 4);
    assertThat(table.classTotals()).containsExactly(2, 0, 0, 0, 0, 0, 0, 3);
    assertThat(table.points()).isEqualTo(5);
  }

  @Test
  void manyClassesNeedNoDenseTable() {
    int n = 300_000;
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i;
    }
    ContingencyTable table = ContingencyTable.of(labels, labels);
    assertThat(table.count()).hasSize(n).containsOnly(1);
    assertThat(table.classOf()).isEqualTo(labels);
  }
}
