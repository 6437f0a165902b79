package dev.concord.method.productcut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.LloydServices;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.spectral.Ncut;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.testing.Graphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProductCutTest {
  private final LloydServices services = new LloydServices();

  private MethodResult run(
      SimilarityGraph graph,
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      boolean hard,
      int k,
      Map<String, Object> options) {
    return new ProductCut().run(problem(graph, pairs, labels, hard, k, options), services);
  }

  private static Problem problem(
      SimilarityGraph graph,
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      boolean hard,
      int k,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        hard,
        labels,
        null,
        k,
        new MethodOptions("product-cut", options),
        Seeds.of(7));
  }

  private MethodResult run(SimilarityGraph graph, PairConstraints pairs, int k) {
    return run(graph, pairs, null, true, k, Map.of());
  }

  private static PairConstraints none(int n) {
    return PairConstraints.none(n, Integer::toString);
  }

  private static PairConstraints pairs(
      int n, int[] first, int[] second, boolean[] must, double weight) {
    double[] weights = new double[first.length];
    Arrays.fill(weights, weight);
    return PairConstraints.of(n, first, second, must, weights, Integer::toString);
  }

  private static int[] truth(int n, int size) {
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> i / size);
    return labels;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 12})
  void plantedGroupsAreFoundFromRandomStarts(int groups) {
    SimilarityGraph graph = Graphs.groups(groups, 40, 0.02, 5);

    int[] labels = run(graph, none(40 * groups), groups).labels();

    assertThat(Agreement.of(truth(40 * groups, 40), labels).ari()).isEqualTo(1.0);
  }

  @Test
  void itSaysHowFarItIs() {
    SimilarityGraph graph = Graphs.groups(4, 40, 0.02, 5);
    List<String> told = new ArrayList<>();
    LloydServices listening =
        new LloydServices() {
          @Override
          public void progress(String detail) {
            told.add(detail);
          }
        };
    new ProductCut().run(problem(graph, none(160), null, true, 4, Map.of("starts", 3)), listening);
    assertThat(told)
        .containsSubsequence("start 1 of 3", "start 2 of 3", "start 3 of 3")
        .contains("start 1 of 3, exchange 1 of clusters")
        .endsWith("linear programs over 160 nodes");
  }

  /** All partitions of the ring into two: the search finds the one of the largest objective. */
  @Test
  void theObjectiveIsTheLargestOfAllPartitions() {
    SimilarityGraph graph = GainsTest.ring();
    int n = graph.size();
    WalkSolver solver =
        new WalkSolver(new CsrOperator(NormalizedAdjacency.of(graph)), graph.degrees(), 0.9);
    double largest = Double.NEGATIVE_INFINITY;
    for (int set = 1; set < 1 << (n - 1); set++) {
      int[] labels = new int[n];
      for (int i = 0; i < n; i++) {
        labels[i] = set >> i & 1;
      }
      largest = Math.max(largest, solver.objective(labels, 2));
    }

    MethodResult found = run(graph, none(n), null, true, 2, Map.of("starts", 20));

    double objective = ((ProductCutFigures) found.figures()).objective();
    assertThat(objective).isCloseTo(largest, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void everyHardPairHoldsWhateverTheGraphPrefers(int seed) {
    SimilarityGraph graph = Graphs.groups(4, 30, 0.05, seed);
    SplittableRandom random = new SplittableRandom(seed);
    int n = 120;
    int[] other = new int[n];
    Arrays.setAll(other, i -> random.nextInt(4));
    int[] first = random.ints(150, 0, n).toArray();
    int[] second = Arrays.stream(first).map(i -> (i + 1 + random.nextInt(n - 1)) % n).toArray();
    boolean[] must = new boolean[150];
    for (int p = 0; p < 150; p++) {
      must[p] = other[first[p]] == other[second[p]];
    }
    PairConstraints pairs = pairs(n, first, second, must, 1.0);

    int[] labels = run(graph, pairs, 4).labels();

    assertThat(Violations.of(pairs, labels).violated()).isZero();
    assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(4);
  }

  @Test
  void pairsThatNoPartitionHoldsAreRefusedWithAProof() {
    SimilarityGraph graph = Graphs.groups(2, 20, 0.05, 1);
    PairConstraints triangle =
        pairs(40, new int[] {0, 1, 2}, new int[] {1, 2, 0}, new boolean[3], 1.0);

    assertThatThrownBy(() -> run(graph, triangle, 2)).isInstanceOf(UnsatisfiableException.class);
  }

  @Test
  void labelsHoldAndNameTheClusters() {
    SimilarityGraph graph = Graphs.groups(3, 30, 0.05, 2);
    int[] known = new int[90];
    Arrays.fill(known, -1);
    for (int i = 0; i < 12; i++) {
      known[i] = i % 3;
    }
    KnownLabels labels = new KnownLabels(known, new String[] {"a", "b", "c"});

    int[] found = run(graph, none(90), labels, true, 3, Map.of()).labels();

    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(found[i] == found[j]).isEqualTo(known[i] == known[j]);
      }
    }
  }

  /** A point at the border of two groups goes where its soft pair leads, at a high price only. */
  @Test
  void aSoftPairMovesAPointWhenItsPriceIsHighEnough() {
    SimilarityGraph graph = Graphs.groups(2, 30, 0.02, 4);
    PairConstraints soft = pairs(60, new int[] {3}, new int[] {40}, new boolean[] {true}, 0.5);

    int[] cheap = run(graph, soft, null, true, 2, Map.of("penalty", 1e-3)).labels();
    int[] dear = run(graph, soft, null, true, 2, Map.of("penalty", 1e4)).labels();

    assertThat(cheap[3]).isNotEqualTo(cheap[40]);
    assertThat(dear[3]).isEqualTo(dear[40]);
    assertThat(
            Violations.of(soft, run(graph, soft, null, false, 2, Map.of("penalty", 1e4)).labels())
                .violated())
        .isZero();
  }

  @Test
  void disconnectedGraphsAndIsolatedPointsAreClustered() {
    // Two groups that nothing connects, and three points without an edge.
    SimilarityGraph groups = Graphs.groups(2, 20, 0.0, 3);
    int[] source = new int[(int) groups.edges()];
    int[] target = new int[(int) groups.edges()];
    double[] weight = new double[(int) groups.edges()];
    int at = 0;
    for (int i = 0; i < 40; i++) {
      for (int p = groups.weights().rowPtr()[i]; p < groups.weights().rowPtr()[i + 1]; p++) {
        if (groups.weights().col()[p] > i) {
          source[at] = i;
          target[at] = groups.weights().col()[p];
          weight[at++] = groups.weights().val()[p];
        }
      }
    }
    SimilarityGraph graph = SimilarityGraph.fromEdges(43, source, target, weight);
    PairConstraints pairs = pairs(43, new int[] {41}, new int[] {25}, new boolean[] {true}, 1.0);

    int[] labels = run(graph, pairs, 2).labels();

    assertThat(Agreement.of(truth(40, 20), Arrays.copyOf(labels, 40)).ari()).isEqualTo(1.0);
    assertThat(labels[41]).isEqualTo(labels[25]);
    assertThat(services.warnings)
        .anyMatch(text -> text.contains("2 points") || text.contains("3 points"));
  }

  @Test
  void oneClusterAndAsManyAsPointsNeedNoSearch() {
    SimilarityGraph graph = GainsTest.ring();

    assertThat(run(graph, none(12), 1).labels()).containsOnly(0);
    assertThat(Arrays.stream(run(graph, none(12), 12).labels()).distinct().count()).isEqualTo(12);
  }

  @Test
  void aGraphWithoutEdgesIsClusteredByItsPairs() {
    SimilarityGraph graph = SimilarityGraph.fromEdges(4, new int[0], new int[0], new double[0]);
    PairConstraints pairs =
        pairs(4, new int[] {0, 1}, new int[] {1, 2}, new boolean[] {true, false}, 1.0);

    int[] labels = run(graph, pairs, 2).labels();

    assertThat(labels[0]).isEqualTo(labels[1]).isNotEqualTo(labels[2]);
  }

  /** Of a lower cut and the product cut, the latter is what the user chose. */
  @Test
  void theRefinementOfTheCutLeavesThePartitionAlone() {
    SimilarityGraph graph = Graphs.groups(3, 20, 0.05, 2);
    Problem problem = problem(graph, none(60), null, true, 3, Map.of());

    assertThat(Refinement.applies(problem, new ProductCut())).isFalse();
    assertThat(Refinement.applies(problem, new Ncut())).isTrue();
  }
}
