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

  private static Gains gains(SimilarityGraph graph, int k, double alpha) {
    double[] ones = new double[graph.size()];
    Arrays.fill(ones, 1.0);
    return new Gains(NormalizedAdjacency.of(graph), graph.degrees(), ones, k, alpha);
  }

  private static boolean[] sets(int width) {
    boolean[] in = new boolean[width * N];
    for (int i = 0; i < N; i++) {
      in[i * width + LABELS[i]] = true;
    }
    return in;
  }

  private static final double[] MASSES = {5, 4, 3};

  /** The numbers are NumPy's, from the inverse of the dense matrix (NumPy 2.4.6). */
  @Test
  void objectiveAndGainsAreThoseOfTheDenseInverse() {
    Gains gains = gains(ring(), 3, 0.9);

    gains.update(sets(gains.width()), MASSES, 100);

    assertThat(gains.objective(LABELS)).isCloseTo(-26.101822243087486, within(2e-5));
    assertThat(gains.gain(0, 0)).isCloseTo(-2.2059245f, within(2e-6f));
    assertThat(gains.gain(0, 1)).isCloseTo(-3.3387234f, within(2e-6f));
    assertThat(gains.gain(5, 2)).isCloseTo(-3.4288385f, within(2e-6f));
    assertThat(gains.gain(11, 2)).isCloseTo(-2.083241f, within(2e-6f));
    assertThat(gains.gain(7, 1)).isCloseTo(-2.0960388f, within(2e-6f));
  }

  @Test
  void theObjectiveInDoublePrecisionIsThatOfTheDenseInverse() {
    SimilarityGraph graph = ring();
    WalkSolver solver =
        new WalkSolver(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 0.9);

    double objective = solver.objective(LABELS, 3);

    assertThat(N * objective).isCloseTo(-26.101822243087486, within(1e-7));
    assertThat(solver.residual()).isLessThanOrEqualTo(1e-8);
    assertThat(solver.products()).isPositive();
  }

  @Test
  void theObjectiveIsTheSameForAnyNumberOfColumnsSolvedTogether() {
    SimilarityGraph graph = ring();
    WalkSolver solver =
        new WalkSolver(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 0.9);
    int[] apart = new int[N];
    Arrays.setAll(apart, i -> i);

    // Each point alone: log of the diagonal of the inverse, the same for 12 clusters as for 20.
    assertThat(solver.objective(apart, 12)).isEqualTo(solver.objective(apart, 20));
  }

  /** The relaxed objective is homogeneous of degree 1: its gradient times f is its value. */
  @Test
  void theGainsOfAPartitionAddUpToItsObjective() {
    Gains gains = gains(ring(), 3, 0.8);

    gains.update(sets(gains.width()), MASSES, 100);

    double sum = 0.0;
    for (int i = 0; i < N; i++) {
      sum += gains.gain(i, LABELS[i]);
    }
    assertThat(sum).isCloseTo(gains.objective(LABELS), within(2e-5));
  }

  @Test
  void fewStepsFromTheLastSolutionComeAsCloseAsManyFromNothing() {
    Gains warm = gains(ring(), 3, 0.9);
    for (int call = 0; call < 60; call++) {
      warm.update(sets(warm.width()), MASSES, 2);
    }

    assertThat(warm.objective(LABELS)).isCloseTo(-26.101822243087486, within(2e-5));
  }

  /**
   * Two points as one node of mass 2: what the same walk has between the two, without their edge.
   */
  @Test
  void theMassOfANodeCountsInRestartsAndInTheObjective() {
    SimilarityGraph path =
        SimilarityGraph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2}, new double[] {2, 2});
    Gains gains =
        new Gains(NormalizedAdjacency.of(path), path.degrees(), new double[] {2, 1, 1}, 1, 0.5);
    boolean[] in = new boolean[3 * gains.width()];
    for (int i = 0; i < 3; i++) {
      in[i * gains.width()] = true;
    }

    gains.update(in, new double[] {4}, 60);

    // Omega = (1 - a)(I - a W D^-1)^-1 with a = 1/2, applied to (2, 1, 1) / 4 (by hand).
    assertThat(gains.probability(0, 0)).isCloseTo(0.354167f, within(1e-5f));
    assertThat(gains.probability(1, 0)).isCloseTo(0.416667f, within(1e-5f));
    assertThat(gains.probability(2, 0)).isCloseTo(0.229167f, within(1e-5f));
    double objective = 2 * Math.log(0.354167 / 2) + Math.log(0.416667) + Math.log(0.229167);
    assertThat(gains.objective(new int[3])).isCloseTo(objective, within(1e-4));
  }

  @Test
  void positiveGainsOfFreePointsAreFoundWithoutTheLogarithm() {
    Gains gains = gains(ring(), 3, 0.9);
    int width = gains.width();
    boolean[] few = new boolean[width * N];
    few[0] = true;
    few[4 * width + 1] = true;
    few[8 * width + 2] = true;

    gains.update(few, new double[] {1, 1, 1}, 100);

    for (int i = 0; i < N; i++) {
      int best = 0;
      for (int c = 0; c < 3; c++) {
        assertThat(gains.isPositive(i, c)).isEqualTo(gains.gain(i, c) > 0.0);
        best = gains.gain(i, c) > gains.gain(i, best) ? c : best;
      }
      assertThat(gains.best(i)).isEqualTo(best);
    }
  }

  @Test
  void logarithmsInSinglePrecisionAreGoodToTheirLastBits() {
    for (float x = 1e-30f; x < 1e30f; x *= 1.37f) {
      double exact = StrictMath.log(x);
      assertThat((double) FloatLog.of(x)).isCloseTo(exact, within(3e-7 * (1.0 + Math.abs(exact))));
    }
  }

  @Test
  void systemsThatAreNotSolvedInTheStepsAllowedEndWithFigures() {
    SimilarityGraph graph = ring();
    WalkSolver slow =
        new WalkSolver(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 0.99999);

    assertThatThrownBy(() -> slow.objective(LABELS, 3))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("method product-cut")
        .hasMessageContaining("after 400 steps")
        .hasMessageContaining("above 1.00e-08")
        .hasMessageContaining("method.product-cut.alpha = 0.99999");
  }

  @Test
  void pointsWithoutAnEdgeHaveNoShare() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(4, new int[] {0, 1}, new int[] {1, 2}, new double[] {1, 2});
    double[] masses = {1, 1, 1, 0};
    Gains gains = new Gains(NormalizedAdjacency.of(graph), graph.degrees(), masses, 2, 0.9);
    int width = gains.width();
    boolean[] in = new boolean[4 * width];
    in[0] = true;
    in[width] = true;
    in[2 * width + 1] = true;

    gains.update(in, new double[] {2, 1}, 100);

    assertThat(gains.objective(new int[] {0, 0, 1, -1})).isFinite();
    assertThat(gains.gain(3, 0)).isLessThan(-20.0f);
  }
}
