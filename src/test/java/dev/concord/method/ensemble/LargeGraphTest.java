package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.FeatureRows;
import dev.concord.method.LloydServices;
import dev.concord.method.LocalServices;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.ResultStore;
import dev.concord.method.pipeline.HeldOutRuns.ResultCache;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which members run on graphs that are too large for all of them. */
class LargeGraphTest {
  private static final int DEGREE = 5;

  private static SimilarityGraph halves(int n) {
    return groups(n, 2);
  }

  /**
   * Groups of as many points, those of a group joined at random; the first points have edges to the
   * next group.
   */
  private static SimilarityGraph groups(int n, int k) {
    SplittableRandom random = new SplittableRandom(11);
    int size = n / k;
    long[] keys =
        IntStream.range(0, DEGREE * n + n / 200)
            .mapToLong(
                e -> {
                  int i = e % n;
                  boolean across = e >= DEGREE * n;
                  int group = (i / size + (across ? 1 : 0)) % k;
                  int j = random.nextInt(size) + group * size;
                  return i == j ? -1 : (long) Math.min(i, j) << 32 | Math.max(i, j);
                })
            .filter(key -> key >= 0)
            .sorted()
            .distinct()
            .toArray();
    int[] source = new int[keys.length];
    int[] target = new int[keys.length];
    double[] weight = new double[keys.length];
    for (int e = 0; e < keys.length; e++) {
      source[e] = (int) (keys[e] >> 32);
      target[e] = (int) keys[e];
      weight[e] = 1.0;
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static Problem problem(SimilarityGraph graph, PairConstraints pairs, String... members) {
    return problem(graph, pairs, 2, members);
  }

  private static Problem problem(
      SimilarityGraph graph, PairConstraints pairs, int clusters, String... members) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        null,
        null,
        clusters,
        new MethodOptions("ensemble", Map.of("members", List.of(members))),
        Seeds.of(1));
  }

  private static MethodResult run(int n, PairConstraints pairs, String... members) {
    return new Ensemble().run(problem(halves(n), pairs, members), new LloydServices());
  }

  private static List<String> members(MethodResult result) {
    return result.figures(EnsembleFigures.class).members().stream()
        .map(EnsembleFigures.Member::method)
        .toList();
  }

  /** Must-links within the second half, the first one as given; one cannot-link across. */
  private static PairConstraints many(int n, int[] first) {
    int[][] must = new int[MemberSearch.FEW][];
    for (int p = 0; p < must.length; p++) {
      must[p] = new int[] {n / 2 + 200 + 2 * p, n / 2 + 201 + 2 * p};
    }
    must[0] = first;
    return Pairs.of(n, must, new int[][] {{n / 4 + 1, n - 5}});
  }

  private static PairConstraints explained(int n) {
    return many(n, new int[] {n / 4, n / 4 + 7});
  }

  private static PairConstraints few(int n) {
    int half = n / 2;
    return Pairs.of(
        n,
        new int[][] {{half - 1, half - 2}, {n - 1, n - 2}},
        new int[][] {{half - 3, n - 3}, {half - 4, n - 4}});
  }

  private static void assertHalves(MethodResult result, int n) {
    int[] truth = IntStream.range(0, n).map(i -> i < n / 2 ? 0 : 1).toArray();
    assertThat(Agreement.of(truth, result.labels()).ari()).isGreaterThan(0.99);
  }

  @Test
  void oneSearchIsEnoughWherePairsAreExplained() {
    int n = MemberSearch.BOTH_GRAPHS + 616;

    MethodResult result = run(n, explained(n), "product-cut");

    assertThat(members(result))
        .contains("product-cut")
        .doesNotContain("product-cut without pairs", "product-cut 2");
    assertHalves(result, n);
    assertThat(Violations.of(explained(n), result.labels()).violated()).isZero();
  }

  @Test
  void fewPairsAreMadeToHoldInWhatIsFoundWithoutThem() {
    int n = MemberSearch.BOTH_GRAPHS + 616;

    MethodResult result = run(n, few(n), "product-cut", "cosc");

    assertThat(members(result))
        .contains("product-cut without pairs", "product-cut without pairs refined")
        .doesNotContain("product-cut", "product-cut 2", "cosc");
    assertHalves(result, n);
    assertThat(Violations.of(few(n), result.labels()).violated()).isZero();
  }

  @Test
  void moreClustersNeedMorePairs() {
    assertThat(MemberSearch.sure(2)).isEqualTo(16);
    assertThat(MemberSearch.sure(10)).isEqualTo(400);
    assertThat(MemberSearch.sure(100_000)).isEqualTo(1000);
  }

  @Test
  void withManyClustersTwoHundredPairsMayMissThem() {
    int n = MemberSearch.BOTH_GRAPHS + 616;
    PairConstraints pairs = explained(n);

    MethodResult result =
        new Ensemble().run(problem(groups(n, 8), pairs, 8, "product-cut"), new LloydServices());

    assertThat(members(result))
        .contains("product-cut", "product-cut without pairs")
        .doesNotContain("product-cut 2");
    int[] truth = IntStream.range(0, n).map(i -> i / (n / 8)).toArray();
    assertThat(Agreement.of(truth, result.labels()).ari()).isGreaterThan(0.99);
    assertThat(Violations.of(pairs, result.labels()).violated()).isZero();
  }

  @Test
  void aSecondSearchIsForPairsThatTheFirstDoesNotExplain() {
    int n = MemberSearch.BOTH_GRAPHS + 616;
    // Against the graph, so that no partition's neighbours agree with them.
    PairConstraints pairs = Pairs.of(n, new int[][] {{0, n - 3}}, new int[][] {{1, 2}});

    MethodResult result = run(n, pairs, "product-cut");

    assertThat(members(result))
        .contains("product-cut", "product-cut without pairs", "product-cut 2");
    assertThat(Violations.of(pairs, result.labels()).violated()).isZero();
  }

  @Test
  void onePairOfManyThatIsNotExplainedAsksForNoSecondSearch() {
    int n = MemberSearch.BOTH_GRAPHS + 616;
    // Against the graph; the others are explained.
    PairConstraints pairs = many(n, new int[] {n / 4, n - 3});

    MethodResult result = run(n, pairs, "product-cut");

    assertThat(members(result)).contains("product-cut").doesNotContain("product-cut 2");
    assertHalves(result, n);
    assertThat(Violations.of(pairs, result.labels()).violated()).isZero();
  }

  /** What a search found without pairs is taken from the store by runs with other pairs. */
  @Test
  void searchesWithoutPairsAreKept() {
    int n = MemberSearch.BOTH_GRAPHS + 616;
    SimilarityGraph graph = halves(n);
    ResultCache kept = new ResultCache();
    AtomicInteger searches = new AtomicInteger();
    ResultStore counting =
        new ResultStore() {
          @Override
          public Eigenpairs find(
              WeightedGraph on, EigenOptions options, Supplier<Eigenpairs> solver) {
            return solver.get();
          }

          @Override
          public Found partition(SimilarityGraph on, Search search, Supplier<Found> run) {
            return kept.partition(
                on,
                search,
                () -> {
                  searches.incrementAndGet();
                  return run.get();
                });
          }
        };

    MethodResult alone = run(graph, PairConstraints.none(n, Integer::toString), counting);
    MethodResult first = run(graph, few(n), counting);
    MethodResult fresh = run(graph, few(n), ResultStore.NONE);

    assertThat(searches.get()).isEqualTo(MemberSearch.SEARCHES);
    assertHalves(alone, n);
    assertThat(first.labels()).isEqualTo(fresh.labels());
  }

  private static MethodResult run(SimilarityGraph graph, PairConstraints pairs, ResultStore kept) {
    return new Ensemble()
        .run(
            problem(graph, pairs, "product-cut"),
            new LocalServices(FeatureRows.NONE, Seeds.of(1), 1, kept));
  }

  @Test
  void coscIsLeftOutWhereItCouldOnlyConfirm() {
    int n = MemberSearch.BOTH_GRAPHS + 616;

    MethodResult result = run(n, explained(n), "product-cut", "cosc");

    assertThat(members(result)).contains("product-cut").doesNotContain("cosc");
    assertHalves(result, n);
    assertThat(Violations.of(explained(n), result.labels()).violated()).isZero();
  }
}
