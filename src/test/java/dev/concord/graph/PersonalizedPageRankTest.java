package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersonalizedPageRankTest {

  /** Random weights; the last node has no edge. */
  private static SimilarityGraph graph(int n, double share, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    double[] weight = new double[n * n];
    int edges = 0;
    for (int i = 0; i < n - 1; i++) {
      for (int j = i + 1; j < n - 1; j++) {
        if (random.nextDouble() < share) {
          source[edges] = i;
          target[edges] = j;
          weight[edges++] = Math.exp(-6.0 * random.nextDouble());
        }
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        java.util.Arrays.copyOf(source, edges),
        java.util.Arrays.copyOf(target, edges),
        java.util.Arrays.copyOf(weight, edges));
  }

  /** The column by its series (1 - α) Σ α^t P^t e_a, added until nothing is left of it. */
  private static double[] series(SimilarityGraph g, double alpha, int target) {
    int n = g.size();
    CsrMatrix w = g.weights();
    double[] term = new double[n];
    term[target] = 1.0 - alpha;
    double[] sum = term.clone();
    for (double left = 1.0; left > 1e-17; left *= alpha) {
      double[] next = new double[n];
      w.multiply(term, next);
      for (int i = 0; i < n; i++) {
        next[i] = g.degrees()[i] > 0.0 ? alpha * next[i] / g.degrees()[i] : 0.0;
        sum[i] += next[i];
      }
      term = next;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, 1e-2", "2, 0.9, 1e-3", "3, 0.9, 1e-5", "4, 0.99, 1e-4", "5, 0.2, 1e-14"})
  void errorsAreOneSidedAndWithinTheBound(long seed, double alpha, double tolerance) {
    SimilarityGraph g = graph(40, 0.12, seed);
    PersonalizedPageRank walks =
        new PersonalizedPageRank(PersonalizedPageRank.steps(g, alpha), alpha, tolerance);
    // One instance takes all columns, so what a column leaves behind would be seen.
    for (int target = 0; target < 40; target++) {
      PersonalizedPageRank.Column column = walks.endingAt(target);
      double[] exact = series(g, alpha, target);
      double[] found = new double[40];
      for (int k = 0; k < column.node().length; k++) {
        found[column.node()[k]] = column.value()[k];
        assertThat(column.value()[k]).isGreaterThanOrEqualTo(tolerance);
      }
      for (int i = 0; i < 40; i++) {
        assertThat(exact[i] - found[i]).isBetween(-1e-15, tolerance / (1.0 - alpha) + 1e-15);
      }
      assertThat(column.node()).isSorted();
    }
    assertThat(walks.relaxations()).isPositive();
  }

  @Test
  void aNodeWithoutAnEdgeIsReachedFromItselfAlone() {
    SimilarityGraph g = graph(40, 0.12, 9L);
    PersonalizedPageRank.Column column =
        new PersonalizedPageRank(PersonalizedPageRank.steps(g, 0.8), 0.8, 1e-6).endingAt(39);

    assertThat(column.node()).containsExactly(39);
    assertThat(column.value()[0]).isCloseTo(0.2, within(1e-15));
  }

  @Test
  void aToleranceAboveTheFirstStepLeavesNothing() {
    SimilarityGraph g = graph(10, 0.5, 2L);

    assertThat(
            new PersonalizedPageRank(PersonalizedPageRank.steps(g, 0.99), 0.99, 0.5)
                .endingAt(0)
                .node())
        .isEmpty();
  }

  @Test
  void walksThatNeverRestartAreRefused() {
    CsrMatrix steps = PersonalizedPageRank.steps(graph(10, 0.5, 2L), 0.9);

    assertThatThrownBy(() -> new PersonalizedPageRank(steps, 1.0, 1e-3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("alpha = 1.0");
  }
}
