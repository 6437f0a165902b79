package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DominantSubspaceTest {

  /** m x n of rank r with squared singular values near (r - j)², plus noise. */
  private static double[] matrix(int m, int n, int rank, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] a = new double[m * n];
    for (int e = 0; e < a.length; e++) {
      a[e] = noise * random.nextGaussian();
    }
    for (int j = 0; j < rank; j++) {
      double[] u = unit(m, random);
      double[] v = unit(n, random);
      for (int c = 0; c < n; c++) {
        for (int r = 0; r < m; r++) {
          a[c * m + r] += (rank - j) * u[r] * v[c];
        }
      }
    }
    return a;
  }

  private static double[] unit(int length, SplittableRandom random) {
    double[] x = random.doubles(length, -1, 1).toArray();
    double norm = 0.0;
    for (double value : x) {
      norm += value * value;
    }
    for (int i = 0; i < length; i++) {
      x[i] /= Math.sqrt(norm);
    }
    return x;
  }

  @Test
  void theAxesAreOrthonormalAndHoldWhatTheBestOnesHold() {
    int m = 300;
    int n = 80;
    double[] a = matrix(m, n, 12, 0.01, 3);
    DominantSubspace space = DominantSubspace.of(m, n, a, 10, new SplittableRandom(1));
    assertThat(space.count()).isEqualTo(10);
    double[] gram = TallSkinny.gram(n, space.axes(), 10, space.axes(), 10);
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 10; j++) {
        assertThat(gram[i * 10 + j]).isCloseTo(i == j ? 1.0 : 0.0, within(1e-12));
      }
    }
    double[] all = DenseSymmetric.eigenvalues(n, TallSkinny.gram(m, a, n, a, n));
    double total = 0.0;
    for (double value : all) {
      total += value;
    }
    assertThat(space.total()).isCloseTo(total, within(1e-9 * total));
    for (int j = 0; j < 10; j++) {
      assertThat(space.values()[j]).isCloseTo(all[n - 1 - j], within(1e-6 * all[n - 1]));
    }
  }

  @Test
  void aMatrixOfLowRankHasNoMoreAxesThanThat() {
    DominantSubspace space =
        DominantSubspace.of(50, 30, matrix(50, 30, 4, 0.0, 5), 9, new SplittableRandom(2));
    assertThat(space.count()).isEqualTo(4);
    assertThat(DominantSubspace.of(20, 5, new double[100], 3, new SplittableRandom(2)).count())
        .isZero();
  }
}
