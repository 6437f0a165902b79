package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.FeaturePanel;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalNeighborSearchTest {

  private static void assertExact(double[][] x, int k, int panelSize) {
    NeighborLists expected = GraphData.bruteForce(x, k);
    NeighborLists found = LocalNeighborSearch.search(GraphData.panels(x, panelSize), k);
    assertThat(found.index()).isEqualTo(expected.index());
    assertThat(found.distance()).isEqualTo(expected.distance());
  }

  @ParameterizedTest
  @CsvSource({"300,1,5", "700,3,10", "1300,40,10", "600,130,7"})
  void randomPointsGetTheirExactNeighbours(int n, int dim, int k) {
    double[][] x = GraphData.gaussian(n, dim, 0.0, 1.0, n + dim);
    assertExact(x, k, n);
    assertExact(x, k, 257);
  }

  /** Panels of sparse rows, panels of dense rows, and many rows that share no feature. */
  @ParameterizedTest
  @CsvSource({"700, 400, 0", "1100, 3000, 0", "900, 500, 200"})
  void sparseRowsGetTheirExactNeighbours(int n, int dim, int dense) {
    SplittableRandom random = new SplittableRandom(n);
    double[][] x = new double[n][dim];
    for (int i = 0; i < n; i++) {
      for (int v = 0; v < 1 + random.nextInt(8); v++) {
        x[i][random.nextInt(dim)] = i % 3 == 0 ? 1.0 : random.nextDouble() - 0.3;
      }
      for (int d = 0; i < dense && d < dim; d++) {
        x[i][d] = random.nextDouble();
      }
    }
    List<FeaturePanel> panels = GraphData.panels(x, 200);
    assertThat(panels.get(panels.size() - 1).isSparse()).isTrue();
    assertThat(panels.get(0).isSparse()).isEqualTo(dense == 0);
    assertExact(x, 6, 200);
    assertExact(x, 6, 610);
  }

  @Test
  void tiesOnAnIntegerGridAreBrokenByIndex() {
    assertExact(GraphData.grid(900, 3, 5, 1), 10, 400);
    assertExact(GraphData.grid(500, 2, 30, 2), 6, 77);
  }

  @Test
  void moreDuplicatesThanCandidatesStillGiveTheSmallestIndices() {
    double[][] x = GraphData.grid(800, 4, 2, 3);
    assertExact(x, 10, 300);
    double[][] same = new double[120][3];
    assertExact(same, 4, 50);
  }

  @Test
  void constantFeaturesChangeNothing() {
    double[][] x = GraphData.gaussian(400, 6, 0.0, 1.0, 4);
    for (double[] row : x) {
      row[2] = 12345.678;
      row[5] = 0.0;
    }
    assertExact(x, 9, 150);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-8})
  void aHugeOffsetWithLittleNoiseStaysExact(double noise) {
    assertExact(GraphData.gaussian(500, 20, 1e6, noise, 5), 8, 200);
  }

  @Test
  void anOutlierOfHugeNormDoesNotSpoilTheProofsOfTheOthers() {
    double[][] x = GraphData.gaussian(600, 10, 0.0, 1.0, 6);
    x[17][3] = 1e9;
    assertExact(x, 8, 250);
    double[] centre = Centre.of(GraphData.panels(x, 600).get(0));
    assertThat(uncertified(x, 8, centre)).isLessThan(5);
  }

  @Test
  void farClustersOfWidelyDifferentScaleStayExact() {
    double[][] x = GraphData.gaussian(600, 5, 0.0, 1e-6, 7);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < x.length; i += 3) {
      x[i][0] += 1e4 * random.nextGaussian();
    }
    assertExact(x, 8, 250);
  }

  @Test
  void asManyNeighboursAsOtherPointsIsAllowed() {
    double[][] x = GraphData.gaussian(12, 3, 0.0, 1.0, 9);
    assertExact(x, 11, 12);
    assertExact(x, 11, 5);
    assertExact(new double[][] {{1.0}, {4.0}}, 1, 1);
    assertThatThrownBy(() -> LocalNeighborSearch.search(GraphData.panels(x, 12), 12))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("k = 12 neighbours among 12 rows");
  }

  @Test
  void panelsDoNotChangeTheLists() {
    double[][] x = GraphData.gaussian(1100, 30, 3.0, 1.0, 10);
    NeighborLists whole = LocalNeighborSearch.search(GraphData.panels(x, 1100), 10);
    NeighborLists parts = LocalNeighborSearch.search(GraphData.panels(x, 111), 10);
    assertThat(parts.index()).isEqualTo(whole.index());
    assertThat(parts.distance()).isEqualTo(whole.distance());
  }

  @Test
  void ordinaryPointsAreAllProvenWithoutAnExhaustiveScan() {
    assertThat(uncertified(GraphData.gaussian(1500, 50, 0.0, 1.0, 11), 10, new double[50]))
        .isZero();
    assertThat(uncertified(GraphData.grid(800, 4, 2, 3), 10, new double[4])).isEqualTo(800);
  }

  @Test
  void aRowBeyondSinglePrecisionIsRefused() {
    double[][] x = GraphData.gaussian(10, 2, 0.0, 1.0, 12);
    x[4][1] = 1e30;
    List<FeaturePanel> panels = GraphData.panels(x, 10);
    assertThatThrownBy(() -> LocalNeighborSearch.search(panels, 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("features: row 4 (counted from 0)")
        .hasMessageContaining("graph.scale-features = range");
  }

  @Test
  void aRowThatIsNoNumberIsRefused() {
    double[][] x = GraphData.gaussian(10, 2, 0.0, 1.0, 12);
    x[7][0] = Double.NaN;
    assertThatThrownBy(() -> LocalNeighborSearch.search(GraphData.panels(x, 10), 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("features: row 7 (counted from 0) lies NaN from the centre");
  }

  @Test
  void theCentreIsAmongThePointsWhateverTheOutliers() {
    double[][] x = GraphData.gaussian(900, 2, 5.0, 1.0, 13);
    for (int i = 0; i < 900; i += 10) {
      x[i][1] = 1e12;
    }
    double[] centre = Centre.combine(GraphData.panels(x, 200).stream().map(Centre::of).toList());
    assertThat(centre[0]).isBetween(4.5, 5.5);
    assertThat(centre[1]).isBetween(4.5, 5.5);
  }

  private static int uncertified(double[][] x, int k, double[] mean) {
    List<FeaturePanel> panels = GraphData.panels(x, x.length);
    FeaturePanel panel = panels.get(0);
    CandidateLists lists = GraphData.candidates(panel, panel, mean, PanelSearch.keepFor(k))[0];
    ExactRanking ranking = new ExactRanking(panel, lists);
    ranking.add(panel);
    return ranking.finish(k).uncertified().length;
  }
}
