package dev.concord.method.productcut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.ConvergenceException;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GainsTest {
  private static final int N = 12;
  private static final int[] LABELS = {0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2};

  /** A ring with chords and unequal weights. */
  static SimilarityGraph ring() {
    int[] source = new int[N + N / 2];
    int[] target = new int[source.length];
    double[] weight = new double[source.length];
    int at = 0;
    for (int i = 0; i < N; i++) {
      for (int step = 1; step <= (i % 2 == 0 ? 3 : 1); step += 2) {
        source[at] = Math.min(i, (i + step) % N);
        target[at] = Math.max(i, (i + step) % N);
        weight[at] = 1.0 + (7 * source[at] + 3 * target[at]) % 5 / 4.0;
        at++;
      }
    }
    return SimilarityGraph.fromEdges(N, source, target, weight);
  }

  private static Gains gains(double alpha) {
    SimilarityGraph graph = ring();
    return new Gains(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 3, alpha);
  }

  private static boolean[] sets() {
    boolean[] in = new boolean[3 * N];
    for (int i = 0; i < N; i++) {
      in[LABELS[i] * N + i] = true;
    }
    return in;
  }

  /** The numbers are NumPy's, from the inverse of the dense matrix (NumPy 2.4.6). */
  @Test
  void objectiveAndGainsAreThoseOfTheDenseInverse() {
    Gains gains = gains(0.9);

    gains.update(sets(), 200);

    assertThat(gains.objective(LABELS)).isCloseTo(-26.101822243087486, within(1e-12));
    assertThat(gains.gain(0, 0)).isCloseTo(-2.205924544864527, within(1e-12));
    assertThat(gains.gain(0, 1)).isCloseTo(-3.338723340015499, within(1e-12));
    assertThat(gains.gain(5, 2)).isCloseTo(-3.4288384826733855, within(1e-12));
    assertThat(gains.gain(11, 2)).isCloseTo(-2.0832410431150077, within(1e-12));
    assertThat(gains.gain(7, 1)).isCloseTo(-2.0960387102324853, within(1e-12));
  }

  /** The relaxed objective is homogeneous of degree 1: its gradient times f is its value. */
  @Test
  void theGainsOfAPartitionAddUpToItsObjective() {
    Gains gains = gains(0.8);

    gains.update(sets(), 200);

    double sum = 0.0;
    for (int i = 0; i < N; i++) {
      sum += gains.gain(i, LABELS[i]);
    }
    assertThat(sum).isCloseTo(gains.objective(LABELS), within(1e-11));
  }

  @Test
  void fewStepsFromTheLastSolutionComeAsCloseAsManyFromNothing() {
    Gains warm = gains(0.9);
    for (int call = 0; call < 100; call++) {
      warm.update(sets(), 2);
    }

    assertThat(warm.objective(LABELS)).isCloseTo(-26.101822243087486, within(1e-9));
  }

  @Test
  void positiveGainsOfFreePointsAreFoundWithoutTheLogarithm() {
    Gains gains = gains(0.9);
    boolean[] few = new boolean[3 * N];
    few[0] = true;
    few[N + 4] = true;
    few[2 * N + 8] = true;

    gains.update(few, 100);

    for (int i = 0; i < N; i++) {
      for (int c = 0; c < 3; c++) {
        assertThat(gains.isPositive(i, c)).isEqualTo(gains.gain(i, c) > 0.0);
      }
    }
  }

  @Test
  void systemsThatAreNotSolvedInTheStepsAllowedEndWithFigures() {
    assertThat(gains(0.9).solve(sets(), 1e-10, 400)).isLessThanOrEqualTo(1e-10);
    assertThatThrownBy(() -> gains(0.99).solve(sets(), 1e-12, 10))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("method product-cut")
        .hasMessageContaining("after 10 steps")
        .hasMessageContaining("above 1.00e-12")
        .hasMessageContaining("method.product-cut.alpha = 0.99");
  }

  @Test
  void pointsWithoutAnEdgeHaveNoShare() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(4, new int[] {0, 1}, new int[] {1, 2}, new double[] {1, 2});
    Gains gains =
        new Gains(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 2, 0.9);
    boolean[] in = new boolean[8];
    Arrays.fill(in, 0, 2, true);
    in[4 + 2] = true;

    gains.update(in, 100);

    assertThat(gains.objective(new int[] {0, 0, 1, -1})).isFinite();
    assertThat(gains.gain(3, 0)).isLessThan(-20.0);
  }
}
