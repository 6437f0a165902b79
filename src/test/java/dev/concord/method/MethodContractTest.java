package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.config.read.ConfigLoader;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.DistributedOperator;
import dev.concord.spark.job.JobServices;
import dev.concord.testing.Graphs;
import dev.concord.testing.SparkTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every method of the catalogue promises. A new method is tested here without a line more. */
@Tag("spark")
class MethodContractTest {
  private static final int GROUPS = 4;
  private static final int SIZE = 30;

  /** The one number of clusters of methods that find no other. */
  private static final Map<String, Integer> ONLY_CLUSTERS = Map.of("sclc", 2);

  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  static List<String> methods() {
    return Catalogue.all().stream().map(MethodInfo::name).toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void plantedGroupsAreFoundAndTheSameSeedGivesTheSameResult(String name) {
    int groups = groups(name);
    SimilarityGraph graph = Graphs.groups(groups, SIZE, 0.02, 1);
    PairConstraints pairs = truePairs(identity(groups));
    MethodResult first = run(name, graph, pairs, Map.of(), local(graph));
    MethodResult second = run(name, graph, pairs, Map.of(), local(graph));
    assertThat(second.labels()).isEqualTo(first.labels());
    assertThat(Agreement.of(planted(identity(groups)), first.labels()).ari()).isEqualTo(1.0);
    if (first.embedding() != null) {
      assertThat(second.embedding().values()).isEqualTo(first.embedding().values());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void relabelledPointsGiveThePermutedPartition(String name) {
    int groups = groups(name);
    int[] permutation = Graphs.permutation(groups * SIZE, 17);
    SimilarityGraph graph = Graphs.groups(groups, SIZE, 0.02, 1);
    SimilarityGraph permuted = Graphs.permuted(graph, permutation);
    int[] labels = run(name, graph, truePairs(identity(groups)), Map.of(), local(graph)).labels();
    int[] moved =
        run(
                name,
                permuted,
                truePairs(permutation),
                Map.of(),
                local(permuted),
                groups,
                new Given(features(permutation), everyEighth(permutation, groups)))
            .labels();
    int[] back = IntStream.range(0, labels.length).map(i -> moved[permutation[i]]).toArray();
    assertThat(Agreement.of(labels, back).ari()).isEqualTo(1.0);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void allWeightsTimesOneNumberGiveTheSamePartition(String name) {
    int groups = groups(name);
    SimilarityGraph graph = Graphs.groups(groups, SIZE, 0.3, 9);
    PairConstraints pairs = truePairs(identity(groups));
    int[] labels = run(name, graph, pairs, Map.of(), local(graph)).labels();
    for (double factor : new double[] {0x1p-16, 0x1p16}) {
      double[] val = Arrays.stream(graph.weights().val()).map(w -> w * factor).toArray();
      SimilarityGraph other = graph.weighted(val, graph.figures());
      assertThat(run(name, other, pairs, Map.of(), local(other)).labels())
          .as("weights times " + factor)
          .isEqualTo(labels);
    }
  }

  /** Every method with both of its iterative solvers, where it has a choice. */
  static List<Arguments> methodsAndSolvers() {
    return methods().stream()
        .flatMap(
            name ->
                (options(name).containsKey("solver")
                        ? List.of("arpack", "lanczos")
                        : List.of("none"))
                    .stream().map(solver -> Arguments.of(name, solver)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("methodsAndSolvers")
  void theDistributedOperatorGivesTheSameBits(String name, String solver) {
    SimilarityGraph graph = Graphs.groups(groups(name), SIZE, 0.02, 5);
    PairConstraints pairs = truePairs(identity(groups(name)));
    CsrMatrix adjacency = NormalizedAdjacency.of(graph);
    MethodResult local = run(name, graph, pairs, iterative(solver), new CsrOperator(adjacency));
    try (DistributedOperator operator = DistributedOperator.of(context, adjacency, 50)) {
      MethodResult distributed = run(name, graph, pairs, iterative(solver), operator);
      assertThat(distributed.labels()).isEqualTo(local.labels());
      assertThat(distributed.embedding() == null).isEqualTo(local.embedding() == null);
      if (local.embedding() != null) {
        assertThat(distributed.embedding().values()).isEqualTo(local.embedding().values());
      }
      assertThat(distributed.spectrum() == null).isEqualTo(local.spectrum() == null);
      if (local.spectrum() != null) {
        assertThat(distributed.spectrum().values()).isEqualTo(local.spectrum().values());
      }
      assertThat(distributed.figures()).usingRecursiveComparison().isEqualTo(local.figures());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void disconnectedGroupsAndIsolatedPointsAreHandled(String name) {
    int[] identity = identity(groups(name));
    SimilarityGraph groups = Graphs.groups(groups(name), SIZE, 0.0, 3);
    MethodResult result = run(name, groups, truePairs(identity), Map.of(), local(groups));
    Agreement found = Agreement.of(planted(identity), result.labels());
    if (Catalogue.named(name).findsCount()) {
      // It was told of no two groups and of no number: it may divide them, and may not join them.
      assertThat(found.pairPrecision()).isEqualTo(1.0);
      assertThat(found.ari()).isGreaterThan(0.9);
    } else {
      assertThat(found.ari()).isEqualTo(1.0);
    }
    SimilarityGraph lonely =
        SimilarityGraph.fromEdges(5, new int[] {0, 2}, new int[] {1, 3}, new double[] {1, 1});
    MethodResult isolated =
        run(name, lonely, PairConstraints.none(5, Integer::toString), Map.of(), local(lonely), 2);
    assertThat(isolated.labels()).hasSize(5);
    if (isolated.embedding() != null) {
      for (double value : isolated.embedding().values()) {
        assertThat(value).isFinite();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void oneClusterAndAsManyClustersAsPointsWork(String name) {
    SimilarityGraph graph = Graphs.groups(2, 4, 0.1, 3);
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    if (Catalogue.named(name).findsCount()) {
      int[] labels = run(name, graph, none, Map.of(), local(graph), 1).labels();
      assertThat(labels).hasSize(8);
      assertThat(run(name, graph, none, Map.of(), local(graph), 8).labels()).isEqualTo(labels);
      return;
    }
    if (ONLY_CLUSTERS.containsKey(name)) {
      for (int clusters : new int[] {1, ONLY_CLUSTERS.get(name) + 1, 8}) {
        assertThatThrownBy(() -> run(name, graph, none, Map.of(), local(graph), clusters))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("clusters.count is " + clusters)
            .hasMessageContaining("exactly " + ONLY_CLUSTERS.get(name) + " clusters");
      }
      return;
    }
    if (Catalogue.named(name).needsLabels()) {
      assertThatThrownBy(() -> run(name, graph, none, Map.of(), local(graph), 1))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("one class only");
    } else {
      assertThat(run(name, graph, none, Map.of(), local(graph), 1).labels()).containsOnly(0);
    }
    assertThat(run(name, graph, none, Map.of(), local(graph), 8).labels()).hasSize(8);
  }

  @ParameterizedTest
  @MethodSource("methodsAndSolvers")
  void aSolverThatMayNotIterateSaysSo(String name, String solver) {
    assumeTrue(options(name).containsKey("max-iterations"), "it has no iterative solver");
    SimilarityGraph graph = Graphs.groups(20, 30, 0.5, 3);
    Map<String, Object> options =
        Map.of("solver", solver, "eigenvectors", 20, "max-iterations", 1, "tolerance", 1e-300);
    assertThatThrownBy(
            () ->
                run(
                    name,
                    graph,
                    PairConstraints.none(600, Integer::toString),
                    options,
                    local(graph)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("tolerance")
        .hasMessageContaining("residual");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void optionsOutOfRangeAreRefusedByName(String name) {
    SimilarityGraph graph = Graphs.groups(2, 4, 0.1, 3);
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    Map<String, Object> options = options(name);
    String key =
        Stream.of("tolerance", "starts")
            .filter(options::containsKey)
            .findFirst()
            .orElse(options.keySet().iterator().next());
    assertThatThrownBy(() -> run(name, graph, none, Map.of(key, 2.5), local(graph), 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method." + name + "." + key);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theCatalogueSaysWhatAUserMustKnow(String name) {
    MethodInfo info = Catalogue.named(name).info();
    assertThat(info.name()).isEqualTo(name);
    assertThat(List.of(info.title(), info.paper(), info.needs(), info.guarantees(), info.size()))
        .allSatisfy(text -> assertThat(text).isNotBlank());
  }

  private static LinearOperator local(SimilarityGraph graph) {
    return new CsrOperator(NormalizedAdjacency.of(graph));
  }

  /** Loose, because every product is a job: equal bits are equal at any tolerance. */
  private static Map<String, Object> iterative(String solver) {
    return solver.equals("none") ? Map.of() : Map.of("solver", solver, "tolerance", 1e-4);
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator) {
    return run(name, graph, pairs, options, operator, groups(name));
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator,
      int clusters) {
    int[] identity = IntStream.range(0, graph.size()).toArray();
    Given given = new Given(features(identity), everyEighth(identity, clusters));
    return run(name, graph, pairs, options, operator, clusters, given);
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator,
      int clusters,
      Given given) {
    Method method = Catalogue.named(name);
    Seeds seeds = Seeds.of(7);
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            operator,
            pairs,
            method.usesLabels() ? given.labels() : null,
            null,
            clusters,
            new MethodOptions(name, options),
            seeds);
    StageClock clock = new StageClock(JobListener.NONE);
    int blockRows = operator instanceof DistributedOperator ? 17 : 0;
    try (JobServices services =
        new JobServices(context, seeds, 5, clock, FeatureRows.of(given.features()), blockRows)) {
      return method.run(problem, services);
    }
  }

  private static int groups(String name) {
    return ONLY_CLUSTERS.getOrDefault(name, GROUPS);
  }

  /** The method's options and their defaults, by name. */
  private static Map<String, Object> options(String name) {
    return new TreeMap<>(ConfigLoader.reference().getConfig("method." + name).root().unwrapped());
  }

  private static int[] identity(int groups) {
    return IntStream.range(0, groups * SIZE).toArray();
  }

  /** Planted coordinates: two a point, groups far apart, no two points alike. */
  private static double[] features(int[] permutation) {
    double[] features = new double[2 * permutation.length];
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < permutation.length; i++) {
      int group = i / SIZE;
      features[2 * permutation[i]] = 10.0 * group + random.nextDouble();
      features[2 * permutation[i] + 1] = random.nextDouble();
    }
    return features;
  }

  /** What a method may be given besides graph and pairs. */
  private record Given(double[] features, KnownLabels labels) {}

  /**
   * Labels of every eighth point and of one point of each class at least: consecutive points, as
   * many in each class, make the classes.
   */
  private static KnownLabels everyEighth(int[] permutation, int classes) {
    int n = permutation.length;
    int[] labels = new int[n];
    Arrays.fill(labels, -1);
    int before = -1;
    for (int i = 0; i < n; i++) {
      int group = (int) ((long) i * classes / n);
      if (i % 8 == 0 || group != before) {
        labels[permutation[i]] = group;
      }
      before = group;
    }
    return new KnownLabels(
        labels, IntStream.range(0, classes).mapToObj(Integer::toString).toArray(String[]::new));
  }

  private static int[] planted(int[] permutation) {
    int[] labels = new int[permutation.length];
    for (int i = 0; i < labels.length; i++) {
      labels[permutation[i]] = i / SIZE;
    }
    return labels;
  }

  private static PairConstraints truePairs(int[] permutation) {
    int count = permutation.length / 3;
    int[] chosen = Graphs.permutation(permutation.length, 23);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      int a = chosen[2 * p];
      int b = chosen[2 * p + 1];
      first[p] = permutation[a];
      second[p] = permutation[b];
      must[p] = a / SIZE == b / SIZE;
    }
    return PairConstraints.of(permutation.length, first, second, must, weight, Integer::toString);
  }
}
