package dev.concord.method.productcut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartWalksTest {
  private static final int N = 60;
  private static final double ALPHA = 0.9;
  private static final CsrMatrix ADJACENCY = adjacency();

  private static CsrMatrix adjacency() {
    SplittableRandom random = new SplittableRandom(4);
    int[] offsets = {1, 7, 13, 22, 29};
    int[] source = new int[5 * N];
    int[] target = new int[5 * N];
    double[] weight = new double[5 * N];
    for (int e = 0; e < source.length; e++) {
      source[e] = e % N;
      target[e] = (e % N + offsets[e / N]) % N;
      weight[e] = 0.1 + random.nextDouble();
    }
    return NormalizedAdjacency.of(SimilarityGraph.fromEdges(N, source, target, weight));
  }

  /** Column c of B is 1 at point c, in rows of the width. */
  private static float[] solved(int width, int columns, int steps) {
    float[] values = new float[ADJACENCY.nonZeros()];
    for (int p = 0; p < values.length; p++) {
      values[p] = (float) ADJACENCY.val()[p];
    }
    RestartWalks walks =
        new RestartWalks(ADJACENCY, values, ALPHA, width, new int[] {0, 17, 40, N});
    float[] right = new float[N * width];
    for (int c = 0; c < columns; c++) {
      right[c * width + c] = 1.0f;
    }
    walks.iterate(right, steps);
    return walks.solution();
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "3, 4", "5, 5", "7, 8", "10, 10", "11, 12", "20, 20", "26, 28"})
  void rowsArePaddedToWholeGroupsOfFourOrFive(int columns, int width) {
    assertThat(RestartWalks.width(columns)).isEqualTo(width);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 8, 10, 12, 20})
  void aColumnIsTheSameInRowsOfEveryWidth(int width) {
    float[] four = solved(4, 4, 7);
    float[] wider = solved(width, width, 7);

    for (int i = 0; i < N; i++) {
      for (int c = 0; c < 4; c++) {
        assertThat(wider[i * width + c]).isEqualTo(four[i * 4 + c]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5})
  void solvesTheSystem(int width) {
    float[] y = solved(width, width, 60);

    for (int i = 0; i < N; i++) {
      for (int c = 0; c < width; c++) {
        double left = y[i * width + c];
        for (int p = ADJACENCY.rowPtr()[i]; p < ADJACENCY.rowPtr()[i + 1]; p++) {
          left -= ALPHA * ADJACENCY.val()[p] * y[ADJACENCY.col()[p] * width + c];
        }
        assertThat(left).isCloseTo(i == c ? 1.0 : 0.0, within(2e-6));
      }
    }
  }

  @Test
  void anEmptyGraphKeepsItsRestarts() {
    CsrMatrix none = new CsrMatrix(2, new int[3], new int[0], new double[0]);
    RestartWalks walks = new RestartWalks(none, new float[0], ALPHA, 5, new int[] {0, 2});
    float[] right = new float[10];
    right[6] = 0.5f;

    walks.iterate(right, 40);

    assertThat(walks.solution()[6]).isCloseTo(0.5f, within(1e-6f));
    assertThat(walks.solution()[0]).isZero();
  }
}
