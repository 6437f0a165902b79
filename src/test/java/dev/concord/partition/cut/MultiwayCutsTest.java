package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightFigures;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Agreement;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.coloring.RandomProblems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultiwayCutsTest {
  private static final Seeds SEEDS = Seeds.of(1);

  /** A search that small tests can afford. */
  private static final MultiwayOptions LIGHT = MultiwayOptions.defaults().withEffort(300.0);

  private static PartitionProblem random(int n, int k, int pairs, double beliefs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] group = RandomProblems.groups(n, k, random);
    SimilarityGraph graph = RandomProblems.graph(n, group, 6.0, 0.7, random);
    return PartitionProblem.of(graph, RandomProblems.pairs(n, group, pairs, beliefs, random), true);
  }

  private static int[] feasible(int n, int k, int pairs, double beliefs, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] group = RandomProblems.groups(n, k, random);
    return RandomProblems.ofNodes(random(n, k, pairs, beliefs, seed), group);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void refiningKeepsConstraintsAndNeverLosesGround(long seed) {
    int k = 3 + (int) (seed % 4);
    double gamma = seed % 2 == 0 ? 0.5 : 0.0;
    PartitionProblem problem = random(150, k, 200, 0.3, seed);
    int[] start = feasible(150, k, 200, 0.3, seed);
    Multiway found = MultiwayCuts.refine(problem, k, start, LIGHT.withGamma(gamma), Seeds.of(seed));
    assertThat(RandomProblems.isFeasible(problem, found.labels())).isTrue();
    assertThat(RandomProblems.used(found.labels())).isEqualTo(k);
    assertThat(found.objective())
        .isCloseTo(RandomProblems.objective(problem, k, found.labels(), gamma), within(1e-9))
        .isLessThanOrEqualTo(RandomProblems.objective(problem, k, start, gamma) + 1e-12);
    assertThat(found.history()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  /** The lowest objective over all k^n labellings that use every cluster and keep pairs apart. */
  private static double lowest(PartitionProblem problem, int k, double gamma) {
    int n = problem.nodes();
    double best = Double.POSITIVE_INFINITY;
    int[] labels = new int[n];
    for (long code = 0; code < Math.round(Math.pow(k, n)); code++) {
      long rest = code;
      for (int v = 0; v < n; v++) {
        labels[v] = (int) (rest % k);
        rest /= k;
      }
      if (labels[n - 1] == 0
          && RandomProblems.used(labels) == k
          && RandomProblems.isFeasible(problem, labels)) {
        best = Math.min(best, RandomProblems.objective(problem, k, labels, gamma));
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void tinyInstancesAreSolvedToTheOptimum(long seed) {
    int n = 7 + (int) (seed % 3);
    double gamma = seed % 2 == 0 ? 0.7 : 0.0;
    PartitionProblem problem = random(n, 3, 5, 0.5, seed);
    int[] start = feasible(n, 3, 5, 0.5, seed);
    MultiwayOptions options = MultiwayOptions.defaults().withGamma(gamma);
    Multiway found = MultiwayCuts.refine(problem, 3, start, options, SEEDS);
    double optimum = lowest(problem, 3, gamma);
    assertThat(found.proven()).isTrue();
    assertThat(found.objective()).isCloseTo(optimum, within(1e-9));
    // The search itself, without the comparison of all, gets there too.
    PopulationSearch search = new PopulationSearch(problem, 3, options, SEEDS);
    int[] searched = search.run(List.of(start), 1_000_000L);
    assertThat(RandomProblems.isFeasible(problem, searched)).isTrue();
    assertThat(RandomProblems.objective(problem, 3, searched, gamma))
        .isCloseTo(optimum, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 6, 10})
  void plantedGroupsAreFoundFromArbitraryStarts(int k) {
    SplittableRandom random = new SplittableRandom(k);
    int n = 40 * k;
    int[] group = RandomProblems.groups(n, k, random);
    SimilarityGraph graph = RandomProblems.graph(n, group, 12.0, 0.9, random);
    PairConstraints pairs = RandomProblems.pairs(n, group, n / 4, 0.0, random);
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    int[] noise = random.ints(problem.nodes(), 0, k).toArray();
    int[] single = new int[problem.nodes()];
    Multiway found =
        MultiwayCuts.solve(problem, k, List.of(noise, single), MultiwayOptions.defaults(), SEEDS);
    assertThat(RandomProblems.isFeasible(problem, found.labels())).isTrue();
    assertThat(found.ncut())
        .isCloseTo(NormalizedCut.of(graph, problem.expand(found.labels()), k), within(1e-9))
        .isLessThanOrEqualTo(NormalizedCut.of(graph, group, k) + 1e-9);
    assertThat(Agreement.of(group, problem.expand(found.labels())).ari()).isGreaterThan(0.95);
  }

  @Test
  void twoGroupsInOneClusterAndOneTornApartAreRepaired() {
    SplittableRandom random = new SplittableRandom(5);
    int[] group = RandomProblems.groups(300, 5, random);
    SimilarityGraph graph = RandomProblems.graph(300, group, 16.0, 0.97, random);
    PartitionProblem problem = PartitionProblem.of(graph, RandomProblems.none(300), true);
    int[] start = group.clone();
    boolean half = false;
    for (int v = 0; v < start.length; v++) {
      if (group[v] == 4) {
        start[v] = 3;
      } else if (group[v] == 0) {
        half = !half;
        start[v] = half ? 0 : 4;
      }
    }
    Multiway found = MultiwayCuts.refine(problem, 5, start, LIGHT, SEEDS);
    assertThat(Agreement.of(group, found.labels()).ari()).isGreaterThan(0.97);
  }

  @Test
  void aResultDependsOnTheSeedAndNotOnTheCores() throws Exception {
    PartitionProblem problem = random(200, 5, 100, 0.2, 9);
    int[] start = feasible(200, 5, 100, 0.2, 9);
    Multiway first = MultiwayCuts.refine(problem, 5, start, LIGHT, Seeds.of(3));
    Multiway again = MultiwayCuts.refine(problem, 5, start, LIGHT, Seeds.of(3));
    ForkJoinPool one = new ForkJoinPool(1);
    Multiway alone;
    try {
      alone = one.submit(() -> MultiwayCuts.refine(problem, 5, start, LIGHT, Seeds.of(3))).get();
    } finally {
      one.shutdown();
    }
    assertThat(again.labels()).isEqualTo(first.labels());
    assertThat(alone.labels()).isEqualTo(first.labels());
    assertThat(alone.history()).isEqualTo(first.history());
    assertThat(alone.work()).isEqualTo(first.work());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void improvingStaysNearAndNeverLosesGround(long seed) {
    int k = 4;
    PartitionProblem problem = random(300, k, 150, 0.3, seed);
    int[] start = feasible(300, k, 150, 0.3, seed);
    MultiwayOptions options = MultiwayOptions.defaults().withGamma(0.4);
    Multiway found = MultiwayCuts.improve(problem, k, start, options, Seeds.of(seed));
    assertThat(RandomProblems.isFeasible(problem, found.labels())).isTrue();
    assertThat(RandomProblems.used(found.labels())).isEqualTo(k);
    assertThat(found.history()[0])
        .isCloseTo(RandomProblems.objective(problem, k, start, 0.4), within(1e-9));
    assertThat(found.history()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(found.objective())
        .isEqualTo(found.history()[found.rounds()])
        .isCloseTo(RandomProblems.objective(problem, k, found.labels(), 0.4), within(1e-9));
  }

  @Test
  void withoutAStartOneIsMadeByRecursiveSplitting() {
    SplittableRandom random = new SplittableRandom(12);
    int[] group = RandomProblems.groups(160, 4, random);
    SimilarityGraph graph = RandomProblems.graph(160, group, 12.0, 0.92, random);
    PairConstraints pairs = RandomProblems.pairs(160, group, 80, 0.0, random);
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    int[] split = RecursiveSplits.of(problem, 4, TwoWayOptions.defaults().withStarts(2), SEEDS);
    assertThat(RandomProblems.used(split)).isEqualTo(4);
    assertThat(Agreement.of(group, problem.expand(split)).ari()).isGreaterThan(0.8);
    List<String> told = new ArrayList<>();
    Multiway found = MultiwayCuts.solve(problem, 4, List.of(), LIGHT.telling(told::add), SEEDS);
    assertThat(told).first().asString().endsWith(" % of the effort spent");
    assertThat(RandomProblems.isFeasible(problem, found.labels())).isTrue();
    assertThat(Agreement.of(group, problem.expand(found.labels())).ari()).isGreaterThan(0.97);
  }

  @Test
  void theViolationsAllowedAreThosePricedInThePaper() {
    // N (k-1)(k-2)/2 / (k(k-1)/2): section 5 of the COSC paper.
    assertThat(RecursiveSplits.allowance(90.0, 10.0)).isCloseTo(90.0 * 36 / 45, within(1e-12));
    assertThat(RecursiveSplits.allowance(30.0, 3.0)).isCloseTo(10.0, within(1e-12));
    assertThat(RecursiveSplits.allowance(30.0, 2.0)).isZero();
    assertThat(RecursiveSplits.allowance(30.0, 1.3)).isZero();
  }

  @Test
  void constraintsThatNoClustersCanHoldAreRefused() {
    SplittableRandom random = new SplittableRandom(3);
    int[] own = {0, 1, 2, 3};
    SimilarityGraph graph = RandomProblems.graph(4, new int[4], 3.0, 1.0, random);
    PairConstraints pairs = RandomProblems.pairs(4, own, 60, 0.0, random);
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    assertThatThrownBy(() -> MultiwayCuts.solve(problem, 3, List.of(new int[4]), LIGHT, SEEDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no partition into 3 clusters");
  }

  @Test
  void oneClusterAndAsManyAsNodes() {
    PartitionProblem problem = random(30, 4, 0, 0.0, 2);
    Multiway whole = MultiwayCuts.refine(problem, 1, new int[30], LIGHT, SEEDS);
    assertThat(whole.labels()).containsOnly(0);
    assertThat(whole.ncut()).isZero();
    int[] own = new int[30];
    Arrays.setAll(own, v -> v);
    Multiway single = MultiwayCuts.refine(problem, 30, own, LIGHT, SEEDS);
    assertThat(RandomProblems.used(single.labels())).isEqualTo(30);
    assertThat(single.objective()).isCloseTo(30.0, within(1e-9));
  }

  @Test
  void emptyClustersAreFilledAndStayFilled() {
    PartitionProblem problem = random(120, 4, 0, 0.0, 3);
    Multiway found = MultiwayCuts.refine(problem, 6, new int[120], LIGHT, SEEDS);
    assertThat(RandomProblems.used(found.labels())).isEqualTo(6);
  }

  @Test
  void componentsOfADisconnectedGraphBecomeTheClusters() {
    SplittableRandom random = new SplittableRandom(4);
    int[] group = RandomProblems.groups(100, 4, random);
    SimilarityGraph graph = RandomProblems.graph(100, group, 14.0, 1.0, random);
    PartitionProblem problem = PartitionProblem.of(graph, RandomProblems.none(100), true);
    int[] noise = random.ints(100, 0, 4).toArray();
    Multiway found = MultiwayCuts.refine(problem, 4, noise, LIGHT, SEEDS);
    assertThat(found.ncut()).isZero();
    assertThat(Agreement.of(group, found.labels()).ari()).isEqualTo(1.0);
  }

  @Test
  void isolatedNodesMakeNoCheapCluster() {
    SplittableRandom random = new SplittableRandom(6);
    int[] group = RandomProblems.groups(90, 3, random);
    SimilarityGraph connected = RandomProblems.graph(90, group, 10.0, 0.9, random);
    int[] grown = Arrays.copyOf(group, 96);
    SimilarityGraph graph = withIsolated(connected, 96);
    PartitionProblem problem = PartitionProblem.of(graph, RandomProblems.none(96), true);
    Multiway found = MultiwayCuts.refine(problem, 3, grown, LIGHT, SEEDS);
    double[] volume = new double[3];
    for (int v = 0; v < 96; v++) {
      volume[found.labels()[v]] += graph.degrees()[v];
    }
    assertThat(volume).doesNotContain(0.0);
    assertThat(found.objective()).isEqualTo(found.ncut());
  }

  private static SimilarityGraph withIsolated(SimilarityGraph graph, int n) {
    int[] rowPtr = Arrays.copyOf(graph.weights().rowPtr(), n + 1);
    Arrays.fill(rowPtr, graph.size() + 1, n + 1, graph.weights().nonZeros());
    return SimilarityGraph.of(
        new CsrMatrix(n, rowPtr, graph.weights().col(), graph.weights().val()),
        WeightFigures.GIVEN);
  }

  @Test
  void labelsThatBreakACannotLinkAreRefused() {
    PartitionProblem problem = random(40, 4, 60, 0.0, 7);
    assertThatThrownBy(
            () -> MultiwayCuts.refine(problem, 4, new int[problem.nodes()], LIGHT, SEEDS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must lie apart");
  }

  @Test
  void moreClustersThanNodesAndWrongLabelsAreRefused() {
    PartitionProblem problem = random(20, 2, 0, 0.0, 8);
    assertThatThrownBy(() -> MultiwayCuts.refine(problem, 21, new int[20], LIGHT, SEEDS))
        .hasMessageContaining("k = 21 clusters of 20 nodes");
    assertThatThrownBy(() -> MultiwayCuts.refine(problem, 2, new int[19], LIGHT, SEEDS))
        .hasMessageContaining("19 labels for 20 nodes");
    int[] wrong = new int[20];
    wrong[3] = 2;
    assertThatThrownBy(() -> MultiwayCuts.solve(problem, 2, List.of(wrong), LIGHT, SEEDS))
        .hasMessageContaining("node 3: label 2 of 2");
  }
}
