package dev.concord.graph.nndescent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.ivf.ProbeEffort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescentEffortTest {

  @ParameterizedTest
  @CsvSource({"1,5000,24", "10,100000,24", "11,100000,26", "60,9,124", "10,3000000,36"})
  void rowsKeepMoreEdgesThanNeighbours(int k, int n, int width) {
    assertThat(DescentEffort.widthFor(k, n)).isEqualTo(width);
  }

  @Test
  void theGraphPaysWhereVeryManyListsWouldBeNeeded() {
    DescentEffort graph = new DescentEffort(40, 24);
    assertThat(graph.isPreferredTo(new ProbeEffort(32, 18), 256, 32, 32)).isFalse();
    assertThat(graph.isPreferredTo(new ProbeEffort(256, 18), 256, 32, 32)).isFalse();
    assertThat(graph.isPreferredTo(new ProbeEffort(900, 18), 256, 32, 32)).isTrue();
    double cost = graph.cost(256, 32, 32);
    assertThat(graph.raised(10_000).cost(256, 32, 32)).isGreaterThan(cost);
    assertThat(graph.raised(50).probes()).isEqualTo(50);
  }
}
