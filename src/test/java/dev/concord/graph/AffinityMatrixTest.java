package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AffinityMatrixTest {
  /** A triangle with a tail, and point 4 alone. */
  private static final SimilarityGraph GRAPH =
      SimilarityGraph.fromEdges(
          5, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 3}, new double[] {0.5, 0.25, 1.0, 0.125});

  @ParameterizedTest
  @ValueSource(doubles = {0.0, 1.0})
  void bothNormalizationsEqualTheDenseFormulas(double diagonal) {
    double[][] a = new double[5][5];
    int[] rowPtr = GRAPH.weights().rowPtr();
    for (int i = 0; i < 4; i++) {
      a[i][i] = diagonal;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        a[i][GRAPH.weights().col()[p]] = GRAPH.weights().val()[p];
      }
    }
    double[] d = new double[5];
    double max = 0;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        d[i] += a[i][j];
      }
      max = Math.max(max, d[i]);
    }
    CsrMatrix normalized = AffinityMatrix.normalized(GRAPH, diagonal);
    CsrMatrix additive = AffinityMatrix.additive(GRAPH, diagonal);
    assertThat(AffinityMatrix.degrees(GRAPH, diagonal)).containsExactly(d);
    assertThat(normalized.isSymmetric()).isTrue();
    assertThat(additive.isSymmetric()).isTrue();
    for (int j = 0; j < 5; j++) {
      double[] unit = new double[5];
      unit[j] = 1.0;
      double[] m = new double[5];
      double[] n = new double[5];
      normalized.multiply(unit, m);
      additive.multiply(unit, n);
      for (int i = 0; i < 5; i++) {
        boolean alone = i == 4 || j == 4;
        double identity = i == j ? max - d[i] : 0.0;
        assertThat(m[i]).isCloseTo(alone ? 0 : a[i][j] / Math.sqrt(d[i] * d[j]), within(1e-15));
        assertThat(n[i]).isCloseTo(alone ? 0 : (a[i][j] + identity) / max, within(1e-15));
      }
    }
  }
}
