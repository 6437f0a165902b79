package dev.concord.method.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CompleteLinkageTest {

  @Test
  void mergesAreThoseOfTheDefinitionEvenWithTies() {
    SplittableRandom random = new SplittableRandom(9);
    for (int trial = 0; trial < 200; trial++) {
      int n = 1 + random.nextInt(25);
      int values = trial % 2 == 0 ? 4 : 1_000_000;
      double[][] distance = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          distance[i][j] = random.nextInt(values);
          distance[j][i] = distance[i][j];
        }
      }
      double[][] copy = new double[n][];
      for (int i = 0; i < n; i++) {
        copy[i] = distance[i].clone();
      }
      CompleteLinkage.Merges merges = CompleteLinkage.of(copy);
      int[] names = new int[n];
      for (int i = 0; i < n; i++) {
        names[i] = i;
      }
      for (int s = 0; s < n - 1; s++) {
        int a = -1;
        int b = -1;
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
          for (int j = i + 1; j < n; j++) {
            if (names[i] == i && names[j] == j && farthest(distance, names, i, j) < best) {
              best = farthest(distance, names, i, j);
              a = i;
              b = j;
            }
          }
        }
        assertThat(merges.first()[s]).isEqualTo(a);
        assertThat(merges.second()[s]).isEqualTo(b);
        assertThat(merges.height()[s]).isEqualTo(best);
        for (int i = 0; i < n; i++) {
          names[i] = names[i] == b ? a : names[i];
        }
        int[] labels = merges.labels(n - 1 - s);
        for (int i = 0; i < n; i++) {
          assertThat(labels[i]).isEqualTo(labels[names[i]]);
        }
        assertThat(labels).contains(0, n - 2 - s).doesNotContain(n - 1 - s);
      }
    }
  }

  @Test
  void moreClustersThanPointsAreRefused() {
    CompleteLinkage.Merges merges = CompleteLinkage.of(new double[][] {{0, 1}, {1, 0}});
    assertThat(merges.labels(1)).containsExactly(0, 0);
    assertThat(merges.labels(2)).containsExactly(0, 1);
    assertThatThrownBy(() -> merges.labels(3)).hasMessageContaining("3 clusters of 2 points");
  }

  private static double farthest(double[][] distance, int[] names, int a, int b) {
    double far = 0.0;
    for (int i = 0; i < names.length; i++) {
      for (int j = 0; j < names.length; j++) {
        if (names[i] == a && names[j] == b) {
          far = Math.max(far, distance[i][j]);
        }
      }
    }
    return far;
  }
}
