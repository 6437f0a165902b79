package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.graph.GraphData;
import dev.concord.graph.ScoreKeys;
import dev.concord.graph.features.ColumnStats;
import dev.concord.graph.features.FeaturePanel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidateListsTest {

  private static double square(double[] x, double[] y) {
    double d = FeaturePanel.of(0, 0, 1, y.length, y.clone()).distance(x, 0);
    return d * d;
  }

  @ParameterizedTest
  @CsvSource({"3,0,1", "60,5,1", "300,1e4,1", "20,1e6,1e-2", "784,0,100"})
  void everyOmittedPointIsAtLeastAsFarAsTheBoundSays(int dim, double offset, double spread) {
    double[][] x = GraphData.gaussian(300, dim, offset, spread, dim);
    x[5] = x[6].clone();
    double[] far = new double[dim]; // an uncentred search must be bounded as well
    for (double[] mean : List.of(far, ColumnStats.of(GraphData.panels(x, 300).get(0)).mean())) {
      List<FeaturePanel> panels = GraphData.panels(x, 150);
      CandidateLists[] pair = GraphData.candidates(panels.get(0), panels.get(1), mean, 6);
      for (CandidateLists lists : pair) {
        int others = 150 - lists.firstRow();
        for (int r = 0; r < 150; r++) {
          Set<Integer> kept = new HashSet<>();
          for (int c = 0; c < lists.count(r); c++) {
            kept.add(lists.index(r, c));
          }
          assertThat(kept).hasSize(6);
          for (int j = others; j < others + 150; j++) {
            if (!kept.contains(j)) {
              double truth = square(x[lists.firstRow() + r], x[j]);
              assertThat(truth * (1 + 1e-12)).isGreaterThanOrEqualTo(lists.omittedBound(r));
            }
          }
        }
      }
    }
  }

  @Test
  void theBoundIsNearTheTruthForCentredPoints() {
    double[][] x = GraphData.gaussian(300, 100, 0.0, 1.0, 1);
    FeaturePanel panel = GraphData.panels(x, 300).get(0);
    CandidateLists lists = GraphData.candidates(panel, panel, new double[100], 10)[0];
    for (int r = 0; r < 300; r++) {
      assertThat(lists.omittedBound(r)).isGreaterThan(lists.score(r, 9) * 0.999);
    }
  }

  @Test
  void nothingOmittedMeansAnInfiniteBound() {
    FeaturePanel panel = GraphData.panels(GraphData.gaussian(9, 2, 0.0, 1.0, 2), 9).get(0);
    CandidateLists all = GraphData.candidates(panel, panel, new double[2], 8)[0];
    CandidateLists some = GraphData.candidates(panel, panel, new double[2], 7)[0];
    assertThat(all.omittedBound(3)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(some.omittedBound(3)).isFinite();
    assertThat(all.count(3)).isEqualTo(8);
  }

  @Test
  void theOrderOfMergingDoesNotMatter() {
    double[][] x = GraphData.grid(400, 3, 6, 3);
    List<FeaturePanel> panels = GraphData.panels(x, 100);
    double[] mean = ColumnStats.of(panels.get(0)).mean();
    CandidateLists[] lists = new CandidateLists[4];
    for (int p = 0; p < 4; p++) {
      lists[p] = GraphData.candidates(panels.get(0), panels.get(p), mean, 7)[0];
    }
    CandidateLists left =
        CandidateLists.merge(
            CandidateLists.merge(CandidateLists.merge(lists[0], lists[1]), lists[2]), lists[3]);
    CandidateLists right =
        CandidateLists.merge(
            CandidateLists.merge(lists[3], lists[1]), CandidateLists.merge(lists[2], lists[0]));
    for (int r = 0; r < 100; r++) {
      assertThat(right.omittedBound(r)).isEqualTo(left.omittedBound(r));
      for (int c = 0; c < 7; c++) {
        assertThat(right.index(r, c)).isEqualTo(left.index(r, c));
        assertThat(right.score(r, c)).isEqualTo(left.score(r, c));
      }
    }
  }

  @Test
  void listsOfOtherRowsAreNotMerged() {
    List<FeaturePanel> panels = GraphData.panels(GraphData.grid(40, 3, 6, 3), 20);
    CandidateLists[] pair = GraphData.candidates(panels.get(0), panels.get(1), new double[3], 4);
    assertThatThrownBy(() -> CandidateLists.merge(pair[0], pair[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not of the same rows");
  }

  @Test
  void listsSurviveSerialization() throws Exception {
    FeaturePanel panel = GraphData.panels(GraphData.gaussian(9, 2, 0.0, 1.0, 2), 9).get(0);
    CandidateLists lists = GraphData.candidates(panel, panel, new double[2], 4)[0];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(lists);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      CandidateLists read = (CandidateLists) in.readObject();
      assertThat(read.index(8, 3)).isEqualTo(lists.index(8, 3));
      assertThat(read.omittedBound(8)).isEqualTo(lists.omittedBound(8));
    }
  }

  @Test
  void keysSortByScoreThenIndex() {
    float[] scores = {Float.NEGATIVE_INFINITY, -3.5f, -0.0f, 0.0f, 1e-40f, 2f, 7e30f};
    for (int a = 0; a < scores.length; a++) {
      assertThat(ScoreKeys.score(ScoreKeys.of(scores[a], 5))).isEqualTo(scores[a] + 0.0f);
      assertThat(ScoreKeys.index(ScoreKeys.of(scores[a], Integer.MAX_VALUE)))
          .isEqualTo(Integer.MAX_VALUE);
      assertThat(ScoreKeys.of(scores[a], 4)).isLessThan(ScoreKeys.of(scores[a], 5));
      for (int b = a + 1; b < scores.length; b++) {
        if (scores[a] < scores[b]) {
          assertThat(ScoreKeys.of(scores[a], 9)).isLessThan(ScoreKeys.of(scores[b], 1));
        }
      }
    }
  }
}
