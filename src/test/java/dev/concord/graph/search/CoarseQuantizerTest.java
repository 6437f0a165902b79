package dev.concord.graph.search;

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

  private static CoarseQuantizer quantizer(float[] points, int dim, int lists) {
    return IvfTraining.train(points, points.length / dim, dim, lists, Seeds.of(7));
  }

  @ParameterizedTest
  @CsvSource({"2,40,25", "5,100,60", "20,30,3"})
  void theListsOfManyCoarseListsAreTheNearestOfAll(int dim, int lists, int want) {
    float[] points = NearestScanTest.floats(IvfCases.mixture(1500, dim, 7, dim), dim);
    CoarseQuantizer quantizer = quantizer(points, dim, lists);
    assertThat(quantizer.coarseListsFor(want)).isEqualTo(quantizer.coarseLists());
    int[] found = quantizer.nearest(points, 1500, want, true);
    for (int r = 0; r < 1500; r += 11) {
      int row = r;
      int[] expected =
          IntStream.range(0, quantizer.lists())
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      c ->
                          SquaredDistance.distance(
                              points, row * dim, quantizer.centres(), c * dim, dim)))
              .mapToInt(c -> c)
              .limit(want)
              .toArray();
      assertThat(Arrays.copyOfRange(found, r * want, (r + 1) * want)).isEqualTo(expected);
    }
  }

  @Test
  void aFewCoarseListsMissFewOfTheNearestLists() {
    int dim = 6;
    float[] points = NearestScanTest.floats(IvfCases.mixture(9000, dim, 30, 2), dim);
    CoarseQuantizer quantizer = quantizer(points, dim, 900);
    assertThat(quantizer.coarseListsFor(4)).isLessThan(quantizer.coarseLists() / 2);
    int[] few = quantizer.nearest(points, 9000, 4, true);
    int[] all = quantizer.nearest(points, 9000, quantizer.lists() / 3, true);
    int each = quantizer.lists() / 3;
    int same = 0;
    for (int r = 0; r < 9000; r++) {
      same += few[r * 4] == all[r * each] ? 1 : 0;
    }
    assertThat(same).isGreaterThan(8900);
  }

  /** One Gaussian: the nearest lists of a point lie in many coarse lists. */
  @Test
  void ofPointsWithoutStructureManyListsAreTheNearest() {
    int dim = 16;
    int want = 100;
    float[] points = NearestScanTest.floats(IvfCases.mixture(24_000, dim, 1, 3), dim);
    CoarseQuantizer quantizer = quantizer(points, dim, 2400);
    assertThat(quantizer.coarseListsFor(want)).isLessThan(quantizer.coarseLists());
    float[] rows = Arrays.copyOf(points, 300 * dim);
    int[] found = quantizer.nearest(rows, 300, want, true);
    int all = quantizer.lists();
    int[] nearest = quantizer.nearest(rows, 300, all, true);
    int same = 0;
    for (int r = 0; r < 300; r++) {
      int from = r * all;
      same +=
          (int)
              IntStream.of(Arrays.copyOfRange(found, r * want, (r + 1) * want))
                  .filter(list -> contains(nearest, from, from + want, list))
                  .count();
    }
    assertThat(same).isGreaterThan((int) (0.97 * 300 * want));
  }

  private static boolean contains(int[] numbers, int from, int to, int number) {
    return IntStream.range(from, to).anyMatch(i -> numbers[i] == number);
  }

  @Test
  void equalCentresAreTakenByNumber() {
    CoarseQuantizer quantizer =
        new CoarseQuantizer(1, new float[] {0f}, new int[] {0, 40}, new float[40]);
    assertThat(quantizer.nearest(new float[] {1f, 1f}, 2, 3, true))
        .containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void moreListsThanThereAreIsADefect() {
    CoarseQuantizer quantizer =
        new CoarseQuantizer(1, new float[] {0f}, new int[] {0, 2}, new float[] {0f, 1f});
    assertThatThrownBy(() -> quantizer.nearest(new float[1], 1, 3, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("want 3");
  }

  @Test
  void listsHaveAboutTheSizeAskedForAndLargeOnesAreDivided() {
    // Nine tenths of the points in a tight heap: k-means alone would leave it whole.
    double[][] x = GraphData.gaussian(6000, 4, 0.0, 1e-3, 3);
    for (int i = 0; i < 600; i++) {
      for (int d = 0; d < 4; d++) {
        x[i][d] *= 1e5;
      }
    }
    float[] points = NearestScanTest.floats(x, 4);
    CoarseQuantizer quantizer = quantizer(points, 4, 60);
    int[] sizes = new int[quantizer.lists()];
    for (int list : quantizer.nearest(points, 6000, 1, false)) {
      sizes[list]++;
    }
    assertThat(quantizer.lists()).isBetween(45, 200);
    assertThat(Arrays.stream(sizes).max().orElseThrow()).isLessThan(500);
  }

  @Test
  void theSameSeedGivesTheSameLists() {
    float[] points = NearestScanTest.floats(IvfCases.mixture(3000, 10, 4, 5), 10);
    assertThat(quantizer(points, 10, 50).centres()).isEqualTo(quantizer(points, 10, 50).centres());
    assertThat(IvfTraining.train(points, 3000, 10, 50, Seeds.of(8)).centres())
        .isNotEqualTo(quantizer(points, 10, 50).centres());
  }

  @Test
  void asManyListsAsPointsIsAllowedAndMoreAreNot() {
    float[] points = {0f, 1f, 5f};
    assertThat(quantizer(points, 1, 3).lists()).isBetween(1, 3);
    assertThatThrownBy(() -> quantizer(points, 1, 4)).isInstanceOf(IllegalArgumentException.class);
  }
}
