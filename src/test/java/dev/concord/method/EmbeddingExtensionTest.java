package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.testing.Points;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EmbeddingExtensionTest {

  /** Two clouds on a line, joined weakly; cluster 0 left, 1 right. */
  private static SimilarityGraph clouds(int each) {
    double[][] points = new double[2 * each][];
    for (int i = 0; i < points.length; i++) {
      points[i] = new double[] {i % each * 0.3 + (i < each ? 0.0 : 0.3 * each + 1.5)};
    }
    return Points.completeGraph(points, 0.7);
  }

  private static int[] halves(int each) {
    int[] labels = new int[2 * each];
    Arrays.fill(labels, each, 2 * each, 1);
    return labels;
  }

  @Test
  void nystromGivesTheTrainingPointsTheirOwnRows() {
    SimilarityGraph graph = clouds(12);
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            new CsrOperator(NormalizedAdjacency.of(graph)),
            new double[0][],
            1.0,
            new EigenOptions(3, 1e-12, 1000, 1, Solver.DENSE),
            IterationListener.NONE);
    // Any map of the eigenvectors, rotations included, is extended by the same map.
    double[] values = new double[24 * 2];
    for (int i = 0; i < 24; i++) {
      values[i] = 2 * pairs.vectors()[i] - pairs.vectors()[24 + i];
      values[24 + i] = pairs.vectors()[24 + i] + 0.5 * pairs.vectors()[48 + i];
    }
    Embedding embedding = new Embedding(24, 2, values);
    EmbeddingExtension extension = EmbeddingExtension.of(graph, embedding, pairs, halves(12), 2);
    assertThat(extension.nystrom()).isTrue();
    assertThat(extension.agreement()).isEqualTo(1.0);
    double[] place = new double[2];
    double[] squares = new double[2];
    EmbeddingExtension plain =
        new EmbeddingExtension(2, true, false, extension.rows(), new double[] {0, 0, 1, 1}, 1.0);
    for (int i = 0; i < 24; i++) {
      int from = graph.weights().rowPtr()[i];
      int k = graph.weights().rowPtr()[i + 1] - from;
      double[] weight = Arrays.copyOfRange(graph.weights().val(), from, from + k);
      assertThat(plain.place(graph.weights().col(), from, k, weight, place, squares)).isTrue();
      assertThat(place[0]).isCloseTo(values[i], within(1e-6));
      assertThat(place[1]).isCloseTo(values[24 + i], within(1e-6));
    }
  }

  @Test
  void otherEmbeddingsAreExtendedByTheMeanOfTheNeighbours() {
    SimilarityGraph graph = clouds(6);
    double[] steps = new double[12];
    Arrays.fill(steps, 6, 12, 10.0);
    EmbeddingExtension extension =
        EmbeddingExtension.of(graph, new Embedding(12, 1, steps), null, halves(6), 2);
    assertThat(extension.nystrom()).isFalse();
    EmbeddingExtension raw =
        new EmbeddingExtension(1, false, false, extension.rows(), new double[] {0, 10}, 1.0);
    double[] place = new double[1];
    double[] squares = new double[2];
    assertThat(raw.place(new int[] {0, 11}, 0, 2, new double[] {3.0, 1.0}, place, squares))
        .isTrue();
    assertThat(place[0]).isCloseTo(2.5, within(1e-14));
    assertThat(squares).containsExactly(6.25, 56.25);
    assertThat(raw.place(new int[] {0}, 0, 1, new double[] {0.0}, place, squares)).isFalse();
  }

  @Test
  void anEmptyClusterHasNoCentreAndIsNeverNearest() {
    SimilarityGraph graph = clouds(6);
    double[] line = new double[12];
    Arrays.setAll(line, i -> i);
    EmbeddingExtension extension =
        EmbeddingExtension.of(graph, new Embedding(12, 1, line), null, new int[12], 2);
    assertThat(extension.centres()[1]).isNaN();
    assertThat(EmbeddingExtension.nearest(new double[] {Double.NaN, 3.0, 3.0})).isEqualTo(1);
  }
}
