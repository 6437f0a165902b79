package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.testing.Graphs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConstrainedAffinityTest {
  private static final SimilarityGraph PATH =
      SimilarityGraph.fromEdges(
          4, new int[] {0, 1, 2}, new int[] {1, 2, 3}, new double[] {0.5, 0.25, 0.125});

  @Test
  void mustLinksBecomeWeightOneAndCannotLinksLoseTheirEdge() {
    ConstrainedAffinity merged =
        ConstrainedAffinity.of(
            PATH, pairs(new int[][] {{0, 1, 1}, {0, 3, 1}, {2, 3, 0}, {1, 3, 0}}, 1.0));
    assertThat(dense(merged.graph().weights()))
        .isDeepEqualTo(new double[][] {{0, 1, 0, 1}, {1, 0, .25, 0}, {0, .25, 0, 0}, {1, 0, 0, 0}});
    assertThat(merged.added()).isEqualTo(1);
    assertThat(merged.removed()).isEqualTo(1);
    assertThat(merged.stranded()).isZero();
    assertThat(merged.undecided()).isZero();
  }

  @Test
  void pointsThatLoseTheirLastEdgeAreCounted() {
    ConstrainedAffinity merged =
        ConstrainedAffinity.of(PATH, pairs(new int[][] {{0, 1, 0}, {2, 3, 0}}, 1.0));
    assertThat(merged.stranded()).isEqualTo(2);
    assertThat(merged.graph().isolated()).isEqualTo(2);
    assertThat(merged.graph().edges()).isEqualTo(1);
  }

  @Test
  void beliefsMoveAWeightPartOfTheWay() {
    ConstrainedAffinity merged =
        ConstrainedAffinity.of(PATH, pairs(new int[][] {{0, 1, 1}, {1, 2, 0}, {0, 2, 1}}, 0.5));
    assertThat(dense(merged.graph().weights())[0]).containsExactly(0, 0.75, 0.5, 0);
    assertThat(dense(merged.graph().weights())[1]).containsExactly(0.75, 0, 0.125, 0);
  }

  @Test
  void aPairJudgedBothWaysWithEqualBeliefKeepsItsWeight() {
    ConstrainedAffinity merged =
        ConstrainedAffinity.of(PATH, pairs(new int[][] {{0, 1, 1}, {0, 1, 0}}, 1.0));
    assertThat(dense(merged.graph().weights())).isDeepEqualTo(dense(PATH.weights()));
    assertThat(merged.undecided()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void manyPairsEqualTheDenseComputation(long seed) {
    SimilarityGraph graph = Graphs.groups(3, 7, 0.2, seed);
    int n = graph.size();
    SplittableRandom random = new SplittableRandom(seed);
    int count = 60;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n);
      second[p] = (first[p] + 1 + random.nextInt(n - 1)) % n;
      must[p] = random.nextBoolean();
      weight[p] = random.nextInt(1, 5) / 4.0;
    }
    PairConstraints pairs = PairConstraints.of(n, first, second, must, weight, Integer::toString);
    double[][] beliefs = new double[n][n];
    for (int p = 0; p < pairs.size(); p++) {
      double c = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
      beliefs[pairs.first()[p]][pairs.second()[p]] += c;
      beliefs[pairs.second()[p]][pairs.first()[p]] += c;
    }
    double[][] given = dense(graph.weights());
    double[][] merged = dense(ConstrainedAffinity.of(graph, pairs).graph().weights());
    double[][] penalized = dense(ConstrainedAffinity.penalized(graph, pairs, 3.0));
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double c = beliefs[i][j];
        double moved = c > 0 ? given[i][j] * (1 - c) + c : given[i][j] * (1 + c);
        assertThat(merged[i][j]).isCloseTo(moved, within(1e-15));
        assertThat(penalized[i][j]).isCloseTo(given[i][j] + 3 * c, within(1e-15));
      }
    }
  }

  @Test
  void penalizedWeightsAreSymmetric() {
    CsrMatrix penalized =
        ConstrainedAffinity.penalized(PATH, pairs(new int[][] {{0, 3, 0}, {1, 2, 1}}, 1.0), 2.0);
    assertThat(penalized.isSymmetric()).isTrue();
    assertThat(dense(penalized)[0]).containsExactly(0, 0.5, 0, -2);
    assertThat(dense(penalized)[1]).containsExactly(0.5, 0, 2.25, 0);
  }

  private static PairConstraints pairs(int[][] given, double belief) {
    int[] first = new int[given.length];
    int[] second = new int[given.length];
    boolean[] must = new boolean[given.length];
    double[] weight = new double[given.length];
    for (int p = 0; p < given.length; p++) {
      first[p] = given[p][0];
      second[p] = given[p][1];
      must[p] = given[p][2] == 1;
      weight[p] = belief;
    }
    return PairConstraints.of(4, first, second, must, weight, Integer::toString);
  }

  private static double[][] dense(CsrMatrix matrix) {
    double[][] dense = new double[matrix.rows()][matrix.rows()];
    for (int i = 0; i < matrix.rows(); i++) {
      for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
        dense[i][matrix.col()[p]] = matrix.val()[p];
      }
    }
    return dense;
  }
}
