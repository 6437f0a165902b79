package dev.concord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.concord.method.Catalogue;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.metric.Agreement;
import dev.concord.testing.Graphs;
import dev.concord.testing.SparkTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every method of the catalogue promises. A new method is tested here without a line more. */
@Tag("spark")
class MethodContractTest {
  private static final int GROUPS = 4;
  private static final int SIZE = 30;

  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  static List<String> methods() {
    return Catalogue.all().stream().map(MethodInfo::name).toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void plantedGroupsAreFoundAndTheSameSeedGivesTheSameResult(String name) {
    SimilarityGraph graph = Graphs.groups(GROUPS, SIZE, 0.02, 1);
    PairConstraints pairs = truePairs(identity());
    MethodResult first = run(name, graph, pairs, gentle(name), local(graph));
    MethodResult second = run(name, graph, pairs, gentle(name), local(graph));
    assertThat(second.labels()).isEqualTo(first.labels());
    assertThat(Agreement.of(planted(identity()), first.labels()).ari()).isEqualTo(1.0);
    if (first.embedding() != null) {
      assertThat(second.embedding().values()).isEqualTo(first.embedding().values());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void relabelledPointsGiveThePermutedPartition(String name) {
    int[] permutation = Graphs.permutation(GROUPS * SIZE, 17);
    SimilarityGraph graph = Graphs.groups(GROUPS, SIZE, 0.02, 1);
    SimilarityGraph permuted = Graphs.permuted(graph, permutation);
    int[] labels = run(name, graph, truePairs(identity()), Map.of(), local(graph)).labels();
    KnownLabels labelsMoved = everyEighth(permutation, GROUPS);
    int[] moved =
        run(name, permuted, truePairs(permutation), Map.of(), local(permuted), GROUPS, labelsMoved)
            .labels();
    int[] back = IntStream.range(0, labels.length).map(i -> moved[permutation[i]]).toArray();
    assertThat(Agreement.of(labels, back).ari()).isEqualTo(1.0);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theDistributedOperatorGivesTheSameBits(String name) {
    SimilarityGraph graph = Graphs.groups(GROUPS, SIZE, 0.02, 5);
    PairConstraints pairs = truePairs(identity());
    CsrMatrix adjacency = NormalizedAdjacency.of(graph);
    MethodResult local = run(name, graph, pairs, iterative(name), new CsrOperator(adjacency));
    try (DistributedOperator operator = DistributedOperator.of(context, adjacency, 17)) {
      MethodResult distributed = run(name, graph, pairs, iterative(name), operator);
      assertThat(distributed.labels()).isEqualTo(local.labels());
      if (local.embedding() != null) {
        assertThat(distributed.embedding().values()).isEqualTo(local.embedding().values());
      }
      if (local.spectrum() != null) {
        assertThat(distributed.spectrum().values()).isEqualTo(local.spectrum().values());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void disconnectedGroupsAndIsolatedPointsAreHandled(String name) {
    SimilarityGraph groups = Graphs.groups(GROUPS, SIZE, 0.0, 3);
    MethodResult result = run(name, groups, truePairs(identity()), Map.of(), local(groups));
    if (!name.equals("csp")) {
      // csp's feasible vectors cut within components: between them every cut costs nothing.
      assertThat(Agreement.of(planted(identity()), result.labels()).ari()).isEqualTo(1.0);
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
    if (Catalogue.named(name).usesLabels() && !name.equals("csp")) {
      assertThatThrownBy(() -> run(name, graph, none, Map.of(), local(graph), 1))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("one class only");
    } else {
      assertThat(run(name, graph, none, Map.of(), local(graph), 1).labels()).containsOnly(0);
    }
    assertThat(run(name, graph, none, Map.of(), local(graph), 8).labels()).hasSize(8);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aSolverThatMayNotIterateSaysSo(String name) {
    SimilarityGraph graph = Graphs.groups(20, 30, 0.5, 3);
    Map<String, Object> options =
        Map.of("solver", solver(name), "max-iterations", 1, "tolerance", 1e-14);
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
    assertThatThrownBy(() -> run(name, graph, none, Map.of("tolerance", 2.0), local(graph), 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method." + name + ".tolerance");
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

  /** Options under which a few true constraints do not outweigh the graph. */
  private static Map<String, Object> gentle(String name) {
    return name.equals("csp") ? Map.of("beta", 0.005) : Map.of();
  }

  private static Map<String, Object> iterative(String name) {
    return Map.of("solver", solver(name));
  }

  /** The method's iterative solver. */
  private static String solver(String name) {
    return name.equals("csp") ? "block" : "arpack";
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator) {
    return run(name, graph, pairs, options, operator, GROUPS);
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator,
      int clusters) {
    KnownLabels labels = everyEighth(IntStream.range(0, graph.size()).toArray(), clusters);
    return run(name, graph, pairs, options, operator, clusters, labels);
  }

  private MethodResult run(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      Map<String, Object> options,
      LinearOperator operator,
      int clusters,
      KnownLabels labels) {
    Method method = Catalogue.named(name);
    Seeds seeds = Seeds.of(7);
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            operator,
            pairs,
            method.usesLabels() ? labels : null,
            null,
            clusters,
            new MethodOptions(name, options),
            seeds);
    StageClock clock = new StageClock(JobListener.NONE);
    return method.run(
        problem, new JobServices(context, pairs, seeds, 5, clock, () -> new double[0]));
  }

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

  private static int[] identity() {
    return IntStream.range(0, GROUPS * SIZE).toArray();
  }

  private static int[] planted(int[] permutation) {
    int[] labels = new int[permutation.length];
    for (int i = 0; i < labels.length; i++) {
      labels[permutation[i]] = i / SIZE;
    }
    return labels;
  }

  private static PairConstraints truePairs(int[] permutation) {
    int count = 40;
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
