package dev.concord.partition.coloring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Violations;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CannotLinkColoringTest {
  private static ColoringResult color(ConflictGraphs.Edges edges, int k, long seed) {
    return color(edges, k, null, seed);
  }

  private static ColoringResult color(
      ConflictGraphs.Edges edges, int k, double[] costs, long seed) {
    double[] weights = new double[edges.nodes];
    Arrays.fill(weights, 1.0);
    return CannotLinkColoring.of(edges.matrix(), k, weights, costs, Seeds.of(seed));
  }

  private static void assertProof(ConflictGraphs.Edges edges, int k, ColoringResult result) {
    assertThat(result).isInstanceOf(ColoringResult.Impossible.class);
    ColoringResult.Impossible proof = (ColoringResult.Impossible) result;
    ConflictGraph graph = edges.graph();
    int[] nodes = proof.nodes();
    assertThat(nodes).doesNotHaveDuplicates();
    assertThat(ConflictGraphs.colorable(graph, nodes, k)).as("witness %s", proof).isFalse();
    switch (proof.kind()) {
      case CLIQUE -> {
        assertThat(nodes).hasSize(k + 1).isSorted();
        for (int a : nodes) {
          for (int b : nodes) {
            assertThat(a == b || graph.adjacent(a, b)).isTrue();
          }
        }
      }
      case ODD_CYCLE -> {
        assertThat(k).isEqualTo(2);
        assertThat(nodes.length % 2).isEqualTo(1);
        for (int i = 0; i < nodes.length; i++) {
          assertThat(graph.adjacent(nodes[i], nodes[(i + 1) % nodes.length])).isTrue();
        }
      }
      case SUBGRAPH -> assertThat(nodes).isSorted();
    }
    if (proof.critical()) {
      for (int v : nodes) {
        int[] rest = Arrays.stream(nodes).filter(u -> u != v).toArray();
        assertThat(ConflictGraphs.colorable(graph, rest, k)).as("without %d", v).isTrue();
      }
    }
  }

  /** Points in a ring, which matters to nothing here. */
  static PartitionProblem problem(PairConstraints pairs) {
    int n = pairs.points();
    NodePairs ring = new NodePairs(n);
    for (int i = 0; i < n; i++) {
      ring.add(i, (i + 1) % n, 1.0);
    }
    CsrMatrix weights = ring.matrix();
    double[] degrees = new double[n];
    Arrays.fill(degrees, 2.0);
    return PartitionProblem.of(weights, degrees, pairs, true);
  }

  /** Random pairs of both kinds that agree with a hidden partition. */
  static PairConstraints truePairs(
      int[] truth, int count, double mustShareKept, SplittableRandom random) {
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    for (int p = 0; p < count; p++) {
      do {
        first[p] = random.nextInt(truth.length);
        second[p] = random.nextInt(truth.length);
        must[p] = truth[first[p]] == truth[second[p]];
      } while (first[p] == second[p] || (must[p] && random.nextDouble() >= mustShareKept));
    }
    double[] ones = new double[count];
    Arrays.fill(ones, 1.0);
    return PairConstraints.of(truth.length, first, second, must, ones, i -> "p" + i);
  }

  static IntStream satisfiable() {
    return IntStream.range(0, 220);
  }

  @ParameterizedTest
  @MethodSource("satisfiable")
  void satisfiableConstraintsAreAllMet(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 2 + seed % 11;
    int n = 20 + (int) Math.round(Math.pow(random.nextDouble(), 2) * 1_980);
    int[] truth =
        seed % 2 == 0
            ? ConflictGraphs.equalClasses(n, k, random)
            : ConflictGraphs.unequalClasses(n, k, random);
    if (Arrays.stream(truth).distinct().count() == 1) {
      truth[0] = 1 - truth[0];
    }
    int count = 1 + random.nextInt(5 * n);
    // All must-links, few of them, or none: with few the components stay small and many.
    PairConstraints pairs = truePairs(truth, count, new double[] {1, 0.3, 0}[seed % 3], random);
    PartitionProblem problem = problem(pairs);
    ColoringResult result = CannotLinkColoring.of(problem, k, null, Seeds.of(seed));
    assertThat(result)
        .as("n = %d, k = %d, %d pairs", n, k, count)
        .isInstanceOf(ColoringResult.Colored.class);
    int[] labels = problem.expand(((ColoringResult.Colored) result).colors());
    assertThat(Violations.of(pairs, labels).violated()).isZero();
    assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(Math.min(k, problem.nodes()));
    assertThat(Arrays.stream(labels).allMatch(label -> label >= 0 && label < k)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "200, 3, 4.7",
    "500, 3, 4.7",
    "1000, 3, 4.7",
    "200, 4, 8.5",
    "200, 4, 9",
    "1000, 5, 10",
    "1000, 4, 10"
  })
  void plantedPartitionsNearTheThresholdAreFound(int n, int k, double degree) {
    SplittableRandom random = new SplittableRandom(17);
    int[] classes = ConflictGraphs.equalClasses(n, k, random);
    ConflictGraphs.Edges edges =
        ConflictGraphs.planted(classes, (int) Math.round(n * degree / 2), random);
    ColoringResult result = color(edges, k, 5);
    assertThat(result).isInstanceOf(ColoringResult.Colored.class);
    assertThat(edges.graph().conflicts(((ColoringResult.Colored) result).colors())).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void hiddenCliquesAreProofs(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 2 + seed % 9;
    ConflictGraphs.Edges clique = new ConflictGraphs.Edges(k + 1);
    for (int a = 0; a <= k; a++) {
      for (int b = 0; b < a; b++) {
        clique.add(a, b);
      }
    }
    int n = 50 + random.nextInt(1_000);
    int[] classes = ConflictGraphs.equalClasses(n, k, random);
    ConflictGraphs.Edges around = ConflictGraphs.planted(classes, n * k / 2, random);
    ConflictGraphs.Edges edges = ConflictGraphs.hide(clique, around, random);
    assertProof(edges, k, color(edges, k, seed));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
  void oddWheelsAndTriangleFreeGraphsAreProofs(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int rim = 5 + 2 * (seed / 2);
    int k = 3;
    ConflictGraphs.Edges secret = ConflictGraphs.mycielski(ConflictGraphs.cycle(rim));
    if (seed % 2 == 0) {
      secret = wheel(rim);
    } else if (seed % 4 == 3 && rim <= 7) {
      secret = ConflictGraphs.mycielski(secret);
      k = 4;
    }
    int n = 100 + random.nextInt(400);
    ConflictGraphs.Edges around =
        ConflictGraphs.planted(ConflictGraphs.equalClasses(n, k, random), n, random);
    ConflictGraphs.Edges edges = ConflictGraphs.hide(secret, around, random);
    assertProof(edges, k, color(edges, k, seed));
  }

  private static ConflictGraphs.Edges wheel(int rim) {
    ConflictGraphs.Edges wheel = new ConflictGraphs.Edges(rim + 1);
    for (int v = 0; v < rim; v++) {
      wheel.add(v, (v + 1) % rim).add(v, rim);
    }
    return wheel;
  }

  @ParameterizedTest
  @CsvSource({
    "60, 3, 6",
    "100, 3, 6",
    "200, 3, 8",
    "300, 3, 10",
    "60, 4, 12",
    "100, 4, 12",
    "100, 5, 18",
    "80, 6, 24",
    "60, 7, 30",
    "2000, 3, 30"
  })
  void randomGraphsFarAboveTheThresholdAreProofsOrLeftOpen(int n, int k, double degree) {
    for (int seed = 0; seed < 3; seed++) {
      ConflictGraphs.Edges edges =
          ConflictGraphs.random(n, (int) Math.round(n * degree / 2), new SplittableRandom(seed));
      ColoringResult result = color(edges, k, seed);
      assertThat(result).isNotInstanceOf(ColoringResult.Colored.class);
      if (result instanceof ColoringResult.Impossible) {
        assertProof(edges, k, result);
      } else {
        assertOpen(edges, (ColoringResult.NotFound) result);
      }
    }
  }

  private static void assertOpen(ConflictGraphs.Edges edges, ColoringResult.NotFound open) {
    assertThat(open.violatedPairs())
        .isEqualTo(edges.graph().conflicts(open.colors()))
        .isEqualTo(open.violatedLinks())
        .isPositive();
    assertThat(open.effort()).contains("belief propagation");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void oddCyclesAreProofsForTwoClusters(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 20 + random.nextInt(200);
    ConflictGraphs.Edges around =
        ConflictGraphs.planted(ConflictGraphs.equalClasses(n, 2, random), n, random);
    ConflictGraphs.Edges edges =
        ConflictGraphs.hide(ConflictGraphs.cycle(3 + 2 * (seed % 8)), around, random);
    assertProof(edges, 2, color(edges, 2, seed));
  }

  @Test
  void oneClusterHoldsNoCannotLink() {
    assertProof(
        new ConflictGraphs.Edges(5).add(2, 4),
        1,
        color(new ConflictGraphs.Edges(5).add(2, 4), 1, 1));
    assertThat(color(new ConflictGraphs.Edges(5), 1, 1))
        .isInstanceOfSatisfying(
            ColoringResult.Colored.class, c -> assertThat(c.colors()).containsOnly(0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsSaidOfSmallGraphsIsTrue(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 8 + random.nextInt(12);
    for (int trial = 0; trial < 30; trial++) {
      ConflictGraphs.Edges edges =
          ConflictGraphs.random(n, n + random.nextInt(n * (n - 1) / 2 - n), random);
      int[] all = IntStream.range(0, n).toArray();
      for (int k = 2; k <= 6; k++) {
        ColoringResult result = color(edges, k, seed);
        if (ConflictGraphs.colorable(edges.graph(), all, k)) {
          assertThat(result).isInstanceOf(ColoringResult.Colored.class);
          int[] colors = ((ColoringResult.Colored) result).colors();
          assertThat(edges.graph().conflicts(colors)).isZero();
        } else {
          assertProof(edges, k, result);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void costsAreCloseToTheOptimum(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 9;
    int k = 3;
    double found = 0.0;
    double optimum = 0.0;
    for (int trial = 0; trial < 40; trial++) {
      ConflictGraphs.Edges edges =
          ConflictGraphs.planted(ConflictGraphs.equalClasses(n, k, random), 12, random);
      double[] costs = random.doubles(n * (long) k).toArray();
      ColoringResult result = color(edges, k, costs, seed);
      int[] colors = ((ColoringResult.Colored) result).colors();
      assertThat(edges.graph().conflicts(colors)).isZero();
      found += ((ColoringResult.Colored) result).cost();
      optimum += cheapest(edges.graph(), costs, new int[n], 0, k);
    }
    assertThat(found).isBetween(optimum - 1e-9, 1.05 * optimum);
  }

  @Test
  void twoClustersCostTheLeastPossible() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 30; trial++) {
      int[] classes = ConflictGraphs.equalClasses(10, 2, random);
      ConflictGraphs.Edges edges = ConflictGraphs.planted(classes, 6, random);
      double[] costs = random.doubles(20, -1, 1).toArray();
      ColoringResult result = color(edges, 2, costs, 1);
      int[] colors = ((ColoringResult.Colored) result).colors();
      double optimum = cheapest(edges.graph(), costs, new int[10], 0, 2);
      if (Arrays.stream(colors).distinct().count() == 2) {
        assertThat(((ColoringResult.Colored) result).cost())
            .isCloseTo(optimum, org.assertj.core.api.Assertions.within(1e-12));
      }
    }
  }

  /** The least cost, by trying everything. */
  private static double cheapest(ConflictGraph graph, double[] costs, int[] colors, int v, int k) {
    if (v == colors.length) {
      double sum = 0.0;
      for (int u = 0; u < v; u++) {
        sum += costs[u * k + colors[u]];
      }
      return sum;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      colors[v] = c;
      boolean free = true;
      for (int u = 0; u < v; u++) {
        free &= colors[u] != c || !graph.adjacent(u, v);
      }
      if (free) {
        best = Math.min(best, cheapest(graph, costs, colors, v + 1, k));
      }
    }
    return best;
  }

  @Test
  void equalSeedsGiveEqualResults() {
    SplittableRandom random = new SplittableRandom(8);
    int[] classes = ConflictGraphs.equalClasses(300, 4, random);
    ConflictGraphs.Edges edges = ConflictGraphs.planted(classes, 1_250, random);
    int[] once = ((ColoringResult.Colored) color(edges, 4, 11)).colors();
    assertThat(((ColoringResult.Colored) color(edges, 4, 11)).colors()).isEqualTo(once);
    ConflictGraphs.Edges dense = ConflictGraphs.random(120, 700, random);
    ColoringResult.Impossible proof = (ColoringResult.Impossible) color(dense, 4, 11);
    assertThat(((ColoringResult.Impossible) color(dense, 4, 11)).nodes()).isEqualTo(proof.nodes());
  }

  @Test
  void clustersStayEmptyOnlyWhenNodesAreTooFew() {
    ConflictGraphs.Edges edges = new ConflictGraphs.Edges(4).add(0, 1);
    double[] costs = new double[4 * 3];
    for (int v = 0; v < 4; v++) {
      costs[v * 3] = -1.0;
    }
    int[] colors = ((ColoringResult.Colored) color(edges, 3, costs, 1)).colors();
    assertThat(Arrays.stream(colors).distinct().count()).isEqualTo(3);
    assertThat(colors[0]).isNotEqualTo(colors[1]);
    int[] many = ((ColoringResult.Colored) color(edges, 9, 1)).colors();
    assertThat(Arrays.stream(many).distinct().count()).isEqualTo(4);
  }

  @Test
  void aClusterOfNodesWithoutWeightCountsAsEmpty() {
    CsrMatrix apart = new ConflictGraphs.Edges(4).add(0, 1).matrix();
    double[] costs = {1, 0, 0, 1, 0, 1, 0, 1};
    ColoringResult result =
        CannotLinkColoring.of(apart, 2, new double[] {1, 0, 1, 1}, costs, Seeds.of(1));
    int[] colors = ((ColoringResult.Colored) result).colors();
    assertThat(colors[0]).isNotEqualTo(colors[1]);
    assertThat(new int[] {colors[0], colors[2], colors[3]}).contains(0, 1);
  }

  @Test
  void wrongShapesAreRefused() {
    CsrMatrix apart = new ConflictGraphs.Edges(3).matrix();
    assertThatThrownBy(
            () -> CannotLinkColoring.of(apart, 2, new double[3], new double[5], Seeds.of(1)))
        .hasMessage("3 nodes and k = 2, with 3 weights and 5 costs");
    assertThatThrownBy(() -> CannotLinkColoring.of(apart, 0, new double[3], null, Seeds.of(1)))
        .hasMessage("k = 0 must be at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void namesOfColoursCostTheLeastPossible(int k) {
    SplittableRandom random = new SplittableRandom(k);
    for (int trial = 0; trial < 20; trial++) {
      double[] cost = random.doubles((long) k * k, -1, 1).toArray();
      int[] columns = CannotLinkColoring.cheapest(cost, k);
      assertThat(columns).doesNotHaveDuplicates().hasSize(k);
      double sum = 0.0;
      for (int r = 0; r < k; r++) {
        sum += cost[r * k + columns[r]];
      }
      assertThat(sum).isCloseTo(least(cost, k, 0, 0), within(1e-8));
    }
  }

  /** The least cost of rows {@code row} and on with the columns not in {@code taken}. */
  private static double least(double[] cost, int k, int row, int taken) {
    if (row == k) {
      return 0.0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      if ((taken >> c & 1) == 0) {
        best = Math.min(best, cost[row * k + c] + least(cost, k, row + 1, taken | 1 << c));
      }
    }
    return best;
  }
}
