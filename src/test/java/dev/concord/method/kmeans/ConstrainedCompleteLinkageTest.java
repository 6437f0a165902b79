package dev.concord.method.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.MustLinkClosure;
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
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.testing.Golden;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConstrainedCompleteLinkageTest {
  private static final JsonNode GOLDEN = Golden.load("complete-linkage/instances.json");

  private final ConstrainedCompleteLinkage method = new ConstrainedCompleteLinkage();

  static Stream<JsonNode> instances() {
    return StreamSupport.stream(GOLDEN.get("instances").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("instances")
  void distancesHeightsAndClustersAreThoseOfTheReference(JsonNode instance) {
    double[][] rows = Golden.matrix(GOLDEN.get("features").get(instance.get("dataset").asText()));
    double[] features = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    int n = rows.length;
    PairConstraints pairs = pairs(n, instance.get("mustLinks"), instance.get("cannotLinks"));
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    ConstrainedDistances distances = ConstrainedDistances.of(features, rows[0].length, closure);
    if (instance.get("hasPropagated").asBoolean()) {
      double[] expected = Golden.doubles(instance.get("propagated"));
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(distances.between(i, j)).isCloseTo(expected[i * n + j], within(1e-12));
        }
      }
    }
    double[] heights = CompleteLinkage.of(distances.separated(pairs)).height();
    double[] expected = Golden.doubles(instance.get("mergeHeights"));
    int joined = n - closure.count();
    for (int s = 0; s < n - 1; s++) {
      double height = s < joined ? 0.0 : heights[s - joined];
      assertThat(height).isCloseTo(expected[s], within(1e-12 * (1.0 + expected[s])));
    }

    int k = instance.get("k").asInt();
    RecordedServices services = new RecordedServices(features);
    if (instance.get("reachable").asBoolean()) {
      MethodResult result = run(n, pairs, k, Map.of(), services);
      int[] labels = Golden.ints(instance.get("labels"));
      assertThat(Agreement.of(labels, result.labels()).ari()).isEqualTo(1.0);
      assertThat(result.figures(ConstrainedCompleteLinkage.Figures.class).reachableClusters())
          .isEqualTo(instance.get("clustersBeforeForbidden").asInt());
      return;
    }
    int reached = instance.get("clustersBeforeForbidden").asInt();
    assertThatThrownBy(() -> run(n, pairs, k, Map.of(), services))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("down to " + reached + " clusters, not to clusters.count = " + k)
        .hasMessageContaining("Set clusters.count = " + reached);
    int[] enough = run(n, pairs, reached, Map.of(), services).labels();
    assertThat(violated(pairs, enough)).isZero();
    int[] forced = run(n, pairs, k, Map.of("unreachable", "merge"), services).labels();
    assertThat(violated(pairs, forced)).isPositive();
    assertThat(services.warnings).anyMatch(text -> text.contains("merges broke some"));
  }

  @Test
  void edgesWithoutFeaturesAreRefused() {
    PairConstraints pairs = pairs(3, new int[][] {{0, 1}}, new int[0][]);
    assertThatThrownBy(() -> run(3, pairs, 2, Map.of(), new RecordedServices()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.features");
  }

  @Test
  void tooManyPointsAreRefusedBeforeAnyWork() {
    MethodOptions options = new MethodOptions("complete-linkage", Map.of());
    assertThat(method.driverBytes(5_000, 2, options)).isGreaterThanOrEqualTo(200_000_000L);
    assertThatThrownBy(() -> method.checkSize(5_001, 2, options))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("at most 5000")
        .hasMessageContaining("5001");
  }

  @Test
  void moreClustersThanMustLinkedGroupsAreRefused() {
    PairConstraints pairs = pairs(3, new int[][] {{0, 1}, {1, 2}}, new int[0][]);
    RecordedServices services = new RecordedServices(new double[] {0.0, 1.0, 2.0});
    assertThatThrownBy(() -> run(3, pairs, 2, Map.of(), services))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("into 1 groups")
        .hasMessageContaining("Lower clusters.count");
  }

  @Test
  void contradictionsAndBeliefsAreToldAndLeftOut() {
    PairConstraints pairs =
        PairConstraints.of(
            4,
            new int[] {0, 0, 2},
            new int[] {3, 3, 3},
            new boolean[] {true, false, true},
            new double[] {1.0, 1.0, 0.5},
            Integer::toString);
    RecordedServices services = new RecordedServices(new double[] {0.0, 1.0, 7.0, 9.0});
    assertThat(run(4, pairs, 2, Map.of(), services).labels()).containsExactly(0, 0, 1, 0);
    assertThat(services.warnings).hasSize(2);
    assertThat(services.warnings.get(0)).contains("1 constraints have a weight below 1");
    assertThat(services.warnings.get(1)).contains("0=3, 0!=3");
  }

  @Test
  void coincidingPointsCanBeKeptApart() {
    PairConstraints pairs = pairs(3, new int[0][], new int[][] {{0, 2}});
    RecordedServices services = new RecordedServices(new double[3]);
    assertThat(run(3, pairs, 2, Map.of(), services).labels()).containsExactly(0, 0, 1);
  }

  private MethodResult run(
      int n, PairConstraints pairs, int k, Map<String, Object> options, RecordedServices services) {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(n, new int[] {0}, new int[] {1}, new double[] {1.0});
    return method.run(
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            k,
            new MethodOptions("complete-linkage", options),
            Seeds.of(1)),
        services);
  }

  private static int violated(PairConstraints pairs, int[] labels) {
    return Violations.of(pairs, labels).violated();
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
