package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import dev.concord.metric.Violations;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizeStepTest {
  private static final int K = 4;
  private static final int N = 80;

  private final SimilarityGraph graph = Graphs.groups(K, N / K, 0.05, 4);

  /** Groups of 20 points, of which the first has taken five of the next one. */
  private final int[] skewed =
      IntStream.range(0, N).map(i -> i >= 20 && i < 25 ? 0 : i / 20).toArray();

  private Problem problem(PairConstraints pairs, boolean hard, @Nullable KnownLabels labels) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        hard,
        labels,
        null,
        K,
        new MethodOptions("ncut", Map.of()),
        Seeds.of(3));
  }

  private static SizeLimits limits(double min, double max) {
    double[] lower = new double[K];
    double[] upper = new double[K];
    Arrays.fill(lower, min);
    Arrays.fill(upper, max);
    return new SizeLimits(lower, upper, null, null);
  }

  private static PairConstraints pairs(int[][] list, double weight) {
    double[] weights = new double[list.length];
    Arrays.fill(weights, weight);
    boolean[] must = new boolean[list.length];
    for (int p = 0; p < list.length; p++) {
      must[p] = list[p][2] == 1;
    }
    return PairConstraints.of(
        N,
        Arrays.stream(list).mapToInt(pair -> pair[0]).toArray(),
        Arrays.stream(list).mapToInt(pair -> pair[1]).toArray(),
        must,
        weights,
        Integer::toString);
  }

  private static PairConstraints none() {
    return PairConstraints.none(N, Integer::toString);
  }

  private SizedPartition sized(Problem problem, SizeLimits limits) {
    return SizeStep.of(problem, method("ncut"), skewed, limits);
  }

  private static Method method(String name) {
    return Catalogue.named(name);
  }

  private static int[] sizes(int[] labels) {
    int[] sizes = new int[K];
    for (int label : labels) {
      sizes[label]++;
    }
    return sizes;
  }

  @Test
  void theLossOfAMoveIsTheChangeOfTheCutAndOfThePenalty() {
    SplittableRandom random = new SplittableRandom(2);
    PairConstraints pairs =
        pairs(new int[][] {{0, 1, 1}, {1, 2, 1}, {5, 30, 1}, {40, 41, 1}, {7, 50, 0}}, 1.0);
    PartitionProblem nodes = PartitionProblem.of(graph, pairs, true);
    int[] labels = random.ints(nodes.nodes(), 0, K).toArray();
    MoveLosses losses = new MoveLosses(graph, nodes, K);
    double[] loss = losses.losses(losses.affinities(nodes.expand(labels)), labels);
    double before = NormalizedCut.of(graph, nodes.expand(labels), K);
    int free = 0;
    for (int v = 0; v < nodes.nodes(); v++) {
      for (int c = 0; c < K; c++) {
        int[] moved = labels.clone();
        moved[v] = c;
        double change = NormalizedCut.of(graph, nodes.expand(moved), K) - before;
        assertThat(loss[v * K + c]).isCloseTo(Math.max(0.0, change), within(1e-12));
        free += change < -1e-9 ? 1 : 0;
      }
    }
    assertThat(free).isPositive();
  }

  @Test
  void aSoftConstraintIsPartOfTheLoss() {
    PairConstraints pairs = pairs(new int[][] {{0, 79, 1}, {3, 60, 0}}, 0.5);
    PartitionProblem nodes = PartitionProblem.of(graph, pairs, true);
    PartitionProblem free = PartitionProblem.of(graph, none(), true);
    int[] labels = IntStream.range(0, N).map(i -> i / 20).toArray();
    MoveLosses with = new MoveLosses(graph, nodes, K);
    MoveLosses without = new MoveLosses(graph, free, K);
    double[] a = with.losses(with.affinities(labels), labels);
    double[] b = without.losses(without.affinities(labels), labels);
    double price = 0.5 * K / N;
    assertThat(a[3]).isCloseTo(b[3] - price, within(1e-12));
    assertThat(a[3 * K + 3]).isCloseTo(b[3 * K + 3] + price, within(1e-12));
    assertThat(with.objective(labels) - without.objective(labels)).isCloseTo(price, within(1e-12));
  }

  @Test
  void sizesHoldAndThePointsThatMoveAreThoseOfTheOtherGroup() {
    SizedPartition sized = sized(problem(none(), true, null), limits(20, 20));
    assertThat(sizes(sized.labels())).containsOnly(20);
    assertThat(sized.labels()).isEqualTo(IntStream.range(0, N).map(i -> i / 20).toArray());
    assertThat(sized.figures().moved()).isEqualTo(5);
    assertThat(sized.figures().ncutAfter()).isLessThan(sized.figures().ncutBefore());
    assertThat(sized.figures().before()).containsExactly(25, 15, 20, 20);
    assertThat(sized.figures().after()).containsOnly(20);
    assertThat(sized.figures().max()).containsOnly(20.0);
  }

  @Test
  void aPartitionWithinItsBoundsStays() {
    SizedPartition sized = sized(problem(none(), true, null), limits(15, 25));
    assertThat(sized.labels()).isEqualTo(skewed);
    assertThat(sized.figures().moved()).isZero();
    assertThat(sized.figures().exact()).isTrue();
    assertThat(sized.figures().loss()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void pairsOfWeightOneHoldTogetherWithTheSizes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] truth = random.ints(N, 0, K).toArray();
    int[][] list = new int[60][];
    for (int p = 0; p < list.length; p++) {
      int a = random.nextInt(N - 1);
      int b = a + 1 + random.nextInt(N - a - 1);
      list[p] = new int[] {a, b, truth[a] == truth[b] ? 1 : 0};
    }
    PairConstraints pairs = pairs(list, 1.0);
    SizedPartition sized = sized(problem(pairs, true, null), limits(19, 21));
    assertThat(Violations.of(pairs, sized.labels()).violated()).isZero();
    for (int size : sizes(sized.labels())) {
      assertThat(size).isBetween(19, 21);
    }
    assertThat(sized.figures().movedForConstraints()).isPositive();
    assertThat(sized(problem(pairs, true, null), limits(19, 21)).labels())
        .isEqualTo(sized.labels());
  }

  @Test
  void knownLabelsHoldAfterAMethodThatGoesByThem() {
    int[] known = new int[N];
    Arrays.fill(known, -1);
    for (int i = 0; i < 8; i++) {
      known[20 + i] = 0;
      known[40 + i] = 1;
    }
    KnownLabels labels = new KnownLabels(known, new String[] {"a", "b"});
    Problem problem = problem(none(), true, labels);
    int[] held = SizeStep.of(problem, method("gfhf"), skewed, limits(20, 20)).labels();
    for (int i = 0; i < 8; i++) {
      assertThat(held[20 + i]).isEqualTo(held[20]);
      assertThat(held[40 + i]).isEqualTo(held[40]).isNotEqualTo(held[20]);
    }
    assertThat(sizes(held)).containsOnly(20);
  }

  @Test
  void weightsAreCountedInsteadOfPoints() {
    double[] weight = new double[N];
    Arrays.setAll(weight, i -> i < 20 ? 3.0 : 1.0);
    double[] lower = {0, 0, 0, 0};
    double[] upper = {40, 40, 40, 40};
    SizedPartition sized =
        sized(problem(none(), true, null), new SizeLimits(lower, upper, weight, null));
    double[] sums = new double[K];
    for (int i = 0; i < N; i++) {
      sums[sized.labels()[i]] += weight[i];
    }
    assertThat(Arrays.stream(sums).max().orElse(0.0)).isLessThanOrEqualTo(40.0);
    assertThat(sized.figures().unit()).isEqualTo("weight");
    assertThat(sized.figures().after()).containsExactly(sums);
  }

  @Test
  void boundsOfEarlierClustersGoByTheirNumbers() {
    int[] earlier = IntStream.range(0, N).map(i -> 3 - i / 20).toArray();
    double[] lower = {0, 0, 18, 30};
    double[] upper = {14, 80, 80, 80};
    SizedPartition sized =
        sized(problem(none(), true, null), new SizeLimits(lower, upper, null, earlier));
    int[] sizes = sizes(sized.labels());
    assertThat(sizes[0]).isLessThanOrEqualTo(14);
    assertThat(sizes[2]).isGreaterThanOrEqualTo(18);
    assertThat(sizes[3]).isGreaterThanOrEqualTo(30);
    int kept = 0;
    for (int i = 0; i < N; i++) {
      kept += sized.labels()[i] == earlier[i] ? 1 : 0;
    }
    assertThat(kept).isGreaterThan(60);
  }

  @Test
  void impossibleSizesAreRefusedWithTheirNumbers() {
    int[][] chain = new int[24][];
    Arrays.setAll(chain, i -> new int[] {i, i + 1, 1});
    Problem problem = problem(pairs(chain, 1.0), true, null);
    assertThatThrownBy(() -> sized(problem, limits(0, 24)))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("clusters.sizes.max is 24, but must-links of weight 1 join points")
        .hasMessageContaining("25 points");
    assertThat(sizes(sized(problem(pairs(chain, 1.0), false, null), limits(20, 20)).labels()))
        .containsOnly(20);
  }
}
