package dev.concord.method.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodResult;
import dev.concord.method.PropagationCases;
import dev.concord.method.RecordingServices;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.testing.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelPropagationTest {
  private final RecordingServices services = new RecordingServices();

  private MethodResult run(
      String method,
      SimilarityGraph graph,
      KnownLabels labels,
      int clusters,
      Map<String, Object> options) {
    return Catalogue.named(method)
        .run(PropagationCases.problem(graph, labels, clusters, method, options), services);
  }

  private static double[] embedding(MethodResult result) {
    return Objects.requireNonNull(result.embedding()).values();
  }

  private static void assertClose(double[] actual, double[] expected) {
    double largest = 0.0;
    for (double value : expected) {
      largest = Math.max(largest, Math.abs(value));
    }
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-8 * largest));
    }
  }

  /** Columns of rows that are stored as rows. */
  private static double[] columns(JsonNode rows) {
    double[][] matrix = Golden.matrix(rows);
    double[] out = new double[matrix.length * matrix[0].length];
    for (int i = 0; i < matrix.length; i++) {
      for (int c = 0; c < matrix[0].length; c++) {
        out[c * matrix.length + i] = matrix[i][c];
      }
    }
    return out;
  }

  private static void assertSignPartition(MethodResult result, JsonNode labelsSign) {
    int[] positive = Golden.ints(labelsSign);
    for (int i = 0; i < positive.length; i++) {
      assertThat(result.labels()[i]).isEqualTo(1 - positive[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"iris2", "wdbc"})
  void harmonicFunctionsOfTwoClassesAreTheReference(String name) {
    SimilarityGraph graph = PropagationCases.graph(name);
    for (JsonNode set : PropagationCases.dataset(name).get("sets")) {
      MethodResult result =
          run("gfhf", graph, PropagationCases.labels(graph.size(), set), 2, Map.of());
      JsonNode expected = set.get("gfhf");
      if (expected.has("f")) {
        assertClose(embedding(result), Golden.doubles(expected.get("f")));
      }
      assertThat(expected.get("minAbs").doubleValue()).isGreaterThan(1e-6);
      assertSignPartition(result, expected.get("labelsSign"));
      assertThat(result.figures(Gfhf.Figures.class).labels().residual()).isLessThanOrEqualTo(1e-12);
    }
  }

  @ParameterizedTest
  @CsvSource({"iris2, 0.5", "iris2, 0.9", "iris2, 0.99", "wdbc, 0.5", "wdbc, 0.9", "wdbc, 0.99"})
  void localAndGlobalConsistencyOfTwoClassesIsTheReference(String name, String alpha) {
    SimilarityGraph graph = PropagationCases.graph(name);
    Map<String, Object> options = Map.of("alpha", Double.parseDouble(alpha));
    int compared = 0;
    for (JsonNode set : PropagationCases.dataset(name).get("sets")) {
      if (set.has("llgc" + alpha)) {
        MethodResult result =
            run("llgc", graph, PropagationCases.labels(graph.size(), set), 2, options);
        assertClose(embedding(result), Golden.doubles(set.get("llgc" + alpha)));
        compared++;
      }
    }
    assertThat(compared).isPositive();
  }

  @Test
  void theLimitScalingIsOneMinusAlphaTimesThePlainOne() {
    SimilarityGraph graph = PropagationCases.graph("iris2");
    JsonNode set = PropagationCases.dataset("iris2").get("sets").get(0);
    KnownLabels labels = PropagationCases.labels(100, set);
    MethodResult limit = run("llgc", graph, labels, 2, Map.of("scaling", "limit"));
    assertClose(embedding(limit), Golden.doubles(set.get("llgcScaled")));
    assertThat(limit.labels()).isEqualTo(run("llgc", graph, labels, 2, Map.of()).labels());
  }

  @Test
  void threeClassesGiveOneColumnEach() {
    SimilarityGraph graph = PropagationCases.graph("iris3");
    for (JsonNode set : PropagationCases.dataset("iris3").get("sets")) {
      KnownLabels labels = PropagationCases.labels(150, set);
      for (String method : List.of("gfhf", "llgc")) {
        MethodResult result = run(method, graph, labels, 3, Map.of());
        assertClose(embedding(result), columns(set.get(method + "Columns")));
        assertThat(result.labels()).isEqualTo(Golden.ints(set.get(method + "Labels")));
      }
    }
  }

  @Test
  void onAPathTheHarmonicFunctionIsLinear() {
    MethodResult result =
        run("gfhf", PropagationCases.path(9), PropagationCases.some(9, 2, 0, 0, 8, 1), 2, Map.of());
    for (int i = 0; i < 9; i++) {
      assertThat(embedding(result)[i]).isCloseTo(1.0 - i / 4.0, within(1e-12));
    }
    assertThat(result.labels()[0]).isZero();
    assertThat(result.labels()[8]).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfhf", "llgc"})
  void pointsThatNoLabelReachesKeepZeroAndJoinTheLargestClassAloud(String method) {
    // 0 - 1 - 2, 3 - 4, and 5 alone; class 1 has two labels.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            6, new int[] {0, 1, 3}, new int[] {1, 2, 4}, new double[] {1, 1, 1});
    MethodResult result =
        run(method, graph, PropagationCases.some(6, 2, 0, 0, 1, 1, 2, 1), 2, Map.of());
    assertThat(embedding(result)[3]).isZero();
    assertThat(embedding(result)[5]).isZero();
    assertThat(result.labels()).containsExactly(0, 1, 1, 1, 1, 1);
    assertThat(labels(result).unreached()).isEqualTo(3);
    assertThat(services.warnings)
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("3 points")
                    .contains("no label")
                    .contains("class1")
                    .contains("graph.neighbors"));
  }

  private static LabelFigures labels(MethodResult result) {
    return result.figures() instanceof Llgc.Figures llgc
        ? llgc.labels()
        : result.figures(Gfhf.Figures.class).labels();
  }

  @Test
  void aLabelledPointWithoutEdgesKeepsItsLabel() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(3, new int[] {0}, new int[] {1}, new double[] {2.0});
    for (String method : List.of("gfhf", "llgc")) {
      MethodResult result =
          run(method, graph, PropagationCases.some(3, 2, 0, 0, 2, 1), 2, Map.of());
      assertThat(result.labels()).containsExactly(0, 0, 1);
      assertThat(embedding(result)[2]).isEqualTo(-1.0);
    }
  }

  @Test
  void everyPointLabelledIsTheLabelsThemselves() {
    MethodResult result =
        run(
            "gfhf",
            PropagationCases.path(3),
            PropagationCases.some(3, 3, 0, 2, 1, 0, 2, 1),
            3,
            Map.of());
    assertThat(result.labels()).containsExactly(2, 0, 1);
    assertThat(result.figures(Gfhf.Figures.class).labels().iterations()).isEqualTo(0);
  }

  @Test
  void pointsTooFarFromLabelsForTheToleranceAreReported() {
    MethodResult result =
        run(
            "llgc",
            PropagationCases.path(200),
            PropagationCases.some(200, 2, 0, 0, 1, 1),
            2,
            Map.of("alpha", 0.1));
    assertThat(result.figures(Llgc.Figures.class).undecided()).isGreaterThan(100);
    assertThat(services.warnings)
        .anySatisfy(message -> assertThat(message).contains("method.llgc.alpha"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfhf", "llgc"})
  void missingLabelsAreNamed(String method) {
    SimilarityGraph graph = PropagationCases.path(4);
    assertThatThrownBy(
            () ->
                Catalogue.named(method)
                    .run(PropagationCases.problem(graph, null, 2, method, Map.of()), services))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method " + method)
        .hasMessageContaining("input.labels is not given");
    assertThatThrownBy(() -> run(method, graph, PropagationCases.some(4, 2), 2, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.labels holds no label");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfhf", "llgc"})
  void labelsOfOneClassAreRefused(String method) {
    KnownLabels labels = PropagationCases.some(4, 2, 0, 1, 2, 1);
    assertThatThrownBy(() -> run(method, PropagationCases.path(4), labels, 2, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("one class only, class1")
        .hasMessageContaining(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gfhf", "llgc"})
  void asManyClustersAsClassesMustBeAskedFor(String method) {
    KnownLabels labels = PropagationCases.some(4, 2, 0, 0, 2, 1);
    assertThatThrownBy(() -> run(method, PropagationCases.path(4), labels, 3, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count is 3")
        .hasMessageContaining("2 classes (class0, class1)")
        .hasMessageContaining("Set clusters.count = 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0", "1.0"})
  void alphaOutOfRangeIsRefused(String alpha) {
    KnownLabels labels = PropagationCases.some(4, 2, 0, 0, 2, 1);
    Map<String, Object> options = Map.of("alpha", Double.parseDouble(alpha));
    assertThatThrownBy(() -> run("llgc", PropagationCases.path(4), labels, 2, options))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.llgc.alpha");
  }

  @Test
  void tooFewIterationsNameTheMethod() {
    KnownLabels labels = PropagationCases.some(100, 2, 0, 0, 50, 1);
    SimilarityGraph path = PropagationCases.path(100);
    assertThatThrownBy(() -> run("llgc", path, labels, 2, Map.of("max-iterations", 1)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("method llgc")
        .hasMessageContaining("residual");
  }

  /** Of 9,000,000 rows of 14 to 18 entries, as the default graph has; of full rows. */
  @Test
  void thePreconditionerIsLeftOutForDenseGraphsNotForLargeOnes() {
    int[] large = new int[9_000_001];
    for (int i = 1; i < large.length; i++) {
      large[i] = large[i - 1] + 14 + i % 5;
    }
    assertThat(LabelPropagation.pays(large)).isTrue();
    int[] dense = new int[1_001];
    Arrays.setAll(dense, i -> 999 * i);
    assertThat(LabelPropagation.pays(dense)).isFalse();
  }

  @Test
  void thePreconditionerIsLeftOutWhereItsMatrixFitsNoArray() {
    int[] most = new int[20_000_001];
    Arrays.setAll(most, i -> 107 * i);
    assertThat(LabelPropagation.pays(most)).isFalse();
  }
}
