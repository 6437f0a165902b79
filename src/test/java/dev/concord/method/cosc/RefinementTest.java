package dev.concord.method.cosc;

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
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordingServices;
import dev.concord.method.labels.Gfhf;
import dev.concord.method.spectral.Ncut;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** cosc with several clusters, and as the last step after other methods. */
class RefinementTest {
  private static final int GROUPS = 5;
  private static final int SIZE = 24;
  private static final int N = GROUPS * SIZE;

  private final SimilarityGraph graph = Graphs.groups(GROUPS, SIZE, 0.03, 2);
  private final int[] truth = IntStream.range(0, N).map(i -> i / SIZE).toArray();

  private PairConstraints pairs(int count, long seed, double weight) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weights = new double[count];
    Arrays.fill(weights, weight);
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(N - 1);
      second[p] = first[p] + 1 + random.nextInt(N - first[p] - 1);
      must[p] = truth[first[p]] == truth[second[p]];
    }
    return PairConstraints.of(N, first, second, must, weights, Integer::toString);
  }

  private Problem problem(
      PairConstraints pairs, boolean hard, @Nullable KnownLabels labels, int clusters) {
    return problem(pairs, hard, labels, clusters, Map.of());
  }

  private Problem problem(
      PairConstraints pairs,
      boolean hard,
      @Nullable KnownLabels labels,
      int clusters,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        hard,
        labels,
        null,
        clusters,
        new MethodOptions("cosc", options),
        Seeds.of(3));
  }

  private static MethodOptions cosc() {
    return new MethodOptions("cosc", Map.of());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void anyPartitionEndsWithAllConstraintsMetAndALowerCut(long seed) {
    PairConstraints pairs = pairs(150, seed, 1.0);
    int[] wild = new SplittableRandom(seed).ints(N, 0, GROUPS).toArray();
    Refinement.Refined refined =
        Refinement.of(problem(pairs, true, null, GROUPS), new Ncut(), wild, cosc());
    Violations violations = Violations.of(pairs, refined.labels());
    assertThat(violations.mustViolated() + violations.cannotViolated()).isZero();
    assertThat(NormalizedCut.of(graph, refined.labels(), GROUPS))
        .isLessThan(NormalizedCut.of(graph, wild, GROUPS))
        .isCloseTo(cuts(refined).ncut(), within(1e-9));
    assertThat(refined.figures().movedInAll()).isPositive();
  }

  @Test
  void aFeasiblePartitionNeverGetsWorse() {
    PairConstraints pairs = pairs(60, 9, 1.0);
    Refinement.Refined refined =
        Refinement.of(problem(pairs, true, null, GROUPS), new Ncut(), truth, cosc());
    assertThat(refined.figures().movedForConstraints()).isEqualTo(0);
    assertThat(NormalizedCut.of(graph, refined.labels(), GROUPS))
        .isLessThanOrEqualTo(NormalizedCut.of(graph, truth, GROUPS) + 1e-12);
  }

  @Test
  void knownLabelsHoldWhereTheMethodGoesByThem() {
    int[] known = new int[N];
    Arrays.fill(known, -1);
    // Two points of the first group under different labels: the cut alone would join them.
    known[0] = 0;
    known[1] = 1;
    known[30] = 1;
    KnownLabels labels = new KnownLabels(known, new String[] {"a", "b"});
    Problem problem = problem(pairs(0, 1, 1.0), true, labels, GROUPS);
    int[] refined = Refinement.of(problem, new Gfhf(), truth, cosc()).labels();
    assertThat(refined[0]).isNotEqualTo(refined[1]);
    assertThat(refined[1]).isEqualTo(refined[30]);
    int[] unbound = Refinement.of(problem, new Ncut(), truth, cosc()).labels();
    assertThat(unbound[0]).isEqualTo(unbound[1]);
  }

  @Test
  void whatCannotHoldIsRefusedWithAProof() {
    int[] first = {0, 0, 0, 1, 1, 2};
    int[] second = {1, 2, 3, 2, 3, 3};
    PairConstraints clique =
        PairConstraints.of(
            N, first, second, new boolean[6], new double[] {1, 1, 1, 1, 1, 1}, Integer::toString);
    int[] start = new int[N];
    assertThatThrownBy(
            () -> Refinement.of(problem(clique, true, null, 3), new Ncut(), start, cosc()))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("cannot be put into 3 clusters")
        .hasMessageContaining("must all be apart");
    Refinement.Refined soft =
        Refinement.of(
            problem(clique, false, null, 3),
            new Ncut(),
            start,
            new MethodOptions("cosc", Map.of("gamma", 1000.0)));
    // Of the six beliefs one cannot hold; a local search may leave two.
    assertThat(cuts(soft).violatedWeight()).isBetween(1.0, 2.0);
  }

  @Test
  void aHighPriceBuysBeliefsAndAPriceOfZeroDoesNot() {
    // Wrong beliefs: one point of each group said to belong to the next.
    int[] first = IntStream.range(0, GROUPS - 1).map(g -> g * SIZE).toArray();
    int[] second = IntStream.range(0, GROUPS - 1).map(g -> (g + 1) * SIZE + 1).toArray();
    boolean[] must = new boolean[GROUPS - 1];
    Arrays.fill(must, true);
    double[] weight = new double[GROUPS - 1];
    Arrays.fill(weight, 0.5);
    PairConstraints beliefs = PairConstraints.of(N, first, second, must, weight, Integer::toString);
    Problem problem = problem(beliefs, true, null, GROUPS);
    assertThat(violated(problem, Map.of("gamma", 0.0))).isEqualTo(0.5 * (GROUPS - 1));
    assertThat(violated(problem, Map.of("gamma", 1000.0))).isZero();
    assertThat(violated(problem, Map.of("violations", 1.0))).isLessThanOrEqualTo(1.0);
    // Half of the mean degree buys none against all neighbours, also with soft constraints.
    assertThat(violated(problem, Map.of())).isEqualTo(0.5 * (GROUPS - 1));
    PairConstraints surer =
        PairConstraints.of(N, first, second, must, new double[] {1, 1, 1, 1}, Integer::toString);
    assertThat(violated(problem(surer, false, null, GROUPS), Map.of())).isEqualTo(GROUPS - 1.0);
  }

  /** A point that two groups hold equally goes where a soft pair wants it, either way. */
  @Test
  void aSoftPairDecidesWhereTheGraphDoesNot() {
    int[] first = new int[13];
    int[] second = new int[13];
    int edges = 0;
    for (int group = 0; group < 2; group++) {
      for (int a = 0; a < 3; a++) {
        for (int b = a + 1; b < 4; b++) {
          first[edges] = 4 * group + a;
          second[edges++] = 4 * group + b;
        }
      }
    }
    first[12] = 3;
    second[12] = 4;
    double[] weights = new double[13];
    Arrays.fill(weights, 1.0);
    SimilarityGraph bridge =
        SimilarityGraph.fromEdges(
            9,
            IntStream.concat(Arrays.stream(first), IntStream.of(8, 8)).toArray(),
            IntStream.concat(Arrays.stream(second), IntStream.of(0, 7)).toArray(),
            IntStream.range(0, 15).mapToDouble(e -> 1.0).toArray());
    for (int side : new int[] {1, 6}) {
      PairConstraints pair =
          PairConstraints.of(
              9,
              new int[] {side},
              new int[] {8},
              new boolean[] {true},
              new double[] {1.0},
              Integer::toString);
      Problem problem =
          new Problem(
              bridge,
              Components.of(bridge.weights()),
              new CsrOperator(NormalizedAdjacency.of(bridge)),
              pair,
              false,
              null,
              null,
              2,
              cosc(),
              Seeds.of(3));
      int[] start = {0, 0, 0, 0, 1, 1, 1, 1, side == 1 ? 1 : 0};

      int[] refined = Refinement.of(problem, new Ncut(), start, cosc()).labels();

      assertThat(refined[8]).isEqualTo(refined[side]);
      assertThat(refined[8]).isNotEqualTo(refined[side == 1 ? 6 : 1]);
    }
  }

  private static MultiwayFigures cuts(Refinement.Refined refined) {
    return ((RefinementFigures.Searched) refined.figures()).cuts();
  }

  private double violated(Problem problem, Map<String, Object> options) {
    Refinement.Refined refined =
        Refinement.of(problem, new Ncut(), truth, new MethodOptions("cosc", options));
    return cuts(refined).violatedWeight();
  }

  @Test
  void aPartitionThatAnswersToASecondGraphAndCoscItselfAreLeftAlone() {
    Problem plain = problem(pairs(10, 1, 1.0), true, null, GROUPS);
    assertThat(Refinement.applies(plain, new Ncut())).isTrue();
    assertThat(Refinement.applies(plain, new Cosc())).isFalse();
    assertThat(Refinement.applies(problem(pairs(0, 1, 1.0), true, null, 1), new Ncut())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"5, cut", "5, groups", "3, cut", "8, groups"})
  void coscMeetsAllConstraintsForAnyNumberOfClusters(int clusters, String search) {
    PairConstraints pairs = pairs(clusters < GROUPS ? 30 : 120, 4, 1.0);
    Problem problem = problem(pairs, true, null, clusters, Map.of("search", search, "starts", 2));
    MethodResult result = new Cosc().run(problem, new RecordingServices());
    Violations violations = Violations.of(pairs, result.labels());
    assertThat(violations.mustViolated() + violations.cannotViolated()).isZero();
    assertThat(Arrays.stream(result.labels()).distinct().count()).isEqualTo(clusters);
    assertThat(result.figures(CoscFigures.class).ncut())
        .isCloseTo(NormalizedCut.of(graph, result.labels(), clusters), within(1e-9));
    if (clusters == GROUPS) {
      assertThat(Agreement.of(truth, result.labels()).ari()).isEqualTo(1.0);
    }
  }

  @Test
  void fewerMustLinkComponentsThanClustersLeaveNothingToSearch() {
    int[] first = IntStream.range(0, N - 3).toArray();
    int[] second = IntStream.range(1, N - 2).toArray();
    boolean[] must = new boolean[N - 3];
    Arrays.fill(must, true);
    double[] weight = new double[N - 3];
    Arrays.fill(weight, 1.0);
    PairConstraints chain = PairConstraints.of(N, first, second, must, weight, Integer::toString);
    MethodResult result = new Cosc().run(problem(chain, true, null, 5), new RecordingServices());
    assertThat(Arrays.stream(result.labels()).distinct().count()).isEqualTo(3);
    int[] refined =
        Refinement.of(problem(chain, true, null, 5), new Ncut(), truth, cosc()).labels();
    assertThat(Violations.of(chain, refined).mustViolated()).isZero();
  }
}
