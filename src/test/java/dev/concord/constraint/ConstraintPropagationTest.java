package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintPropagationTest {
  private static final PropagationOptions DEFAULTS =
      new PropagationOptions(0.9, 1e-3, 0.9, 0.95, 0.0);

  /** Blocks of equal size, node i in block i / size; edges within and, fewer, between them. */
  private static SimilarityGraph blocks(
      int blocks, int size, double within, double between, SplittableRandom random) {
    int n = blocks * size;
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    double[] weight = new double[n * n];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (random.nextDouble() < (i / size == j / size ? within : between)) {
          source[edges] = i;
          target[edges] = j;
          weight[edges++] = 0.1 + random.nextDouble();
        }
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        Arrays.copyOf(source, edges),
        Arrays.copyOf(target, edges),
        Arrays.copyOf(weight, edges));
  }

  /** F by the paper's formula: (1 - α)² A⁻¹ Z A⁻¹ with A = I - α·N, by Gauss-Jordan steps. */
  private static double[][] dense(SimilarityGraph g, PairConstraints pairs, double alpha) {
    int n = g.size();
    double[][] a = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      a[i][i] = 1.0;
      a[i][n + i] = 1.0 - alpha;
      for (int p = g.weights().rowPtr()[i]; p < g.weights().rowPtr()[i + 1]; p++) {
        int j = g.weights().col()[p];
        a[i][j] -= alpha * g.weights().val()[p] / Math.sqrt(g.degrees()[i] * g.degrees()[j]);
      }
    }
    // A is positive definite, so no pivoting is needed.
    for (int c = 0; c < n; c++) {
      double pivot = a[c][c];
      for (int q = 0; q < 2 * n; q++) {
        a[c][q] /= pivot;
      }
      for (int r = 0; r < n; r++) {
        double factor = a[r][c];
        for (int q = 0; r != c && q < 2 * n; q++) {
          a[r][q] -= factor * a[c][q];
        }
      }
    }
    double[][] f = new double[n][n];
    for (int p = 0; p < pairs.size(); p++) {
      double z = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
      int u = pairs.first()[p];
      int v = pairs.second()[p];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          f[i][j] += z * (a[i][n + u] * a[j][n + v] + a[i][n + v] * a[j][n + u]);
        }
      }
    }
    return f;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void edgesHearWhatTheDenseFormulaSays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // Sparse ones fall apart into components and have isolated nodes.
    SimilarityGraph g = blocks(3, 12, seed % 2 == 0 ? 0.6 : 0.1, 0.02, random);
    PairConstraints pairs = PairNotation.random(36, 25, 0.4, random);
    double[][] expected = dense(g, pairs, 0.9);

    double[] f = PropagatedPairs.of(g, pairs, 0.9, 1e-14, 1 << 20).upper();

    for (int i = 0; i < 36; i++) {
      for (int p = g.weights().rowPtr()[i]; p < g.weights().rowPtr()[i + 1]; p++) {
        int j = g.weights().col()[p];
        double root = Math.sqrt(g.degrees()[i] * g.degrees()[j]);
        assertThat(f[p] * root).isCloseTo(j > i ? expected[i][j] : 0.0, within(1e-11));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void smallGroupsOfPairsAddUpToTheSame(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimilarityGraph g = blocks(4, 50, 0.1, 0.005, random);
    PairConstraints pairs = PairNotation.random(200, 700, 0.3, random);

    PropagatedPairs.Edges whole = PropagatedPairs.of(g, pairs, 0.9, 1e-6, 1 << 24);
    PropagatedPairs.Edges parts = PropagatedPairs.of(g, pairs, 0.9, 1e-6, 1);

    assertThat(whole.groups()).isEqualTo(1);
    assertThat(parts.groups()).isGreaterThan(4);
    assertThat(parts.columns()).isGreaterThan(whole.columns());
    double largest = Arrays.stream(whole.upper()).map(Math::abs).max().orElseThrow();
    assertThat(parts.upper()).containsExactly(whole.upper(), within(1e-13 * largest));
  }

  @Test
  void theNumberOfThreadsDoesNotMatter() throws Exception {
    SplittableRandom random = new SplittableRandom(5L);
    SimilarityGraph g = blocks(4, 300, 0.03, 0.002, random);
    PairConstraints pairs = PairNotation.random(1200, 400, 0.2, random);
    double[][] weights = new double[2][];
    for (int run = 0; run < 2; run++) {
      ForkJoinPool pool = new ForkJoinPool(run == 0 ? 1 : 5);
      weights[run] =
          pool.submit(() -> ConstraintPropagation.of(g, pairs, DEFAULTS))
              .get()
              .graph()
              .weights()
              .val();
      pool.shutdown();
    }

    assertThat(weights[0]).isEqualTo(weights[1]);
  }

  @Test
  void withoutPairsTheGraphIsTheGivenOne() {
    SimilarityGraph g = blocks(2, 10, 0.5, 0.1, new SplittableRandom(1L));

    ConstraintPropagation none =
        ConstraintPropagation.of(g, PairConstraints.none(20, i -> "p" + i), DEFAULTS);

    assertThat(none.graph()).isSameAs(g);
    assertThat(none.columns()).isZero();
    assertThat(none.figures().shareAgainst()).isZero();
    assertThat(none.figures().scale()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void edgesAreWeakenedNotRemovedAndTheGraphStaysSymmetric(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimilarityGraph g = blocks(3, 40, 0.2, 0.03, random);
    ConstraintPropagation result =
        ConstraintPropagation.of(g, PairNotation.random(120, 60, 0.2, random), DEFAULTS);
    double[] before = g.weights().val();
    double[] after = result.graph().weights().val();

    assertThat(result.graph().weights().isSymmetric()).isTrue();
    assertThat(result.graph().weights().col()).isEqualTo(g.weights().col());
    int weakened = 0;
    int inFull = 0;
    for (int p = 0; p < before.length; p++) {
      assertThat(after[p]).isBetween(0.049 * before[p], before[p]);
      weakened += after[p] < before[p] ? 1 : 0;
      inFull += after[p] < 0.0501 * before[p] ? 1 : 0;
    }
    assertThat(weakened).isEqualTo(Math.toIntExact(2 * result.against()));
    assertThat(inFull).isEqualTo(Math.toIntExact(2 * result.inFull()));
    assertThat(result.inFull()).isBetween(result.against() / 11, result.against() / 9);
  }

  @Test
  void aCannotLinkWeakensThePathBetweenItsPointsAndAMustLinkHoldsItBack() {
    int[] source = {0, 1, 2, 3, 4};
    int[] target = {1, 2, 3, 4, 5};
    double[] ones = {1, 1, 1, 1, 1};
    SimilarityGraph path = SimilarityGraph.fromEdges(6, source, target, ones);

    PropagationOptions fine = new PropagationOptions(0.9, 1e-6, 0.9, 0.95, 0.0);
    SimilarityGraph cannot = ConstraintPropagation.of(path, pairs(6, "0!=5"), fine).graph();
    SimilarityGraph both = ConstraintPropagation.of(path, pairs(6, "0!=5", "2=3"), fine).graph();

    assertThat(Arrays.stream(cannot.weights().val()).max().orElseThrow()).isLessThan(1.0);
    assertThat(weight(both, 2, 3)).isEqualTo(1.0);
  }

  @Test
  void gainRaisesEdgesTowardsTheLargestWeight() {
    SimilarityGraph path =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 1, 2}, new int[] {1, 2, 3}, new double[] {0.2, 0.4, 3.0});
    PropagationOptions options = new PropagationOptions(0.9, 1e-6, 0.9, 0.95, 0.5);

    SimilarityGraph must = ConstraintPropagation.of(path, pairs(4, "0=2"), options).graph();

    assertThat(weight(must, 0, 1)).isGreaterThan(0.2).isLessThanOrEqualTo(1.6 + 1e-15);
    assertThat(Arrays.stream(must.weights().val()).max().orElseThrow()).isEqualTo(3.0);
  }

  @Test
  void beliefsCountRelativeToEachOtherAndTheGreatestLimitsTheStrength() {
    SimilarityGraph g = blocks(2, 30, 0.3, 0.05, new SplittableRandom(3L));
    SimilarityGraph certain =
        ConstraintPropagation.of(g, pairs(60, "0!=40", "5!=50"), DEFAULTS).graph();
    SimilarityGraph soft =
        ConstraintPropagation.of(g, pairs(60, "0!=40@0.5", "5!=50@0.5"), DEFAULTS).graph();

    for (int p = 0; p < g.weights().nonZeros(); p++) {
      double w = g.weights().val()[p];
      assertThat(w - soft.weights().val()[p])
          .isCloseTo(0.5 * (w - certain.weights().val()[p]), within(1e-14));
    }
  }

  @Test
  void pairsBetweenComponentsAndOfIsolatedPointsChangeNothing() {
    SimilarityGraph two =
        SimilarityGraph.fromEdges(
            7, new int[] {0, 1, 3, 4}, new int[] {1, 2, 4, 5}, new double[] {1, 2, 1, 2});

    ConstraintPropagation result =
        ConstraintPropagation.of(two, pairs(7, "0!=4", "2!=6", "1=3"), DEFAULTS);

    assertThat(result.graph()).isSameAs(two);
    assertThat(result.columns()).isEqualTo(6);
  }

  /** A grid with side by side the nodes of column c and those of column c + 1. */
  private static SimilarityGraph grid(int columns, int rows) {
    int[] source = new int[2 * columns * rows];
    int[] target = new int[2 * columns * rows];
    int edges = 0;
    for (int i = 0; i < columns * rows; i++) {
      if (i + rows < columns * rows) {
        source[edges] = i;
        target[edges++] = i + rows;
      }
      if ((i + 1) % rows != 0) {
        source[edges] = i;
        target[edges++] = i + 1;
      }
    }
    double[] ones = new double[edges];
    Arrays.fill(ones, 1.0);
    return SimilarityGraph.fromEdges(
        columns * rows, Arrays.copyOf(source, edges), Arrays.copyOf(target, edges), ones);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void edgesAcrossAPlantedBorderLoseMoreThanTheOthers(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimilarityGraph g = grid(20, 20);
    String[] known = new String[100];
    for (int p = 0; p < known.length; p++) {
      int a = random.nextInt(400);
      int b = (a + 1 + random.nextInt(399)) % 400;
      known[p] = a + ((a < 200) == (b < 200) ? "=" : "!=") + b;
    }
    SimilarityGraph after = ConstraintPropagation.of(g, pairs(400, known), DEFAULTS).graph();
    double[] lost = new double[2];
    double[] all = new double[2];
    for (int i = 0; i < 400; i++) {
      for (int p = g.weights().rowPtr()[i]; p < g.weights().rowPtr()[i + 1]; p++) {
        int across = (i < 200) == (g.weights().col()[p] < 200) ? 0 : 1;
        all[across] += g.weights().val()[p];
        lost[across] += g.weights().val()[p] - after.weights().val()[p];
      }
    }

    assertThat(lost[1] / all[1]).isGreaterThan(2.0 * lost[0] / all[0]);
  }

  @Test
  void pairsOverOtherPointsAreRefused() {
    SimilarityGraph g = blocks(2, 5, 0.9, 0.1, new SplittableRandom(1L));

    assertThatThrownBy(() -> ConstraintPropagation.of(g, pairs(11, "0=1"), DEFAULTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("11 points of pairs for 10 nodes");
  }

  @Test
  void walksAreLongerTheFewerPointsAreInPairs() {
    assertThat(PropagationOptions.suitedTo(pairs(40, "0=1", "1!=2", "3!=4")).alpha())
        .isCloseTo(1.0 - 1.0 / 41.0, within(1e-12));
    assertThat(PropagationOptions.suitedTo(pairs(100_000, "0=1")).alpha())
        .isCloseTo(0.999, within(1e-12));
    assertThat(PropagationOptions.suitedTo(pairs(3)).alpha()).isBetween(0.9, 0.999);
  }

  @Test
  void optionsOutOfRangeSayWhatIsAllowed() {
    assertThatThrownBy(() -> new PropagationOptions(1.0, 1e-3, 0.9, 0.95, 0.0))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "Propagation of constraints: alpha = 1.0 must be above 0 and below 1; it is"
                + " taken from the number of pairs.");
    assertThatThrownBy(() -> new PropagationOptions(0.9, 1e-3, 0.9, 1.0, 0.0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("edges would vanish");
    assertThatThrownBy(() -> new PropagationOptions(0.9, 0.0, 0.9, 0.95, 0.0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tolerance = 0.0");
  }

  private static double weight(SimilarityGraph g, int i, int j) {
    for (int p = g.weights().rowPtr()[i]; p < g.weights().rowPtr()[i + 1]; p++) {
      if (g.weights().col()[p] == j) {
        return g.weights().val()[p];
      }
    }
    return 0.0;
  }
}
