package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.DenseDemandPencil;
import dev.concord.method.LloydServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.metric.Agreement;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FastGeTest {
  private final LloydServices services = new LloydServices();

  @ParameterizedTest
  @CsvSource({"weak, 1.0", "full, 1.0", "weak, 25.0", "full, 0.1"})
  void theGeneralizedEigenpairsAreThoseOfADenseSolve(String demand, double strength) {
    SimilarityGraph graph = planted(4, 20, 0.5, 0.1, 11).graph();
    PairConstraints pairs = randomPairs(80, 25, 5);
    assertSolved(graph, pairs, demand, strength, 6);
  }

  @ParameterizedTest
  @CsvSource({"weak", "full"})
  void disconnectedGraphsAndIsolatedPointsWithPairsAreSolvedExactly(String demand) {
    // Three groups, the last of which a must-link ties to the first; points 60 to 63 are isolated.
    SimilarityGraph groups = Graphs.groups(3, 20, 0.0, 3);
    SimilarityGraph graph = extended(groups, 64);
    int[] first = {0, 5, 7, 3, 21, 60};
    int[] second = {45, 25, 61, 60, 62, 62};
    boolean[] must = {true, false, true, false, false, false};
    double[] weight = {1, 0.5, 0.7, 1, 1, 0.3};
    PairConstraints pairs = PairConstraints.of(64, first, second, must, weight, Integer::toString);
    MethodResult result = assertSolved(graph, pairs, demand, 1.0, 6);
    // Components of G: {1st, 3rd, 61}, {2nd}, {60} and {62}; 63 has neither edge nor pair.
    double[] values = result.figures(FastGe.Figures.class).generalizedEigenvalues();
    assertThat(result.figures(FastGe.Figures.class).components()).isEqualTo(4);
    assertThat(Arrays.copyOf(values, 3)).containsOnly(0.0);
    assertThat(values[3]).isPositive();
    for (int c = 0; c < 6; c++) {
      assertThat(result.embedding().values()[c * 64 + 63]).isZero();
    }
    assertThat(services.warnings).singleElement().asString().startsWith("1 points have neither");
  }

  private MethodResult assertSolved(
      SimilarityGraph graph, PairConstraints pairs, String demand, double strength, int width) {
    int n = graph.size();
    Map<String, Object> options =
        Map.of("demand", demand, "strength", strength, "eigenvectors", width, "tolerance", 1e-11);
    MethodResult result = run(graph, pairs, 4, options);
    DenseDemandPencil dense =
        new DenseDemandPencil(
            graph, pairs, demand.equals("weak") ? 1.0 / n : 1.0, strength * graph.unitWeight());
    double[] expected = dense.eigenvalues();
    double[] values = result.figures(FastGe.Figures.class).generalizedEigenvalues();
    double[] x = result.embedding().values();
    assertThat(values).hasSize(width);
    for (int j = 0; j < width; j++) {
      assertThat(values[j]).isCloseTo(expected[j], within(1e-8 * expected[j] + 1e-11));
      double worst = 0.0;
      double length = 0.0;
      double along = 0.0;
      for (int i = 0; i < n; i++) {
        double left = 0.0;
        double right = 0.0;
        for (int l = 0; l < n; l++) {
          left += dense.g[l * n + i] * x[j * n + l];
          right += dense.h[l * n + i] * x[j * n + l];
        }
        worst = Math.max(worst, Math.abs(left - values[j] * right));
        length += dense.degrees[i] * x[j * n + i] * x[j * n + i];
        along += dense.degrees[i] * x[j * n + i];
      }
      assertThat(worst).isLessThan(1e-8);
      assertThat(length).isCloseTo(1.0, within(1e-12));
      assertThat(along).isCloseTo(0.0, within(1e-9));
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource({"0.06, 400", "0.08, 400", "0.08, 1600"})
  void pairsRecoverPlantedGroupsThatNoiseHidesFromNormalizedCuts(double outside, int count) {
    double without = 0.0;
    double with = 0.0;
    for (int seed = 0; seed < 3; seed++) {
      Planted planted = planted(4, 100, 0.15, outside, seed);
      PairConstraints pairs = truePairs(planted.labels(), count, seed + 100);
      without += ari(planted, new Ncut(), "ncut", pairs) / 3.0;
      with += ari(planted, new FastGe(), "fast-ge", pairs) / 3.0;
    }
    assertThat(with).isGreaterThan(without + 0.05);
  }

  @Test
  void strongerPairsAreHonouredMore() {
    Planted planted = planted(4, 60, 0.2, 0.12, 4);
    PairConstraints pairs = truePairs(planted.labels(), 600, 9);
    assertThat(violated(planted, pairs, 10.0)).isLessThan(violated(planted, pairs, 0.1));
  }

  private int violated(Planted planted, PairConstraints pairs, double strength) {
    int[] labels = run(planted.graph(), pairs, 4, Map.of("strength", strength)).labels();
    int count = 0;
    for (int p = 0; p < pairs.size(); p++) {
      boolean together = labels[pairs.first()[p]] == labels[pairs.second()[p]];
      count += together == pairs.mustLink()[p] ? 0 : 1;
    }
    return count;
  }

  private double ari(Planted planted, Method method, String name, PairConstraints pairs) {
    MethodResult result = method.run(problem(name, planted.graph(), pairs, 4, Map.of()), services);
    return Agreement.of(planted.labels(), result.labels()).ari();
  }

  @Test
  void theDenseSolverFindsWhatTheBlockSolverFinds() {
    Planted planted = planted(3, 20, 0.4, 0.1, 5);
    PairConstraints pairs = truePairs(planted.labels(), 40, 6);
    for (String demand : new String[] {"full", "weak"}) {
      double[] block = eigenvalues(extended(planted.graph(), 62), pairs(62), demand, "block");
      double[] dense = eigenvalues(extended(planted.graph(), 62), pairs(62), demand, "dense");
      assertThat(dense).containsExactly(block, within(1e-9));
      assertThat(eigenvalues(planted.graph(), pairs, demand, "arpack"))
          .containsExactly(eigenvalues(planted.graph(), pairs, demand, "dense"), within(1e-9));
    }
    assertThat(services.warnings).anyMatch(text -> text.contains("solver = arpack"));
  }

  /** A must-link that ties an isolated point, and a cannot-link. */
  private static PairConstraints pairs(int n) {
    return PairConstraints.of(
        n,
        new int[] {0, 3},
        new int[] {60, 45},
        new boolean[] {true, false},
        new double[] {1.0, 0.5},
        Integer::toString);
  }

  private double[] eigenvalues(
      SimilarityGraph graph, PairConstraints pairs, String demand, String solver) {
    MethodResult result = run(graph, pairs, 3, Map.of("demand", demand, "solver", solver));
    return result.figures(FastGe.Figures.class).generalizedEigenvalues();
  }

  @Test
  void asManyEigenvectorsAsPointsAtMost() {
    SimilarityGraph graph = Graphs.groups(2, 4, 0.1, 3);
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    assertThatThrownBy(() -> run(graph, none, 2, Map.of("eigenvectors", 9)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.fast-ge.eigenvectors is 9, but the graph has only")
        .hasMessageContaining("only 8 points");
    assertThat(
            run(graph, none, 2, Map.of("eigenvectors", 8))
                .figures(FastGe.Figures.class)
                .eigenvectors())
        .isEqualTo(7);
  }

  @Test
  void whatCannotWorkWellIsSaid() {
    SimilarityGraph apart = Graphs.groups(5, 6, 0.0, 3);
    run(apart, PairConstraints.none(30, Integer::toString), 2, Map.of());
    assertThat(services.warnings).hasSize(2);
    assertThat(services.warnings.get(0))
        .contains("falls into 5 components, more than the 2 eigenvectors used")
        .contains("method.fast-ge.eigenvectors");
    assertThat(services.warnings.get(1))
        .contains("no must-link and no cannot-link")
        .contains("clusters.method = ncut");
  }

  @Test
  void aGraphWithoutEdgesIsClusteredByItsPairsAlone() {
    SimilarityGraph empty = SimilarityGraph.fromEdges(4, new int[0], new int[0], new double[0]);
    PairConstraints pairs =
        PairConstraints.of(
            4,
            new int[] {0, 2, 1},
            new int[] {1, 3, 2},
            new boolean[] {true, true, false},
            new double[] {1, 1, 1},
            Integer::toString);
    int[] labels = run(empty, pairs, 2, Map.of()).labels();
    assertThat(labels[0]).isEqualTo(labels[1]).isNotEqualTo(labels[2]);
    assertThat(labels[2]).isEqualTo(labels[3]);
    PairConstraints none = PairConstraints.none(4, Integer::toString);
    assertThat(run(empty, none, 2, Map.of()).embedding().values()).containsOnly(0.0);
  }

  @Test
  void tooFewIterationsAreReported() {
    SimilarityGraph graph = planted(4, 60, 0.2, 0.1, 1).graph();
    assertThatThrownBy(
            () ->
                run(
                    graph,
                    randomPairs(240, 30, 1),
                    4,
                    Map.of("max-iterations", 1, "tolerance", 1e-12)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("after 1 iterations")
        .hasMessageContaining("tolerance = 1.00e-12");
  }

  private MethodResult run(
      SimilarityGraph graph, PairConstraints pairs, int clusters, Map<String, Object> options) {
    return new FastGe().run(problem("fast-ge", graph, pairs, clusters, options), services);
  }

  private static Problem problem(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      int clusters,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        null,
        null,
        clusters,
        new MethodOptions(name, options),
        Seeds.of(7));
  }

  private record Planted(SimilarityGraph graph, int[] labels) {}

  /** Unit edges, with probability {@code inside} a group and {@code outside} between groups. */
  private static Planted planted(int groups, int size, double inside, double outside, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = groups * size;
    int[] labels = new int[n];
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      labels[i] = i / size;
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < (labels[i] == labels[j] ? inside : outside)) {
          source[edges] = i;
          target[edges++] = j;
        }
      }
    }
    double[] weight = new double[edges];
    Arrays.fill(weight, 1.0);
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            n, Arrays.copyOf(source, edges), Arrays.copyOf(target, edges), weight);
    return new Planted(graph, labels);
  }

  /** The same edges among more points. */
  private static SimilarityGraph extended(SimilarityGraph graph, int n) {
    int edges = (int) graph.edges();
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int at = 0;
    for (int i = 0; i < graph.size(); i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        if (graph.weights().col()[p] < i) {
          source[at] = i;
          target[at] = graph.weights().col()[p];
          weight[at++] = graph.weights().val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static PairConstraints truePairs(int[] labels, int count, long seed) {
    return pairs(labels, count, seed, 0.0);
  }

  private static PairConstraints randomPairs(int n, int count, long seed) {
    return pairs(new int[n], count, seed, 0.5);
  }

  private static PairConstraints pairs(int[] labels, int count, long seed, double flip) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = labels.length;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n);
      second[p] = (first[p] + 1 + random.nextInt(n - 1)) % n;
      boolean same = labels[first[p]] == labels[second[p]];
      must[p] = same != random.nextDouble() < flip;
      weight[p] = flip > 0.0 ? 0.1 + 0.9 * random.nextDouble() : 1.0;
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }
}
