package dev.concord.graph.nndescent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import dev.concord.graph.ivf.IvfCases;
import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.neighbors.PanelNeighbors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescentRoundTest {
  private static final int K = 10;

  @Test
  void roundsFindWhatFewCellsMiss() {
    double[][] x = IvfCases.mixture(6000, 16, 3, 21);
    DescentCases cases = new DescentCases(new IvfCases(x, 60), 400, 1500);
    NeighborLists truth = GraphData.bruteForce(x, K);
    DescentGraph[] links = cases.start(3, 24);
    double before = IvfCases.recall(cases.neighbors(links, K), truth);
    assertThat(before).isBetween(0.2, 0.8);
    DescentGraph[] once = cases.round(links, 1 << 24);
    double after = IvfCases.recall(cases.neighbors(once, K), truth);
    assertThat(after).isGreaterThan(before + 0.15);
    double twice = IvfCases.recall(cases.neighbors(cases.round(once, 1 << 24), K), truth);
    assertThat(twice).isGreaterThan(0.98);
  }

  /** A round against its definition: all points of the circles of a row's circle. */
  @Test
  void aRoundIsTheNearestOfAllCirclesOfACircle() {
    double[][] x = IvfCases.mixture(900, 5, 4, 22);
    DescentCases cases = new DescentCases(new IvfCases(x, 20), 100, 250);
    DescentGraph[] links = cases.start(1, 6);
    Neighborhood[] circles = cases.circles(links, null);
    DescentGraph[] found = cases.round(links, 1 << 24);
    for (ListPanel own : cases.panels) {
      for (int row = 0; row < own.rows(); row++) {
        Neighborhood circle = circles[own.index()];
        TreeSet<Integer> reached = new TreeSet<>(Integer::compareUnsigned);
        for (int e = circle.start()[row]; e < circle.start()[row + 1]; e++) {
          int near = circle.members()[e];
          reached.add(near);
          Neighborhood around = circles[PackedRow.panel(near)];
          int r = PackedRow.row(near);
          for (int f = around.start()[r]; f < around.start()[r + 1]; f++) {
            reached.add(around.members()[f]);
          }
        }
        reached.remove(PackedRow.of(own.index(), row));
        DescentGraph expected = DescentGraph.none(own.index(), 1, 6);
        for (int place : reached) {
          expected.offer(0, place, cases.square(own, row, place));
        }
        assertThat(places(found[own.index()], row)).isEqualTo(places(expected, 0));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"200,1", "333,50", "5000,1000", "100000,16777216"})
  void neitherPanelsNorTheQueueChangeABit(int panelRows, int queue) {
    double[][] x = IvfCases.mixture(2500, 70, 4, 23);
    IvfCases cells = new IvfCases(x, 25);
    DescentCases expected = new DescentCases(cells, 300, 700);
    DescentCases other = new DescentCases(cells, 300, panelRows);
    DescentGraph[] one = expected.round(expected.round(expected.start(2, 12), 1 << 24), 1 << 24);
    DescentGraph[] two = other.round(other.round(other.start(2, 12), queue), queue);
    NeighborLists first = expected.neighbors(one, K);
    NeighborLists second = other.neighbors(two, K);
    assertThat(second.index()).isEqualTo(first.index());
    assertThat(second.distance()).isEqualTo(first.distance());
  }

  @Test
  void aCircleHoldsLinksAndTheNearestThatLinkBack() {
    double[][] x = IvfCases.mixture(700, 3, 2, 24);
    DescentCases cases = new DescentCases(new IvfCases(x, 10), 200, 150);
    DescentGraph[] links = cases.start(2, 5);
    Neighborhood[] circles = cases.circles(links, null);
    for (ListPanel own : cases.panels) {
      for (int row = 0; row < own.rows(); row++) {
        int self = PackedRow.of(own.index(), row);
        DescentGraph back = DescentGraph.none(own.index(), 1, 5);
        for (DescentGraph from : links) {
          for (int e = 0; e < from.place().length; e++) {
            if (from.has(e) && from.place()[e] == self) {
              back.offer(0, PackedRow.of(from.panel(), e / 5), from.square()[e]);
            }
          }
        }
        List<Integer> expected = new ArrayList<>(places(links[own.index()], row));
        places(back, 0).stream().filter(place -> !expected.contains(place)).forEach(expected::add);
        Neighborhood circle = circles[own.index()];
        assertThat(
                IntStream.range(circle.start()[row], circle.start()[row + 1])
                    .mapToObj(e -> circle.members()[e]))
            .containsExactlyElementsOf(expected);
        assertThat(circle.fresh()[row]).isEqualTo(circle.start()[row + 1]);
      }
    }
  }

  /** What is left out of a round was measured before: the links are those of a full round. */
  @Test
  void leavingOutWhatWasMeasuredChangesNothing() {
    double[][] x = IvfCases.mixture(3000, 12, 3, 27);
    DescentCases cases = new DescentCases(new IvfCases(x, 30), 200, 700);
    DescentGraph[] links = cases.start(2, 10);
    Neighborhood[] before = null;
    for (int round = 0; round < 4; round++) {
      Neighborhood[] circles = cases.circles(links, before);
      DescentGraph[] full = cases.round(links, 1 << 24);
      DescentGraph[] next = cases.round(links, circles, 1 << 24);
      for (int p = 0; p < full.length; p++) {
        assertThat(next[p].place()).isEqualTo(full[p].place());
        assertThat(next[p].square()).isEqualTo(full[p].square());
      }
      if (round == 0) {
        assertThat(fresh(circles)).isEqualTo(1.0);
      } else {
        assertThat(fresh(circles)).isLessThan(1.0 - 0.2 * round);
      }
      links = next;
      before = circles;
    }
  }

  /** The share of members that are new. */
  private static double fresh(Neighborhood[] circles) {
    long fresh = 0;
    long all = 0;
    for (Neighborhood circle : circles) {
      for (int row = 0; row < circle.fresh().length; row++) {
        fresh += circle.fresh()[row] - circle.start()[row];
      }
      all += circle.members().length;
    }
    return fresh / (double) all;
  }

  @Test
  void aHeapOfEqualPointsStaysBounded() {
    double[][] x = IvfCases.mixture(2600, 6, 3, 25);
    for (int i = 0; i < 1800; i++) {
      x[i] = x[0].clone();
    }
    DescentCases cases = new DescentCases(new IvfCases(x, 20), 200, 500);
    DescentGraph[] links = cases.round(cases.start(2, 16), 4000);
    NeighborLists found = cases.neighbors(links, K);
    for (int i = 0; i < 1800; i++) {
      assertThat(Arrays.copyOfRange(found.distance(), i * K, i * K + K)).containsOnly(0.0);
      assertThat(Arrays.copyOfRange(found.index(), i * K, i * K + K)).doesNotContain(i, -1);
    }
  }

  @Test
  void singleRowsGetTheListsThatAllRowsGet() {
    double[][] x = IvfCases.mixture(1500, 8, 3, 26);
    DescentCases cases = new DescentCases(new IvfCases(x, 12), 400, 600);
    DescentGraph[] links = cases.start(2, 14);
    NeighborLists all = cases.neighbors(links, K);
    int[] wanted = {0, 17, 333, 1499};
    int met = 0;
    for (ListPanel own : cases.panels) {
      PanelNeighbors some =
          DescentRanking.some(
              own, links[own.index()], wanted, K, cases.panels.length, p -> cases.panels[p]);
      for (int r = 0; r < some.ids().length; r++) {
        int id = some.ids()[r];
        assertThat(wanted).contains(id);
        assertThat(Arrays.copyOfRange(some.index(), r * K, r * K + K))
            .isEqualTo(Arrays.copyOfRange(all.index(), id * K, id * K + K));
        met++;
      }
    }
    assertThat(met).isEqualTo(wanted.length);
  }

  private static List<Integer> places(DescentGraph links, int row) {
    return IntStream.range(row * links.width(), (row + 1) * links.width())
        .filter(links::has)
        .mapToObj(e -> links.place()[e])
        .toList();
  }
}
