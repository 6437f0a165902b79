package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.GraphData;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestScanTest {

  @ParameterizedTest
  @CsvSource({
    // On a line many points are equally near within single precision.
    "1,0,1,30",
    "3,1e4,1,38",
    "60,5,1,38",
    "128,1e6,1,38",
    "32,0,1e-20,0",
    "16,0,1e15,38"
  })
  void whatIsDecidedIsTrue(int dim, double offset, double spread, int least) {
    int n = 1100;
    float[] base = floats(GraphData.gaussian(n, dim, offset, spread, dim), dim);
    float[] queries = floats(GraphData.gaussian(40, dim, offset, spread, dim + 1), dim);
    NearestScan scan = new NearestScan(queries, 40, dim, 20, new int[40]);
    int[] all = NearestScan.all(40);
    scan.scan(all, 0, 40, base, 0, 700, 0, base, 3 * dim);
    scan.scan(all, 0, 40, base, 700, n, 700, base, 800 * dim);
    int decided = 0;
    for (int r = 0; r < 40; r++) {
      if (!scan.decide(r, 16)) {
        continue;
      }
      decided++;
      int row = r;
      // Each query is told that point 0 is itself.
      int[] nearest =
          IntStream.range(1, n)
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      p -> SquaredDistance.distance(queries, row * dim, base, p * dim, dim)))
              .mapToInt(p -> p)
              .limit(16)
              .toArray();
      Set<Integer> candidates = new HashSet<>();
      for (int c = 0; c < scan.sure(r) + scan.doubtful(r); c++) {
        candidates.add(scan.id(r, c));
        if (c < scan.sure(r)) {
          assertThat(nearest).contains(scan.id(r, c));
        }
      }
      assertThat(candidates).contains(Arrays.stream(nearest).boxed().toArray(Integer[]::new));
    }
    assertThat(decided).isGreaterThanOrEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({"5", "20"})
  void nothingIsLeftOutOfFewPoints(int points) {
    float[] base = floats(GraphData.gaussian(points, 4, 0, 1, 1), 4);
    int[] noSelf = {-1};
    NearestScan scan = new NearestScan(new float[4], 1, 4, 20, noSelf);
    scan.scan(new int[] {0}, 0, 1, base, 0, points, 0, base, 0);
    assertThat(scan.decide(0, 19)).isTrue();
    assertThat(scan.sure(0)).isEqualTo(Math.min(19, points));
    assertThat(scan.doubtful(0)).isZero();
  }

  static float[] floats(double[][] x, int dim) {
    float[] values = new float[x.length * dim];
    for (int r = 0; r < x.length; r++) {
      for (int d = 0; d < dim; d++) {
        values[r * dim + d] = (float) x[r][d];
      }
    }
    return values;
  }
}
