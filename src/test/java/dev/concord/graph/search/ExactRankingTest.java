package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.graph.ExactLists;
import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborAssembly;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.FeaturePanel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactRankingTest {

  private static RankedRows ranked(List<FeaturePanel> panels, int p, int keep, int k) {
    FeaturePanel panel = panels.get(p);
    double[] mean = new double[panel.dim()];
    CandidateLists lists = GraphData.candidates(panel, panel, mean, keep)[0];
    for (FeaturePanel other : panels) {
      if (other.index() != p) {
        lists = CandidateLists.merge(lists, GraphData.candidates(panel, other, mean, keep)[0]);
      }
    }
    ExactRanking ranking = new ExactRanking(panel, lists);
    panels.forEach(ranking::add);
    return ranking.finish(k);
  }

  @Test
  void aMissingPanelIsNoticed() {
    List<FeaturePanel> panels = GraphData.panels(GraphData.gaussian(40, 2, 0.0, 1.0, 1), 20);
    CandidateLists lists = GraphData.candidates(panels.get(0), panels.get(1), new double[2], 4)[0];
    ExactRanking ranking = new ExactRanking(panels.get(0), lists);
    ranking.add(panels.get(0));
    assertThatThrownBy(() -> ranking.finish(4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was not measured");
  }

  @Test
  void aTieAcrossTheKeptCandidatesIsNeverCertified() {
    double[][] x = new double[60][2];
    for (int i = 0; i < 60; i++) {
      x[i][0] = i % 2; // 30 points at each of two places
    }
    RankedRows rows = ranked(GraphData.panels(x, 25), 1, 12, 5);
    assertThat(rows.uncertified()).isEqualTo(IntStream.range(25, 50).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 8, 20})
  void certifiedRowsAreRightHoweverFewCandidatesAreKept(int keep) {
    double[][] x = GraphData.gaussian(500, 12, 0.0, 1.0, keep);
    NeighborLists truth = GraphData.bruteForce(x, 5);
    RankedRows rows = ranked(GraphData.panels(x, 200), 1, keep, 5);
    for (int r = 0; r < rows.rows(); r++) {
      int id = rows.firstRow() + r;
      if (Arrays.binarySearch(rows.uncertified(), id) < 0) {
        assertThat(Arrays.copyOfRange(rows.index(), r * 5, r * 5 + 5))
            .isEqualTo(Arrays.copyOfRange(truth.index(), id * 5, id * 5 + 5));
      }
    }
    assertThat(rows.uncertified().length).isLessThan(keep == 5 ? 201 : keep == 6 ? 20 : 1);
  }

  @Test
  void exhaustiveListsMergeInAnyOrderToTheTruth() {
    double[][] x = GraphData.grid(260, 70, 2, 4);
    for (int i = 0; i < 260; i += 5) {
      x[i] = x[0].clone();
    }
    List<FeaturePanel> panels = GraphData.panels(x, 90);
    int[] ids = {0, 5, 17, 100, 259};
    FeaturePanel values =
        GraphData.panels(Arrays.stream(ids).mapToObj(i -> x[i]).toArray(double[][]::new), 5).get(0);
    ExactLists a = ExhaustiveScan.scan(ids, values, panels.get(0), 7);
    ExactLists b = ExhaustiveScan.scan(ids, values, panels.get(1), 7);
    ExactLists c = ExhaustiveScan.scan(ids, values, panels.get(2), 7);
    ExactLists merged = ExactLists.merge(c, ExactLists.merge(b, a));
    NeighborLists truth = GraphData.bruteForce(x, 7);
    for (int r = 0; r < ids.length; r++) {
      assertThat(Arrays.copyOfRange(merged.index(), r * 7, r * 7 + 7))
          .isEqualTo(Arrays.copyOfRange(truth.index(), ids[r] * 7, ids[r] * 7 + 7));
      assertThat(Arrays.copyOfRange(merged.distance(), r * 7, r * 7 + 7))
          .isEqualTo(Arrays.copyOfRange(truth.distance(), ids[r] * 7, ids[r] * 7 + 7));
    }
  }

  @Test
  void unprovenRowsMustBeResolvedBeforeTheListsAreGivenOut() {
    double[][] x = new double[30][1];
    List<FeaturePanel> panels = GraphData.panels(x, 30);
    NeighborAssembly assembly = new NeighborAssembly(30, 2);
    assertThatThrownBy(assembly::lists).hasMessage("row 0 has no neighbours yet");
    RankedRows rows = ranked(panels, 0, 4, 2);
    assembly.add(rows);
    assertThatThrownBy(assembly::lists)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("30 rows are not proven, the first is row 0");
    assembly.add(ExhaustiveScan.scan(rows.uncertified(), panels.get(0), panels.get(0), 2));
    assembly.add(rows); // late again: the exhaustive lists stay
    assertThat(assembly.lists().index()).startsWith(1, 2, 0, 2, 0, 1, 0, 1);
  }
}
