package dev.concord.method.productcut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Agreement;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SplitMergeTest {
  private static final int K = 5;
  private static final int SIZE = 40;
  private static final int N = K * SIZE;

  private final SimilarityGraph graph = Graphs.groups(K, SIZE, 0.03, 3);

  private static PartitionProblem problem(SimilarityGraph graph, PairConstraints pairs) {
    double[] ones = new double[graph.size()];
    Arrays.fill(ones, 1.0);
    return PartitionProblem.of(graph.weights(), ones, pairs, true);
  }

  private static int[] truth() {
    int[] labels = new int[N];
    Arrays.setAll(labels, i -> i / SIZE);
    return labels;
  }

  private SplitMerge from(int[] labels, PairConstraints pairs, double price) {
    PartitionProblem problem = problem(graph, pairs);
    SampleNodes nodes = new SampleNodes(problem);
    Gains gains = Gains.of(nodes, K, 0.9);
    ProductCutSearch.Settings settings = new ProductCutSearch.Settings(100, 2, 20, 4.0, 0.9);
    ProductCutSearch search =
        new ProductCutSearch(nodes, K, gains, settings, new SplittableRandom(1));
    search.evaluate(labels);
    PairVotes votes = new PairVotes(graph.weights(), problem.nodeOf(), pairs, price);
    return new SplitMerge(nodes, K, gains, search, votes, settings, new SplittableRandom(2));
  }

  private static PairConstraints none() {
    return PairConstraints.none(N, Integer::toString);
  }

  @Test
  void twoGroupsInOneClusterAndOneGroupInTwoAreRepaired() {
    int[] labels = new int[N];
    // Groups 0 and 1 in cluster 0; group 2 in clusters 1 and 2.
    Arrays.setAll(labels, i -> i < 80 ? 0 : i < 100 ? 1 : i / SIZE);

    SplitMerge exchanges = from(labels, none(), 0.0);
    double before = exchanges.value();
    int[] found = exchanges.improve(10, tried -> {});

    assertThat(Agreement.of(truth(), found).ari()).isEqualTo(1.0);
    assertThat(exchanges.kept()).isPositive();
    assertThat(exchanges.tried()).isGreaterThanOrEqualTo(exchanges.kept());
    assertThat(exchanges.value()).isGreaterThan(before);
  }

  @Test
  void twoGroupsMixedInTwoClustersAreDividedAnew() {
    int[] labels = truth();
    for (int i = 0; i < 2 * SIZE; i++) {
      labels[i] = i % 2;
    }

    int[] found = from(labels, none(), 0.0).improve(10, tried -> {});

    assertThat(Agreement.of(truth(), found).ari()).isEqualTo(1.0);
  }

  @Test
  void theBestPartitionStaysAsItIs() {
    SplitMerge exchanges = from(truth(), none(), 0.0);

    assertThat(exchanges.improve(10, tried -> {})).isEqualTo(truth());
    assertThat(exchanges.kept()).isZero();
  }

  /** The graph prefers its groups; pairs at a high price put the first two together. */
  @Test
  void pairsDecideAgainstTheGraphWhenTheyAreDearEnough() {
    int count = 60;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 0.5); // soft for the nodes: they stay single points
    for (int p = 0; p < count; p++) {
      // Half say that groups 0 and 1 are one, half that the halves of group 2 are two.
      must[p] = p % 2 == 0;
      first[p] = must[p] ? p % SIZE : 80 + p % 20;
      second[p] = must[p] ? 40 + (7 * p) % SIZE : 100 + (7 * p) % 20;
    }
    PairConstraints pairs = PairConstraints.of(N, first, second, must, weight, Integer::toString);

    int[] cheap = from(truth(), pairs, 1e-3).improve(10, tried -> {});
    int[] dear = from(truth(), pairs, 1e4).improve(10, tried -> {});

    assertThat(cheap[0]).isNotEqualTo(cheap[40]);
    assertThat(dear[0]).isEqualTo(dear[40]);
  }

  /** By hand: a path of five points, weights 1, 2, 1, 3; clusters {0, 1}, {2, 3, 4}. */
  @Test
  void votesAreThoseOfTheNeighboursWithoutThePair() {
    SimilarityGraph path =
        SimilarityGraph.fromEdges(
            5, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4}, new double[] {1, 2, 1, 3});
    PairConstraints pairs =
        PairConstraints.of(
            5,
            new int[] {1, 0},
            new int[] {3, 1},
            new boolean[] {true, false},
            new double[] {1.0, 0.5},
            Integer::toString);
    int[] nodeOf = {0, 1, 2, 3, 4};
    PairVotes votes = new PairVotes(path.weights(), nodeOf, pairs, 10.0);

    double[] between = votes.between(new int[] {0, 0, 1, 1, 1}, 2);

    // Point 1 votes 1/3 for cluster 0 and 2/3 for 1; point 3 votes 1 for cluster 1. The edge of the
    // second pair is left out: point 0 has no other vote, so the pair does not speak.
    assertThat(between[3]).isCloseTo(-10.0 * 2 / 3, within(1e-12));
    assertThat(between[1]).isCloseTo(-10.0 / 6, within(1e-12));
    assertThat(between[2]).isEqualTo(between[1]);
    assertThat(between[0]).isZero();
    assertThat(votes.against(new int[] {0, 0, 1, 1, 1}, 2)).isCloseTo(10.0 / 3, within(1e-12));
  }

  @Test
  void coarserGraphsKeepMassesAndLeaveTiedNodesAlone() {
    int groups = 10;
    int size = 4000;
    SplittableRandom random = new SplittableRandom(5);
    int n = groups * size;
    int[] offsets = {1, 7, 31, 101};
    int[] source = new int[4 * n];
    int[] target = new int[4 * n];
    double[] weight = new double[4 * n];
    for (int e = 0; e < source.length; e++) {
      int i = e / 4;
      source[e] = i;
      target[e] = i / size * size + (i % size + offsets[e % 4]) % size;
      weight[e] = 0.1 + random.nextDouble();
    }
    SimilarityGraph large = SimilarityGraph.fromEdges(n, source, target, weight);
    int[] first = random.ints(50, 0, n / 2).toArray();
    int[] second = random.ints(50, n / 2, n).toArray();
    double[] ones = new double[50];
    Arrays.fill(ones, 1.0);
    PairConstraints pairs =
        PairConstraints.of(n, first, second, new boolean[50], ones, Integer::toString);
    PartitionProblem finest = problem(large, pairs);

    Levels levels = new Levels(finest, groups, Seeds.of(1));

    assertThat(levels.count()).isGreaterThan(1);
    PartitionProblem coarsest = levels.problem(levels.count() - 1);
    assertThat(coarsest.nodes()).isLessThanOrEqualTo(1 << 14);
    assertThat(Arrays.stream(coarsest.volumes()).sum()).isEqualTo(n);
    assertThat(Arrays.stream(coarsest.volumes()).max().orElse(0)).isLessThanOrEqualTo(16.0);
    for (int p = 0; p < 50; p++) {
      assertThat(coarsest.volumes()[coarsest.nodeOf()[first[p]]]).isEqualTo(1.0);
      assertThat(coarsest.volumes()[coarsest.nodeOf()[second[p]]]).isEqualTo(1.0);
    }
    int[] labels = new int[coarsest.nodes()];
    Arrays.setAll(labels, v -> v);
    int[] finer = labels;
    for (int level = levels.count() - 2; level >= 0; level--) {
      finer = levels.finer(level, finer);
    }
    int[] atNodes = new int[n];
    for (int v = 0; v < n; v++) {
      atNodes[v] = finer[levels.place(v)];
    }
    assertThat(atNodes).isEqualTo(coarsest.nodeOf());
  }
}
