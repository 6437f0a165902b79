package dev.concord.graph.cells;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkEffortTest {

  @ParameterizedTest
  @CsvSource({"1,24", "10,24", "11,26", "60,124"})
  void rowsKeepMoreLinksThanNeighbours(int k, int width) {
    assertThat(LinkEffort.widthFor(k)).isEqualTo(width);
  }

  @Test
  void linksPayWhereVeryManyCellsWouldBeNeeded() {
    LinkEffort links = new LinkEffort(40, 24);
    double cost = links.cost(256, 32, 32);
    assertThat(new SearchEffort(32, 18).cost(256, 32, 32)).isLessThan(cost);
    assertThat(new SearchEffort(256, 18).cost(256, 32, 32)).isGreaterThan(cost);
    assertThat(links.raised(10_000).cost(256, 32, 32)).isGreaterThan(cost);
    assertThat(links.raised(50).probes()).isEqualTo(50);
  }
}
