package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Components, null vectors and cuts, against dense definitions. */
class PartitionTest {

  private static SimilarityGraph threeParts() {
    double[][] w = new double[9][9];
    w[1][4] = w[4][8] = 0.5; // {1, 4, 8}
    w[2][3] = w[3][6] = 2.0; // {2, 3, 6}
    w[0][7] = 0.25; // {0, 7}, and 5 alone
    return GraphData.fromDense(w);
  }

  @Test
  void componentsAreNumberedBySizeThenSmallestMember() {
    Components c = Components.of(threeParts().weights());
    assertThat(c.componentOf()).containsExactly(2, 0, 1, 1, 0, 3, 1, 2, 0);
    assertThat(c.sizes()).containsExactly(3, 3, 2, 1);
    assertThat(c.count()).isEqualTo(4);
    assertThat(c.isolated()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 60, 120, 2000})
  void componentsMatchRepeatedRelabelling(int edges) {
    SimilarityGraph g = GraphData.randomGraph(120, edges, edges);
    double[][] w = GraphData.dense(g);
    int[] smallest = new int[120];
    for (int i = 0; i < 120; i++) {
      smallest[i] = i;
    }
    for (boolean changed = true; changed; ) {
      changed = false;
      for (int i = 0; i < 120; i++) {
        for (int j = 0; j < 120; j++) {
          if (w[i][j] > 0 && smallest[j] < smallest[i]) {
            smallest[i] = smallest[j];
            changed = true;
          }
        }
      }
    }
    Components c = Components.of(g.weights());
    for (int i = 0; i < 120; i++) {
      for (int j = 0; j < 120; j++) {
        assertThat(c.componentOf()[i] == c.componentOf()[j]).isEqualTo(smallest[i] == smallest[j]);
      }
    }
    for (int s = 1; s < c.count(); s++) {
      assertThat(c.sizes()[s]).isLessThanOrEqualTo(c.sizes()[s - 1]);
    }
  }

  @Test
  void nullVectorsAreOrthonormalEigenvectorsLargestVolumeFirst() {
    SimilarityGraph g = threeParts();
    double[][] v = NullVectors.of(g, Components.of(g.weights()), 10);
    assertThat(v).hasNumberOfRows(3);
    assertThat(v[0][3]).isPositive();
    assertThat(v[1][4]).isPositive();
    assertThat(v[2][0]).isPositive();
    double[] y = new double[9];
    for (int a = 0; a < 3; a++) {
      NormalizedAdjacency.of(g).multiply(v[a], y);
      for (int i = 0; i < 9; i++) {
        assertThat(y[i]).isCloseTo(v[a][i], within(1e-15));
      }
      for (int b = 0; b < 3; b++) {
        double dot = 0.0;
        for (int i = 0; i < 9; i++) {
          dot += v[a][i] * v[b][i];
        }
        assertThat(dot).isCloseTo(a == b ? 1.0 : 0.0, within(1e-15));
      }
    }
    assertThat(NullVectors.of(g, Components.of(g.weights()), 2)).hasNumberOfRows(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void theNormalizedCutMatchesItsDefinition(int k) {
    SimilarityGraph g = GraphData.randomGraph(80, 200, k);
    double[][] w = GraphData.dense(g);
    SplittableRandom random = new SplittableRandom(k);
    int[] labels = new int[80];
    for (int i = 0; i < 80; i++) {
      labels[i] = random.nextInt(k);
    }
    double[] parts = NormalizedCut.perCluster(g, labels, k);
    double total = 0.0;
    for (int c = 0; c < k; c++) {
      double cut = 0.0;
      double vol = 0.0;
      for (int i = 0; i < 80; i++) {
        for (int j = 0; j < 80; j++) {
          if (labels[i] == c) {
            vol += w[i][j];
            cut += labels[j] == c ? 0.0 : w[i][j];
          }
        }
      }
      assertThat(parts[c]).isCloseTo(cut / vol, within(1e-14));
      total += cut / vol;
    }
    assertThat(NormalizedCut.of(g, labels, k)).isCloseTo(total, within(1e-13));
  }

  @Test
  void emptyAndIsolatedClustersAddNothing() {
    SimilarityGraph g = threeParts();
    int[] labels = {2, 0, 1, 1, 0, 3, 1, 2, 0};
    assertThat(NormalizedCut.of(g, labels, 6)).isZero();
    labels[8] = 5;
    assertThat(NormalizedCut.perCluster(g, labels, 6)).containsExactly(1.0 / 3, 0, 0, 0, 0, 1);
  }

  @Test
  void labelsOutOfRangeAreRefused() {
    SimilarityGraph g = threeParts();
    assertThatThrownBy(() -> NormalizedCut.of(g, new int[] {0, 0, 0, 0, 0, 0, 0, 0, 2}, 2))
        .hasMessage("node 8: label 2 of 2");
    assertThatThrownBy(() -> NormalizedCut.of(g, new int[3], 2)).hasMessage("3 labels for 9 nodes");
  }
}
