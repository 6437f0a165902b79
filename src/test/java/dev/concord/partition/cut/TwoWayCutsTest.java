package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TwoWayCutsTest {
  private static final TwoWayOptions DEFAULTS = TwoWayOptions.defaults();

  /** Search without the look at all partitions, cheap enough for many cases. */
  private static final TwoWayOptions SEARCH = DEFAULTS.withExhaustive(0).withKicks(200_000);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 30);
  }

  private static Bipartition solve(PartitionProblem problem, TwoWayOptions options) {
    return TwoWayCuts.solve(problem, options, List.of(), Seeds.of(3));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void enumerationAndSearchFindTheLowestConsistentCut(long seed) {
    PartitionProblem problem = TwoWayCases.random(seed, 12, 0.35, 0, 10, seed % 3 == 0);
    double lowest = TwoWayCases.lowest(problem, 0.0, 0.0);
    for (TwoWayOptions options : List.of(DEFAULTS, SEARCH)) {
      Bipartition found = solve(problem, options);
      assertThat(found.ncut()).isCloseTo(lowest, within(1e-12 * (1.0 + lowest)));
      assertThat(TwoWayCases.f(problem, found.side(), 0.0))
          .isCloseTo(lowest, within(1e-12 * (1.0 + lowest)));
      assertThat(found.cut() / found.balance()).isCloseTo(lowest, within(1e-12 * (1.0 + lowest)));
      assertThat(TwoWayCases.consistent(problem, found.side())).isTrue();
      assertThat(found.provenOptimal()).isEqualTo(options.equals(DEFAULTS));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withBeliefsAndAPriceTheLowestFOfAConsistentPartition(long seed) {
    PartitionProblem problem = TwoWayCases.random(seed, 11, 0.4, 3, 4, seed % 3 == 0);
    double gamma = 0.03 * Math.exp(4.0 * new SplittableRandom(seed).nextDouble());
    double lowest = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << (problem.nodes() - 1); set++) {
      int[] side = TwoWayCases.side(problem.nodes(), set);
      if (TwoWayCases.consistent(problem, side)) {
        lowest = Math.min(lowest, TwoWayCases.f(problem, side, gamma));
      }
    }
    for (TwoWayOptions options : List.of(DEFAULTS, SEARCH)) {
      Bipartition found = solve(problem, options.withGamma(gamma));
      assertThat(found.functional()).isCloseTo(lowest, within(1e-12 * (1.0 + lowest)));
      assertThat(found.violatedWeight())
          .isCloseTo(TwoWayCases.beliefs(problem, found.side()), within(1e-12));
      assertThat(found.gamma()).isEqualTo(gamma);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theLowestCutThatViolatesNoMoreThanAllowed(long seed) {
    PartitionProblem problem = TwoWayCases.random(seed, 11, 0.4, 3, 4, false);
    double allowed = seed % 3;
    double lowest = TwoWayCases.lowest(problem, 0.0, allowed);
    for (TwoWayOptions options : List.of(DEFAULTS, SEARCH.withKicks(1_000_000))) {
      Bipartition found = solve(problem, options.withViolations(allowed));
      if (Double.isFinite(lowest)) {
        assertThat(found.violatedWeight()).isLessThanOrEqualTo(allowed + 1e-9);
        assertThat(found.ncut()).isCloseTo(lowest, within(1e-9));
      } else {
        assertThat(found.violatedWeight()).isGreaterThan(allowed);
        assertThat(TwoWayCases.lowest(problem, 0.0, found.violatedWeight() - 1e-6)).isInfinite();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void improvingNeverMakesAPartitionWorse(long seed) {
    PartitionProblem problem = TwoWayCases.random(seed, 40, 0.12, 1, 7, seed % 3 == 0);
    TwoWayModel model = TwoWayModel.of(problem);
    SplittableRandom random = new SplittableRandom(seed);
    int[] any = random.ints(problem.nodes(), 0, 2).toArray();
    int[] start = model.expand(model.repaired(any));
    TwoWayOptions options = DEFAULTS.withGamma(0.3).withExhaustive(0).withKicks(0);
    Bipartition fromAny = TwoWayCuts.improve(problem, options, any, Seeds.of(1));
    Bipartition found = TwoWayCuts.improve(problem, options, start, Seeds.of(1));
    assertThat(TwoWayCases.consistent(problem, found.side())).isTrue();
    assertThat(found.functional())
        .isLessThanOrEqualTo(TwoWayCases.f(problem, start, 0.3) * (1.0 + 1e-12));
    assertThat(fromAny.side()).isEqualTo(found.side());
    Bipartition again = TwoWayCuts.improve(problem, options, found.side(), Seeds.of(1));
    assertThat(again.functional()).isLessThanOrEqualTo(found.functional());
    Bipartition kicked =
        TwoWayCuts.improve(problem, options.withKicks(300_000), found.side(), Seeds.of(1));
    assertThat(kicked.functional()).isLessThanOrEqualTo(found.functional());
  }

  @Test
  void aHardConsistentPartitionStaysConsistentAndGetsNoWorse() {
    SimilarityGraph graph = Graphs.groups(4, 15, 0.2, 9);
    PairConstraints pairs = pairs(60, new int[][] {{0, 30}, {1, 46}, {20, 50}, {31, 59}});
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    TwoWayModel model = TwoWayModel.of(problem);
    for (int seed = 0; seed < 10; seed++) {
      int[] start =
          model.expand(model.repaired(new SplittableRandom(seed).ints(60, 0, 2).toArray()));
      Bipartition found = TwoWayCuts.improve(problem, DEFAULTS, start, Seeds.of(seed));
      assertThat(TwoWayCases.consistent(problem, found.side())).isTrue();
      assertThat(found.ncut()).isLessThanOrEqualTo(TwoWayCases.f(problem, start, 0.0));
    }
  }

  @Test
  void theContinuationIsToldAndEndsWithoutViolations() {
    SimilarityGraph graph = Graphs.groups(4, 15, 0.2, 9);
    PairConstraints pairs = pairs(60, new int[][] {{0, 14}, {1, 13}, {30, 50}});
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    Bipartition found = solve(problem, DEFAULTS.withKicks(0));
    assertThat(found.gammaPath()).isNotEmpty();
    assertThat(found.gammaPath().get(0).gamma()).isZero();
    assertThat(found.gammaPath().get(found.gammaPath().size() - 1).violated()).isZero();
    assertThat(found.functional()).isEqualTo(found.ncut());
    assertThat(found.gap()).isNotNegative();
    assertThat(found.outerIterations()).isPositive();
    assertThat(found.innerIterations()).isGreaterThan(found.outerIterations());
    assertThat(found.gamma()).isGreaterThanOrEqualTo(0.25 * problem.volume() * found.ncut());
  }

  @Test
  void withoutConstraintsGroupsAreFound() {
    PartitionProblem problem = problem(Graphs.groups(2, 25, 0.1, 4));
    Bipartition found = solve(problem, DEFAULTS);
    assertThat(Arrays.copyOf(found.side(), 25)).containsOnly(0);
    assertThat(Arrays.copyOfRange(found.side(), 25, 50)).containsOnly(1);
  }

  @Test
  void aDisconnectedGraphIsSplitWithoutACutAndInBalance() {
    PartitionProblem problem = problem(Graphs.groups(5, 8, 0.0, 4));
    Bipartition found = solve(problem, DEFAULTS);
    assertThat(found.ncut()).isZero();
    SimilarityGraph graph = Graphs.groups(3, 10, 0.0, 4);
    // Pairs that leave one partition without a cut: the first group alone.
    PairConstraints apart = pairs(30, new int[][] {{0, 10}, {1, 20}});
    PartitionProblem tied = PartitionProblem.of(graph, apart, true);
    assertThat(TwoWayComponents.uncut(TwoWayModel.of(tied))).isNotNull();
    Bipartition first = solve(tied, DEFAULTS.withStarts(1).withKicks(0));
    assertThat(first.ncut()).isZero();
    assertThat(Arrays.copyOf(first.side(), 10)).containsOnly(0);
    assertThat(Arrays.copyOfRange(first.side(), 10, 30)).containsOnly(1);
    // An odd cycle among groups, or a pair within one, leaves none.
    PairConstraints odd = pairs(30, new int[][] {{0, 10}, {11, 20}, {21, 1}});
    PartitionProblem cycle = PartitionProblem.of(graph, odd, true);
    assertThat(TwoWayComponents.uncut(TwoWayModel.of(cycle))).isNull();
    Bipartition cut = solve(cycle, DEFAULTS);
    assertThat(cut.ncut()).isPositive();
    assertThat(TwoWayCases.consistent(cycle, cut.side())).isTrue();
    PairConstraints within = pairs(30, new int[][] {{0, 1}});
    assertThat(TwoWayComponents.uncut(TwoWayModel.of(PartitionProblem.of(graph, within, true))))
        .isNull();
    assertThat(TwoWayComponents.uncut(TwoWayModel.of(problem(Graphs.groups(2, 5, 0.5, 1)))))
        .isNull();
  }

  @Test
  void isolatedNodesOfNoVolumeGoAlongAndMakeNoSideOfTheirOwn() {
    int n = 40;
    int[] source = new int[60];
    int[] target = new int[60];
    double[] weight = new double[60];
    for (int e = 0; e < 60; e++) {
      int group = e < 30 ? 0 : 15;
      source[e] = group + e % 15;
      target[e] = group + (e % 15 + (e / 15 % 2 == 0 ? 1 : 4)) % 15;
      weight[e] = 1.0;
    }
    // Nodes 30 to 39 have no edge.
    SimilarityGraph graph = SimilarityGraph.fromEdges(n, source, target, weight);
    PartitionProblem problem =
        PartitionProblem.of(graph, pairs(n, new int[][] {{30, 31}, {32, 0}, {2, 3}}), true);
    for (TwoWayOptions options : List.of(DEFAULTS, DEFAULTS.withStarts(1).withKicks(0))) {
      Bipartition found = solve(problem, options);
      assertThat(found.ncut()).isFinite().isPositive();
      assertThat(TwoWayCases.consistent(problem, found.side())).isTrue();
    }
  }

  @Test
  void oneSignedComponentLeavesOnePartition() {
    SimilarityGraph graph = Graphs.groups(1, 5, 0.0, 4);
    PartitionProblem problem =
        PartitionProblem.of(graph, pairs(5, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}}), true);
    for (int exhaustive : new int[] {0, 20}) {
      Bipartition found = solve(problem, DEFAULTS.withExhaustive(exhaustive));
      assertThat(found.side()).containsExactly(0, 1, 0, 1, 0);
      assertThat(found.ncut()).isCloseTo(TwoWayCases.f(problem, found.side(), 0.0), within(1e-12));
    }
  }

  @Test
  void aGraphWithoutEdgesStillHoldsItsPairs() {
    SimilarityGraph graph = SimilarityGraph.fromEdges(6, new int[0], new int[0], new double[0]);
    PartitionProblem problem =
        PartitionProblem.of(graph, pairs(6, new int[][] {{0, 1}, {1, 2}}), true);
    for (int exhaustive : new int[] {0, 20}) {
      Bipartition found = solve(problem, DEFAULTS.withExhaustive(exhaustive));
      assertThat(TwoWayCases.consistent(problem, found.side())).isTrue();
      assertThat(found.ncut()).isInfinite();
      assertThat(found.balance()).isZero();
    }
  }

  @Test
  void ratioCutThroughUnitVertexWeights() {
    // A path of six: the middle edge is cut, 1/3 + 1/3.
    SimilarityGraph path =
        SimilarityGraph.fromEdges(6, new int[] {0, 1, 2, 3, 4}, new int[] {1, 2, 3, 4, 5}, ones(5));
    PartitionProblem problem =
        PartitionProblem.of(path.weights(), ones(6), pairs(6, new int[0][]), true);
    for (int exhaustive : new int[] {0, 20}) {
      Bipartition found = solve(problem, DEFAULTS.withExhaustive(exhaustive));
      assertThat(found.side()).containsExactly(0, 0, 0, 1, 1, 1);
      assertThat(found.ncut()).isCloseTo(2.0 / 3.0, within(1e-15));
      assertThat(found.cut()).isEqualTo(2.0);
      assertThat(found.balance()).isEqualTo(3.0);
    }
  }

  @Test
  void theCallersVectorIsAStart() {
    PartitionProblem problem = problem(Graphs.groups(2, 25, 0.1, 4));
    double[] hint = new double[50];
    Arrays.setAll(hint, i -> i < 25 ? -1.0 : 1.0 + 0.01 * i);
    TwoWayOptions none = DEFAULTS.withStarts(0).withKicks(0);
    Bipartition found = TwoWayCuts.solve(problem, none, List.of(hint), Seeds.of(1));
    assertThat(Arrays.copyOf(found.side(), 25)).containsOnly(0);
    assertThat(Arrays.copyOfRange(found.side(), 25, 50)).containsOnly(1);
    Bipartition constant = TwoWayCuts.solve(problem, none, List.of(new double[50]), Seeds.of(1));
    assertThat(constant.ncut()).isFinite();
  }

  @Test
  void sameSeedSameResultForAnyNumberOfThreadsAndAnyBudget() throws Exception {
    PartitionProblem problem = TwoWayCases.random(5, 200, 0.04, 1, 7, false);
    for (long work : new long[] {0, 300_000}) {
      TwoWayOptions options = DEFAULTS.withGamma(0.2).withKicks(100_000).withWork(work);
      Bipartition[] found = new Bipartition[3];
      for (int run = 0; run < 3; run++) {
        ForkJoinPool pool = new ForkJoinPool(1 + 2 * run);
        int index = run;
        pool.submit(() -> found[index] = solve(problem, options)).get();
        pool.shutdown();
        assertThat(found[run].side()).isEqualTo(found[0].side());
        assertThat(found[run].functional()).isEqualTo(found[0].functional());
        assertThat(found[run].innerIterations()).isEqualTo(found[0].innerIterations());
        assertThat(found[run].gammaPath()).isEqualTo(found[0].gammaPath());
      }
    }
    int all = solve(problem, DEFAULTS.withGamma(0.2)).innerIterations();
    int limited = solve(problem, DEFAULTS.withGamma(0.2).withWork(300_000)).innerIterations();
    assertThat(limited).isPositive().isLessThan(all);
  }

  @Test
  void whatCannotBeSplitIsRefused() {
    SimilarityGraph graph = Graphs.groups(1, 5, 0.0, 4);
    PartitionProblem odd =
        PartitionProblem.of(graph, pairs(5, new int[][] {{0, 1}, {1, 2}, {0, 2}}), true);
    assertThatThrownBy(() -> solve(odd, DEFAULTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("odd cycle");
    PartitionProblem one = problem(Graphs.groups(1, 1, 0.0, 4));
    assertThatThrownBy(() -> solve(one, DEFAULTS)).hasMessageContaining("1 nodes cannot be split");
    PartitionProblem five = problem(graph);
    assertThatThrownBy(() -> solve(five, DEFAULTS.withStarts(0))).hasMessageContaining("no start");
    assertThatThrownBy(() -> TwoWayCuts.solve(five, DEFAULTS, List.of(new double[4]), Seeds.of(1)))
        .hasMessageContaining("4 values for 5 nodes");
    assertThatThrownBy(
            () -> TwoWayCuts.improve(five, DEFAULTS, new int[] {0, 1, 2, 0, 1}, Seeds.of(1)))
        .hasMessageContaining("each 0 or 1");
    assertThatThrownBy(() -> DEFAULTS.withGamma(-1.0)).hasMessageContaining("gamma = -1.0");
    assertThatThrownBy(() -> DEFAULTS.withGamma(1.0).withViolations(2.0))
        .hasMessageContaining("violations = 2.0");
    assertThatThrownBy(() -> DEFAULTS.withExhaustive(31)).hasMessageContaining("exhaustive = 31");
    assertThatThrownBy(() -> DEFAULTS.withStarts(-1)).hasMessageContaining("starts = -1");
  }

  private static PartitionProblem problem(SimilarityGraph graph) {
    return PartitionProblem.of(graph, pairs(graph.size(), new int[0][]), true);
  }

  /** Cannot-links of weight 1. */
  private static PairConstraints pairs(int n, int[][] apart) {
    return PairConstraints.of(
        n,
        Arrays.stream(apart).mapToInt(p -> p[0]).toArray(),
        Arrays.stream(apart).mapToInt(p -> p[1]).toArray(),
        new boolean[apart.length],
        ones(apart.length),
        Integer::toString);
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1.0);
    return ones;
  }
}
