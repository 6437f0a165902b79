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
  void roundsFindWhatFewListsMiss() {
    double[][] x = IvfCases.mixture(6000, 16, 3, 21);
    DescentCases cases = new DescentCases(new IvfCases(x, 60), 400, 1500);
    NeighborLists truth = GraphData.bruteForce(x, K);
    DescentGraph[] graph = cases.start(3, 24);
    double before = IvfCases.recall(cases.neighbors(graph, K), truth);
    assertThat(before).isBetween(0.2, 0.8);
    DescentGraph[] once = cases.round(graph, 1 << 24);
    double after = IvfCases.recall(cases.neighbors(once, K), truth);
    assertThat(after).isGreaterThan(before + 0.15);
    double twice = IvfCases.recall(cases.neighbors(cases.round(once, 1 << 24), K), truth);
    assertThat(twice).isGreaterThan(0.98);
  }

  /** A round against its definition: all points of the neighbourhoods of a row's neighbourhood. */
  @Test
  void aRoundIsTheNearestOfAllNeighboursOfNeighbours() {
    double[][] x = IvfCases.mixture(900, 5, 4, 22);
    DescentCases cases = new DescentCases(new IvfCases(x, 20), 100, 250);
    DescentGraph[] graph = cases.start(1, 6);
    Neighborhood[] neighborhoods = cases.neighborhoods(graph, null);
    DescentGraph[] found = cases.round(graph, 1 << 24);
    for (ListPanel own : cases.panels) {
      for (int row = 0; row < own.rows(); row++) {
        Neighborhood neighborhood = neighborhoods[own.index()];
        TreeSet<Integer> reached = new TreeSet<>(Integer::compareUnsigned);
        for (int e = neighborhood.start()[row]; e < neighborhood.start()[row + 1]; e++) {
          int near = neighborhood.members()[e];
          reached.add(near);
          Neighborhood around = neighborhoods[PackedRow.panel(near)];
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
    IvfCases ivf = new IvfCases(x, 25);
    DescentCases expected = new DescentCases(ivf, 300, 700);
    DescentCases other = new DescentCases(ivf, 300, panelRows);
    DescentGraph[] one = expected.round(expected.round(expected.start(2, 12), 1 << 24), 1 << 24);
    DescentGraph[] two = other.round(other.round(other.start(2, 12), queue), queue);
    NeighborLists first = expected.neighbors(one, K);
    NeighborLists second = other.neighbors(two, K);
    assertThat(second.index()).isEqualTo(first.index());
    assertThat(second.distance()).isEqualTo(first.distance());
  }

  @Test
  void aNeighborhoodHoldsEdgesAndTheNearestReverseEdges() {
    double[][] x = IvfCases.mixture(700, 3, 2, 24);
    DescentCases cases = new DescentCases(new IvfCases(x, 10), 200, 150);
    DescentGraph[] graph = cases.start(2, 5);
    Neighborhood[] neighborhoods = cases.neighborhoods(graph, null);
    for (ListPanel own : cases.panels) {
      for (int row = 0; row < own.rows(); row++) {
        int self = PackedRow.of(own.index(), row);
        DescentGraph back = DescentGraph.none(own.index(), 1, 5);
        for (DescentGraph from : graph) {
          for (int e = 0; e < from.place().length; e++) {
            if (from.has(e) && from.place()[e] == self) {
              back.offer(0, PackedRow.of(from.panel(), e / 5), from.square()[e]);
            }
          }
        }
        List<Integer> expected = new ArrayList<>(places(graph[own.index()], row));
        places(back, 0).stream().filter(place -> !expected.contains(place)).forEach(expected::add);
        Neighborhood neighborhood = neighborhoods[own.index()];
        assertThat(
                IntStream.range(neighborhood.start()[row], neighborhood.start()[row + 1])
                    .mapToObj(e -> neighborhood.members()[e]))
            .containsExactlyElementsOf(expected);
        assertThat(neighborhood.fresh()[row]).isEqualTo(neighborhood.start()[row + 1]);
      }
    }
  }

  /** What is left out of a round was measured before: the edges are those of a full round. */
  @Test
  void leavingOutWhatWasMeasuredChangesNothing() {
    double[][] x = IvfCases.mixture(3000, 12, 3, 27);
    DescentCases cases = new DescentCases(new IvfCases(x, 30), 200, 700);
    DescentGraph[] graph = cases.start(2, 10);
    Neighborhood[] before = null;
    for (int round = 0; round < 4; round++) {
      Neighborhood[] neighborhoods = cases.neighborhoods(graph, before);
      DescentGraph[] full = cases.round(graph, 1 << 24);
      DescentGraph[] next = cases.round(graph, neighborhoods, 1 << 24);
      for (int p = 0; p < full.length; p++) {
        assertThat(next[p].place()).isEqualTo(full[p].place());
        assertThat(next[p].square()).isEqualTo(full[p].square());
      }
      if (round == 0) {
        assertThat(fresh(neighborhoods)).isEqualTo(1.0);
      } else {
        assertThat(fresh(neighborhoods)).isLessThan(1.0 - 0.2 * round);
      }
      graph = next;
      before = neighborhoods;
    }
  }

  /** The share of members that are new. */
  private static double fresh(Neighborhood[] neighborhoods) {
    long fresh = 0;
    long all = 0;
    for (Neighborhood neighborhood : neighborhoods) {
      for (int row = 0; row < neighborhood.fresh().length; row++) {
        fresh += neighborhood.fresh()[row] - neighborhood.start()[row];
      }
      all += neighborhood.members().length;
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
    DescentGraph[] graph = cases.round(cases.start(2, 16), 4000);
    NeighborLists found = cases.neighbors(graph, K);
    for (int i = 0; i < 1800; i++) {
      assertThat(Arrays.copyOfRange(found.distance(), i * K, i * K + K)).containsOnly(0.0);
      assertThat(Arrays.copyOfRange(found.index(), i * K, i * K + K)).doesNotContain(i, -1);
    }
  }

  @Test
  void singleRowsGetTheListsThatAllRowsGet() {
    double[][] x = IvfCases.mixture(1500, 8, 3, 26);
    DescentCases cases = new DescentCases(new IvfCases(x, 12), 400, 600);
    DescentGraph[] graph = cases.start(2, 14);
    NeighborLists all = cases.neighbors(graph, K);
    int[] wanted = {0, 17, 333, 1499};
    int met = 0;
    for (ListPanel own : cases.panels) {
      PanelNeighbors some =
          DescentRanking.some(
              own, graph[own.index()], wanted, K, cases.panels.length, p -> cases.panels[p]);
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

  private static List<Integer> places(DescentGraph graph, int row) {
    return IntStream.range(row * graph.width(), (row + 1) * graph.width())
        .filter(graph::has)
        .mapToObj(e -> graph.place()[e])
        .toList();
  }
}
