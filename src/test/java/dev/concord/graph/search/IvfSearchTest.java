package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.PanelNeighbors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IvfSearchTest {

  /** k and eight more, as the exact search keeps them. */
  private static final int CANDIDATES = 18;

  private static void assertEqual(NeighborLists found, NeighborLists expected) {
    assertThat(found.index()).isEqualTo(expected.index());
    assertThat(found.distance()).isEqualTo(expected.distance());
  }

  @ParameterizedTest
  @CsvSource({"900,2,9", "1500,12,30", "700,40,5"})
  void withAllListsSearchedTheNeighboursAreTheExactOnes(int n, int dim, int lists) {
    double[][] x = IvfCases.mixture(n, dim, 6, n);
    IvfCases cases = new IvfCases(x, lists);
    NeighborLists found = cases.search(1 << 20, 200, cases.quantizer.lists(), CANDIDATES, 10);
    assertEqual(found, GraphData.bruteForce(x, 10));
    assertThat(cases.undecided).isLessThan(n / 50);
  }

  @Test
  void moreListsFindMoreNeighbours() {
    double[][] x = IvfCases.mixture(4000, 8, 5, 3);
    IvfCases cases = new IvfCases(x, 60);
    NeighborLists truth = GraphData.bruteForce(x, 10);
    double last = 0.0;
    for (int probes : new int[] {1, 3, 8, 20}) {
      double recall = IvfCases.recall(cases.search(400, 500, probes, CANDIDATES, 10), truth);
      assertThat(recall).isGreaterThan(last);
      last = recall;
    }
    assertThat(last).isGreaterThan(0.99);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 90, 333, 100_000})
  void panelsDoNotChangeTheLists(int panelRows) {
    double[][] x = IvfCases.mixture(1200, 70, 4, 5);
    IvfCases cases = new IvfCases(x, 25);
    assertEqual(cases.search(300, panelRows, 4, 30, 7), cases.search(300, 5000, 4, 30, 7));
  }

  /** Grids, so that there are rows that are scanned in full as well. */
  @ParameterizedTest
  @CsvSource({"1500,3,4", "1200,12,0"})
  void panelsSideBySideFindWhatEachFindsAlone(int n, int dim, int steps) {
    double[][] x = steps > 0 ? GraphData.grid(n, dim, steps, 8) : IvfCases.mixture(n, dim, 4, 11);
    IvfCases cases = new IvfCases(x, 12);
    ListLayout layout = cases.layout(200, 160);
    ListPanel[] panels = cases.panels(layout);
    List<IvfSearch> together = new ArrayList<>();
    for (ListPanel own : panels) {
      together.add(new IvfSearch(cases.quantizer, layout, own, 5, CANDIDATES));
    }
    int[] asked = new int[panels.length];
    IntFunction<ListPanel> counting =
        p -> {
          asked[p]++;
          return panels[p];
        };
    int open = 0;
    for (IvfSearch.Outcome outcome : IvfSearch.run(together, counting, 7)) {
      ListPanel own = panels[outcome.panel()];
      IvfSearch.Outcome alone =
          new IvfSearch(cases.quantizer, layout, own, 5, CANDIDATES).run(p -> panels[p], 7);
      assertThat(outcome.undecided()).isEqualTo(alone.undecided());
      PanelNeighbors lists = outcome.neighbors().lists(0);
      PanelNeighbors expected = alone.neighbors().lists(0);
      assertThat(lists.ids()).isEqualTo(expected.ids());
      assertThat(lists.index()).isEqualTo(expected.index());
      assertThat(lists.distance()).isEqualTo(expected.distance());
      open += outcome.undecided().length;
    }
    assertThat(open > 0).isEqualTo(steps > 0);
    assertThat(IntStream.of(asked).max().orElseThrow()).as("once in each pass").isLessThan(4);
  }

  @Test
  void whatSinglePrecisionCannotDecideIsScannedInFull() {
    // A grid: hundreds of points at each distance, so no bound separates the candidates.
    double[][] x = GraphData.grid(1500, 3, 4, 8);
    IvfCases cases = new IvfCases(x, 6);
    NeighborLists found = cases.search(1 << 20, 400, cases.quantizer.lists(), CANDIDATES, 5);
    assertThat(cases.undecided).isGreaterThan(300);
    assertThat(found.distance()).isEqualTo(GraphData.bruteForce(x, 5).distance());
  }

  @Test
  void constantFeaturesAndAHugeOffsetChangeNothing() {
    double[][] x = IvfCases.mixture(800, 5, 3, 9);
    for (double[] row : x) {
      row[1] = -7.25;
      row[3] += 1e6;
    }
    IvfCases cases = new IvfCases(x, 12);
    assertEqual(
        cases.search(1 << 20, 150, cases.quantizer.lists(), CANDIDATES, 6),
        GraphData.bruteForce(x, 6));
  }

  @Test
  void aHeapOfEqualPointsIsSearchedBySubLists() {
    double[][] x = IvfCases.mixture(2600, 6, 3, 10);
    for (int i = 0; i < 1800; i++) {
      x[i] = x[0].clone();
    }
    IvfCases cases = new IvfCases(x, 20);
    ListLayout layout = cases.layout(200, 500);
    assertThat(layout.largestSubList()).isLessThanOrEqualTo(200);
    assertThat(layout.dividedLists()).isPositive();
    NeighborLists found = cases.search(200, 500, 5, CANDIDATES, 10);
    for (int i = 0; i < 1800; i++) {
      assertThat(Arrays.copyOfRange(found.distance(), i * 10, i * 10 + 10)).containsOnly(0.0);
      assertThat(Arrays.copyOfRange(found.index(), i * 10, i * 10 + 10)).doesNotContain(i, -1);
    }
  }

  @Test
  void pointsThatAreAllEqualAreOneList() {
    double[][] x = new double[600][3];
    IvfCases cases = new IvfCases(x, 8);
    assertThat(cases.quantizer.lists()).isEqualTo(1);
    NeighborLists found = cases.search(100, 250, 1, CANDIDATES, 4);
    assertThat(found.distance()).containsOnly(0.0);
    assertThat(found.index()).doesNotContain(-1);
  }

  @Test
  void rowsWithFewerPointsInReachThanNeighboursSayHowMany() {
    double[][] x = IvfCases.mixture(60, 3, 20, 11);
    IvfCases cases = new IvfCases(x, 30);
    NeighborLists found = cases.search(1 << 20, 100, 1, CANDIDATES, 10);
    assertThat(found.index()).contains(-1);
    for (int i = 0; i < 60; i++) {
      int[] list = Arrays.copyOfRange(found.index(), i * 10, i * 10 + 10);
      int known = (int) Arrays.stream(list).filter(id -> id >= 0).count();
      assertThat(Arrays.copyOf(list, known)).doesNotContain(-1, i);
    }
  }

  @Test
  void reducedCoordinatesStillFindTheNeighbours() {
    // 200 features, nearly all variance along 30 of them.
    double[][] low = IvfCases.mixture(3000, 30, 5, 12);
    double[][] mix = GraphData.gaussian(30, 200, 0.0, 0.2, 13);
    double[][] x = GraphData.gaussian(3000, 200, 0.0, 0.05, 14);
    for (int i = 0; i < x.length; i++) {
      for (int f = 0; f < 200; f++) {
        for (int d = 0; d < 30; d++) {
          x[i][f] += low[i][d] * mix[d][f];
        }
      }
    }
    IvfCases cases = new IvfCases(x, 30);
    assertThat(cases.reduction.reduced()).isEqualTo(32);
    NeighborLists truth = GraphData.bruteForce(x, 10);
    NeighborLists found = cases.search(1 << 20, 500, cases.quantizer.lists(), 60, 10);
    assertThat(IvfCases.recall(found, truth)).isGreaterThan(0.99);
  }
}
