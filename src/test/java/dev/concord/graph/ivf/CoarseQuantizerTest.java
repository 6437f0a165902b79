package dev.concord.graph.ivf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.graph.GraphData;
import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoarseQuantizerTest {

  private static CoarseQuantizer tree(float[] points, int dim, int cells) {
    return IvfTraining.train(points, points.length / dim, dim, cells, Seeds.of(7));
  }

  @ParameterizedTest
  @CsvSource({"2,40,25", "5,100,60", "20,30,3"})
  void theCellsOfManyRegionsAreTheNearestOfAll(int dim, int cells, int want) {
    float[] points = NearestScanTest.floats(IvfCases.mixture(1500, dim, 7, dim), dim);
    CoarseQuantizer tree = tree(points, dim, cells);
    assertThat(tree.regionsFor(want)).isEqualTo(tree.regions());
    int[] found = tree.nearest(points, 1500, want, true);
    for (int r = 0; r < 1500; r += 11) {
      int row = r;
      int[] expected =
          IntStream.range(0, tree.cells())
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      c ->
                          SquaredDistance.distance(
                              points, row * dim, tree.centres(), c * dim, dim)))
              .mapToInt(c -> c)
              .limit(want)
              .toArray();
      assertThat(Arrays.copyOfRange(found, r * want, (r + 1) * want)).isEqualTo(expected);
    }
  }

  @Test
  void aFewRegionsMissFewOfTheNearestCells() {
    int dim = 6;
    float[] points = NearestScanTest.floats(IvfCases.mixture(9000, dim, 30, 2), dim);
    CoarseQuantizer tree = tree(points, dim, 900);
    assertThat(tree.regionsFor(4)).isLessThan(tree.regions() / 2);
    int[] few = tree.nearest(points, 9000, 4, true);
    int[] all = tree.nearest(points, 9000, tree.cells() / 3, true);
    int each = tree.cells() / 3;
    int same = 0;
    for (int r = 0; r < 9000; r++) {
      same += few[r * 4] == all[r * each] ? 1 : 0;
    }
    assertThat(same).isGreaterThan(8900);
  }

  @Test
  void equalCentresAreTakenByNumber() {
    CoarseQuantizer tree =
        new CoarseQuantizer(1, new float[] {0f}, new int[] {0, 40}, new float[40]);
    assertThat(tree.nearest(new float[] {1f, 1f}, 2, 3, true)).containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void moreCellsThanThereAreIsADefect() {
    CoarseQuantizer tree =
        new CoarseQuantizer(1, new float[] {0f}, new int[] {0, 2}, new float[] {0f, 1f});
    assertThatThrownBy(() -> tree.nearest(new float[1], 1, 3, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("want 3");
  }

  @Test
  void cellsHaveAboutTheSizeAskedForAndLargeOnesAreDivided() {
    // Nine tenths of the points in a tight heap: k-means alone would leave it whole.
    double[][] x = GraphData.gaussian(6000, 4, 0.0, 1e-3, 3);
    for (int i = 0; i < 600; i++) {
      for (int d = 0; d < 4; d++) {
        x[i][d] *= 1e5;
      }
    }
    float[] points = NearestScanTest.floats(x, 4);
    CoarseQuantizer tree = tree(points, 4, 60);
    int[] sizes = new int[tree.cells()];
    for (int cell : tree.nearest(points, 6000, 1, false)) {
      sizes[cell]++;
    }
    assertThat(tree.cells()).isBetween(45, 200);
    assertThat(Arrays.stream(sizes).max().orElseThrow()).isLessThan(500);
  }

  @Test
  void theSameSeedGivesTheSameCells() {
    float[] points = NearestScanTest.floats(IvfCases.mixture(3000, 10, 4, 5), 10);
    assertThat(tree(points, 10, 50).centres()).isEqualTo(tree(points, 10, 50).centres());
    assertThat(IvfTraining.train(points, 3000, 10, 50, Seeds.of(8)).centres())
        .isNotEqualTo(tree(points, 10, 50).centres());
  }

  @Test
  void asManyCellsAsPointsIsAllowedAndMoreAreNot() {
    float[] points = {0f, 1f, 5f};
    assertThat(tree(points, 1, 3).cells()).isBetween(1, 3);
    assertThatThrownBy(() -> tree(points, 1, 4)).isInstanceOf(IllegalArgumentException.class);
  }
}
