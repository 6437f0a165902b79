package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbsorbingWalkTest {
  /** A path 0 - 1 - 2 - 3 with weights 1, 2, 1, and a node on its own. */
  private static CsrMatrix path() {
    return new CsrMatrix(
        5,
        new int[] {0, 1, 3, 5, 6, 6},
        new int[] {1, 0, 2, 1, 3, 2},
        new double[] {1, 1, 2, 2, 1, 1});
  }

  @Test
  void aPathBetweenTwoSourcesIsSolvedByHand() {
    AbsorbingWalk walk = new AbsorbingWalk(path(), 2);
    walk.addSource(0, 0);
    walk.addSource(3, 1);
    walk.solve();
    // x1 = 0.85 (1 + 2 x2) / 3 and x2 = 0.85 (2 x1) / 3 for class 0, mirrored for class 1.
    double s = 0.85 / 3.0;
    double near = s / (1.0 - 4.0 * s * s);
    assertThat(walk.reach(1, 0)).isCloseTo(near, within(1e-5));
    assertThat(walk.reach(2, 0)).isCloseTo(2.0 * s * near, within(1e-5));
    assertThat(walk.reach(2, 1)).isCloseTo(near, within(1e-5));
    assertThat(walk.reach(0, 0)).isEqualTo(1.0);
    assertThat(walk.reach(4, 0)).isZero();
    double[] beyond = new double[2];
    walk.reachBeyond(0, beyond);
    assertThat(beyond[1]).isCloseTo(0.85 * walk.reach(1, 1), within(1e-12));
    walk.reachBeyond(4, beyond);
    assertThat(beyond).containsOnly(0.0);
  }

  @Test
  void sourcesAddedLaterGiveTheSameAsSourcesFromTheBeginning() {
    AbsorbingWalk later = new AbsorbingWalk(path(), 2);
    later.addSource(0, 0);
    later.solve();
    later.addSource(2, 1);
    later.solve();
    AbsorbingWalk once = new AbsorbingWalk(path(), 2);
    once.addSource(0, 0);
    once.addSource(2, 1);
    once.solve();
    for (int v = 0; v < 5; v++) {
      for (int c = 0; c < 2; c++) {
        assertThat(later.reach(v, c)).isCloseTo(once.reach(v, c), within(1e-5));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void sourcesAddedOneByOneGiveWhatPlainIterationGives(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 60;
    double[][] w = new double[n][n];
    for (int e = 0; e < 150; e++) {
      int a = random.nextInt(n);
      int b = random.nextInt(n);
      if (a != b) {
        w[a][b] = w[b][a] = 0.01 + random.nextDouble();
      }
    }
    AbsorbingWalk walk = new AbsorbingWalk(sparse(w), 3);
    int[] source = new int[n];
    Arrays.fill(source, -1);
    for (int s = 0; s < 9; s++) {
      int node = random.nextInt(n);
      source[node] = s % 3;
      walk.addSource(node, s % 3);
      walk.solve();
      double[][] x = iterated(w, source);
      for (int v = 0; v < n; v++) {
        for (int c = 0; c < 3; c++) {
          assertThat(walk.reach(v, c)).isCloseTo(x[v][c], within(1e-5));
        }
      }
    }
  }

  private static CsrMatrix sparse(double[][] w) {
    int n = w.length;
    int[] rowPtr = new int[n + 1];
    for (int i = 0; i < n; i++) {
      rowPtr[i + 1] = rowPtr[i] + (int) Arrays.stream(w[i]).filter(x -> x > 0.0).count();
    }
    int[] col = new int[rowPtr[n]];
    double[] val = new double[rowPtr[n]];
    int at = 0;
    for (double[] row : w) {
      for (int j = 0; j < n; j++) {
        if (row[j] > 0.0) {
          col[at] = j;
          val[at++] = row[j];
        }
      }
    }
    return new CsrMatrix(n, rowPtr, col, val);
  }

  /** Three hundred rounds of the definition: 0.85 to that power is below 1e-20. */
  private static double[][] iterated(double[][] w, int[] source) {
    int n = w.length;
    double[][] x = new double[n][3];
    for (int round = 0; round < 300; round++) {
      double[][] next = new double[n][3];
      for (int v = 0; v < n; v++) {
        double strength = Arrays.stream(w[v]).sum();
        for (int c = 0; c < 3; c++) {
          double sum = 0.0;
          for (int u = 0; u < n; u++) {
            sum += w[v][u] * x[u][c];
          }
          boolean here = source[v] == c;
          next[v][c] =
              source[v] >= 0 ? (here ? 1.0 : 0.0) : strength > 0 ? 0.85 * sum / strength : 0.0;
        }
      }
      x = next;
    }
    return x;
  }
}
