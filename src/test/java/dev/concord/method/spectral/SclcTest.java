package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.testing.Golden;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SclcTest {
  private final Sclc method = new Sclc();
  private final RecordedServices services = new RecordedServices();

  static Stream<JsonNode> instances() {
    JsonNode instances = Golden.load("sclc/instances.json").get("instances");
    return StreamSupport.stream(instances.spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("instances")
  void solutionsAreThoseOfTheReference(JsonNode instance) {
    SimilarityGraph graph = graph(instance.get("n").asInt(), instance.get("edges"));
    PairConstraints pairs =
        pairs(graph.size(), instance.get("mustLinks"), instance.get("cannotLinks"));
    for (JsonNode solution : instance.get("solutions")) {
      boolean balance = solution.get("balance").asBoolean();
      for (String solver : new String[] {"dense", "arpack"}) {
        if (solver.equals("arpack") && graph.size() < 12) {
          continue;
        }
        MethodResult result =
            run(graph, pairs, Map.of("balance", balance, "solver", solver, "tolerance", 1e-11));
        double lambda = solution.get("lambda").asDouble();
        assertThat(result.figures(Sclc.Figures.class).lambda()).isCloseTo(lambda, within(1e-9));
        assertThat(result.figures(Sclc.Figures.class).secondLambda())
            .isCloseTo(solution.get("second").asDouble(), within(1e-9));
        assertThat(result.embedding()).isNotNull();
        double[] f = result.embedding().values();
        double[] expected = Golden.doubles(solution.get("f"));
        double sign = Math.signum(dot(f, expected));
        for (int i = 0; i < f.length; i++) {
          assertThat(sign * f[i]).isCloseTo(expected[i], within(1e-8));
        }
        if (solution.get("minAbs").asDouble() > 1e-6) {
          int[] labels = Golden.ints(solution.get("labels"));
          for (int i = 0; i < labels.length; i++) {
            labels[i] = sign > 0 ? labels[i] : 1 - labels[i];
          }
          assertThat(result.labels()).isEqualTo(labels);
        }
      }
    }
  }

  @Test
  void anOddCycleForcesZerosAndIsNamed() {
    SimilarityGraph graph = Graphs.groups(2, 10, 0.1, 3);
    PairConstraints pairs =
        pairs(20, new int[][] {{4, 5}}, new int[][] {{3, 4}, {5, 12}, {12, 3}, {0, 11}});
    MethodResult result = run(graph, pairs, Map.of());
    assertThat(result.embedding()).isNotNull();
    for (int i : new int[] {3, 4, 5, 12}) {
      assertThat(result.embedding().values()[i]).isZero();
      assertThat(result.labels()[i]).isZero();
    }
    assertThat(result.figures(Sclc.Figures.class).contradictedPoints()).isEqualTo(4);
    assertThat(services.warnings)
        .singleElement()
        .asString()
        .contains("4 points, the first of them 3")
        .contains("odd cycle of cannot-links");
  }

  @Test
  void allZeroIsRefused() {
    SimilarityGraph graph = graph(3, new int[][] {{0, 1}, {1, 2}});
    PairConstraints odd = pairs(3, new int[0][], new int[][] {{0, 1}, {1, 2}, {0, 2}});
    assertThatThrownBy(() -> run(graph, odd, Map.of()))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("of 3 points, 3 are forced to zero")
        .hasMessageContaining("balance = false");
    PairConstraints one = pairs(3, new int[][] {{0, 1}}, new int[][] {{1, 2}});
    assertThatThrownBy(() -> run(graph, one, Map.of()))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("one chain of constraints");
    MethodResult free = run(graph, one, Map.of("balance", false));
    assertThat(free.labels()).isEqualTo(new int[] {1, 1, 0});
    assertThat(free.figures(Sclc.Figures.class).secondLambda()).isNull();
  }

  @Test
  void mustLinksAloneWithoutTheBalanceRowAreOneClusterAndSaySo() {
    SimilarityGraph graph = Graphs.groups(2, 10, 0.1, 3);
    PairConstraints pairs = pairs(20, new int[][] {{1, 2}}, new int[0][]);
    MethodResult result = run(graph, pairs, Map.of("balance", false));
    assertThat(result.labels()).containsOnly(1);
    assertThat(result.figures(Sclc.Figures.class).lambda()).isCloseTo(0.0, within(1e-14));
    assertThat(services.warnings).singleElement().asString().contains("one cluster");
  }

  @Test
  void noConstraintsGiveTheSecondSmoothestVectorAndSaySo() {
    SimilarityGraph graph = Graphs.groups(2, 10, 0.1, 3);
    PairConstraints none = PairConstraints.none(20, Integer::toString);
    MethodResult result = run(graph, none, Map.of());
    assertThat(Arrays.copyOf(result.labels(), 10)).containsOnly(result.labels()[0]);
    assertThat(Arrays.copyOfRange(result.labels(), 10, 20)).containsOnly(1 - result.labels()[0]);
    assertThat(services.warnings).singleElement().asString().contains("no must-link");
  }

  @Test
  void beliefsAreLeftOutAndCounted() {
    SimilarityGraph graph = Graphs.groups(2, 10, 0.1, 3);
    PairConstraints pairs =
        PairConstraints.of(
            20,
            new int[] {0, 1},
            new int[] {1, 12},
            new boolean[] {false, false},
            new double[] {0.5, 1.0},
            Integer::toString);
    MethodResult result = run(graph, pairs, Map.of());
    assertThat(result.labels()[0]).isEqualTo(result.labels()[1]);
    assertThat(services.warnings)
        .singleElement()
        .asString()
        .contains("1 constraints have a weight below 1");
  }

  @Test
  void aDisconnectedGraphIsSolvedAndTheRepeatedEigenvalueTold() {
    SimilarityGraph graph = Graphs.groups(3, 6, 0.0, 3);
    PairConstraints pairs = pairs(18, new int[][] {{0, 1}}, new int[0][]);
    MethodResult result = run(graph, pairs, Map.of());
    assertThat(result.figures(Sclc.Figures.class).lambda()).isCloseTo(0.0, within(1e-12));
    assertThat(services.warnings)
        .singleElement()
        .asString()
        .contains("repeated")
        .contains("graph.neighbors");
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void anotherNumberOfClustersIsRefusedBeforeAnyWork(int clusters) {
    assertThatThrownBy(() -> method.checkSize(100, clusters, new MethodOptions("sclc", Map.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count is " + clusters)
        .hasMessageContaining("exactly 2 clusters");
  }

  private MethodResult run(
      SimilarityGraph graph, PairConstraints pairs, Map<String, Object> options) {
    return method.run(
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            2,
            new MethodOptions("sclc", new HashMap<>(options)),
            Seeds.of(1)),
        services);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0.0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static SimilarityGraph graph(int n, JsonNode edges) {
    int[] source = new int[edges.size()];
    int[] target = new int[edges.size()];
    double[] weight = new double[edges.size()];
    for (int e = 0; e < source.length; e++) {
      source[e] = edges.get(e).get(0).asInt();
      target[e] = edges.get(e).get(1).asInt();
      weight[e] = edges.get(e).get(2).asDouble();
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static SimilarityGraph graph(int n, int[][] edges) {
    int[] source = Arrays.stream(edges).mapToInt(e -> e[0]).toArray();
    int[] target = Arrays.stream(edges).mapToInt(e -> e[1]).toArray();
    double[] weight = new double[edges.length];
    Arrays.fill(weight, 1.0);
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static PairConstraints pairs(int n, JsonNode must, JsonNode cannot) {
    int[][] mustLinks = new int[must.size()][];
    int[][] cannotLinks = new int[cannot.size()][];
    for (int p = 0; p < mustLinks.length; p++) {
      mustLinks[p] = Golden.ints(must.get(p));
    }
    for (int p = 0; p < cannotLinks.length; p++) {
      cannotLinks[p] = Golden.ints(cannot.get(p));
    }
    return pairs(n, mustLinks, cannotLinks);
  }

  private static PairConstraints pairs(int n, int[][] must, int[][] cannot) {
    int count = must.length + cannot.length;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] kind = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      kind[p] = p < must.length;
      int[] pair = kind[p] ? must[p] : cannot[p - must.length];
      first[p] = pair[0];
      second[p] = pair[1];
    }
    return PairConstraints.of(n, first, second, kind, weight, Integer::toString);
  }
}
