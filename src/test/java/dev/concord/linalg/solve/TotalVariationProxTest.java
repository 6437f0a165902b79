package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TotalVariationProxTest {
  @Test
  void twoNodesByHand() {
    // f1 = -f2 = max(0, a - w) / m for g = (a, -a).
    CsrMatrix weights = new CsrMatrix(2, new int[] {0, 1, 2}, new int[] {1, 0}, fill(2, 0.7));
    TotalVariationProx prox = new TotalVariationProx(weights, fill(2, 2.0));
    double[] f = new double[2];
    prox.start(new double[] {1.2, -1.2});
    prox.iterate(200);
    prox.solution(f);
    assertThat(f).containsExactly(new double[] {0.25, -0.25}, within(1e-12));
    prox.start(new double[] {0.6, -0.6});
    prox.iterate(200);
    prox.solution(f);
    assertThat(f).containsExactly(new double[] {0.0, 0.0}, within(1e-12));
  }

  /**
   * The sets {f > t} of the solution are minimizers of cut(C) - g(C) + t·m(C), by a look at all
   * sets; the objective is optimal as primal and dual value meet.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void levelSetsSolveTheCutProblemsOfAllLevels(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 9;
    CsrMatrix weights = graph(n, 0.5, random);
    double[] metric = new double[n];
    double[] g = new double[n];
    for (int i = 0; i < n; i++) {
      metric[i] = degree(weights, i) + random.nextDouble();
      g[i] = random.nextDouble(-2.0, 2.0);
    }
    TotalVariationProx prox = new TotalVariationProx(weights, metric);
    prox.start(g);
    double[] f = new double[n];
    double gap = Double.POSITIVE_INFINITY;
    for (int look = 0; look < 60 && gap > 1e-13; look++) {
      prox.iterate(100);
      prox.solution(f);
      gap = prox.gap(f);
      assertThat(gap).isNotNegative();
    }
    assertThat(gap).isLessThan(1e-12);
    double primal = 0.0;
    double dual = 0.0;
    for (int i = 0; i < n; i++) {
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        primal += 0.5 * weights.val()[p] * Math.abs(f[i] - f[weights.col()[p]]);
      }
      primal += -g[i] * f[i] + 0.5 * metric[i] * f[i] * f[i];
      dual -= 0.5 * metric[i] * f[i] * f[i];
    }
    assertThat(primal - dual).isCloseTo(gap, within(1e-12));

    double[] sorted = f.clone();
    Arrays.sort(sorted);
    for (int r = 0; r + 1 < n; r++) {
      if (sorted[r + 1] - sorted[r] < 1e-5) {
        continue;
      }
      double t = 0.5 * (sorted[r] + sorted[r + 1]);
      int level = 0;
      for (int i = 0; i < n; i++) {
        level |= f[i] > t ? 1 << i : 0;
      }
      double value = value(weights, g, metric, t, level);
      for (int set = 0; set < 1 << n; set++) {
        assertThat(value).isLessThanOrEqualTo(value(weights, g, metric, t, set) + 1e-9);
      }
    }
  }

  private static double value(CsrMatrix w, double[] g, double[] metric, double t, int set) {
    double sum = 0.0;
    for (int i = 0; i < g.length; i++) {
      if ((set >> i & 1) == 1) {
        sum += t * metric[i] - g[i];
        for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
          sum += (set >> w.col()[p] & 1) == 0 ? w.val()[p] : 0.0;
        }
      }
    }
    return sum;
  }

  @Test
  void theGapFallsAndAWarmStartIsNoWorse() {
    SplittableRandom random = new SplittableRandom(11);
    int n = 300;
    CsrMatrix weights = graph(n, 0.03, random);
    double[] metric = new double[n];
    double[] g = new double[n];
    double mean = 0.0;
    for (int i = 0; i < n; i++) {
      metric[i] = degree(weights, i) + 0.1;
      g[i] = random.nextDouble() - 0.5;
      mean += g[i] / n;
    }
    for (int i = 0; i < n; i++) {
      g[i] -= mean;
    }
    TotalVariationProx prox = new TotalVariationProx(weights, metric);
    double[] f = new double[n];
    prox.start(g);
    double[] gaps = new double[4];
    int[] steps = {10, 90, 400, 1500};
    for (int look = 0; look < 4; look++) {
      prox.iterate(steps[look]);
      prox.solution(f);
      gaps[look] = prox.gap(f);
    }
    for (int look = 1; look < 4; look++) {
      assertThat(gaps[look]).isLessThan(Math.max(1e-12, 0.5 * gaps[look - 1]));
    }
    prox.start(g);
    prox.iterate(10);
    prox.solution(f);
    assertThat(prox.gap(f)).isLessThan(0.01 * gaps[0]);
  }

  @Test
  void theBitsDoNotDependOnTheThreads() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    int n = 20_000;
    int[] rowPtr = new int[n + 1];
    int[] col = new int[n * 8];
    double[] val = new double[n * 8];
    int filled = 0;
    // A ring in which every node has the four next on both sides.
    double[] ring = random.doubles(4L * n, 0.1, 2.0).toArray();
    for (int i = 0; i < n; i++) {
      int at = i;
      int[] neighbours = {-4, -3, -2, -1, 1, 2, 3, 4};
      int[] sorted =
          Arrays.stream(neighbours).map(d -> Math.floorMod(at + d, n)).sorted().toArray();
      for (int j : sorted) {
        int ahead = Math.floorMod(j - i, n);
        boolean forward = ahead <= 4;
        col[filled] = j;
        val[filled++] = ring[forward ? 4 * i + ahead - 1 : 4 * j + Math.floorMod(i - j, n) - 1];
      }
      rowPtr[i + 1] = filled;
    }
    CsrMatrix weights = new CsrMatrix(n, rowPtr, col, val);
    assertThat(weights.isSymmetric()).isTrue();
    assertThat(weights.nonZeros() >>> 16).isGreaterThan(1);
    double[] g = random.doubles(n, -1.0, 1.0).toArray();
    double[][] results = new double[2][];
    double[] gaps = new double[2];
    for (int run = 0; run < 2; run++) {
      ForkJoinPool pool = new ForkJoinPool(run == 0 ? 1 : 4);
      int index = run;
      pool.submit(
              () -> {
                double[] metric = new double[n];
                Arrays.setAll(metric, i -> degree(weights, i));
                TotalVariationProx prox = new TotalVariationProx(weights, metric);
                prox.start(g);
                prox.iterate(50);
                results[index] = new double[n];
                prox.solution(results[index]);
                gaps[index] = prox.gap(results[index]);
              })
          .get();
      pool.shutdown();
    }
    assertThat(results[0]).isEqualTo(results[1]);
    assertThat(gaps[0]).isEqualTo(gaps[1]);
  }

  @Test
  void aMetricBelowTheDegreesIsRefused() {
    CsrMatrix weights = new CsrMatrix(2, new int[] {0, 1, 2}, new int[] {1, 0}, fill(2, 0.7));
    assertThatThrownBy(() -> new TotalVariationProx(weights, new double[] {0.7, 0.6}))
        .hasMessageContaining("row 1: metric 0.6")
        .hasMessageContaining("degree 0.7");
    assertThatThrownBy(() -> new TotalVariationProx(weights, new double[3]))
        .hasMessageContaining("2 rows, a metric of 3");
  }

  private static double degree(CsrMatrix weights, int i) {
    double sum = 0.0;
    for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
      sum += weights.val()[p];
    }
    return sum;
  }

  private static double[] fill(int n, double value) {
    double[] values = new double[n];
    Arrays.fill(values, value);
    return values;
  }

  /** A random symmetric matrix; weights vary over two orders. */
  private static CsrMatrix graph(int n, double density, SplittableRandom random) {
    double[][] dense = new double[n][n];
    int[] rowPtr = new int[n + 1];
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (random.nextDouble() < density) {
          dense[i][j] = Math.exp(-4.0 * random.nextDouble());
          dense[j][i] = dense[i][j];
        }
      }
    }
    int[] col = new int[n * n];
    double[] val = new double[n * n];
    int filled = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (dense[i][j] > 0.0) {
          col[filled] = j;
          val[filled++] = dense[i][j];
        }
      }
      rowPtr[i + 1] = filled;
    }
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, filled), Arrays.copyOf(val, filled));
  }
}
