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
import dev.concord.metric.Agreement;
import dev.concord.testing.Golden;
import dev.concord.testing.Graphs;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CscGfhfTest {
  private static final String NAME = "csc-gfhf";

  private final RecordingServices services = new RecordingServices();

  private MethodResult run(
      SimilarityGraph graph, KnownLabels labels, int clusters, Map<String, Object> options) {
    return new CscGfhf()
        .run(PropagationCases.problem(graph, labels, clusters, NAME, options), services);
  }

  private static double[] embedding(MethodResult result) {
    return Objects.requireNonNull(result.embedding()).values();
  }

  @ParameterizedTest
  @ValueSource(strings = {"iris2", "wdbc"})
  void theChosenStationaryLabellingIsTheReference(String name) {
    SimilarityGraph graph = PropagationCases.graph(name);
    for (JsonNode set : PropagationCases.dataset(name).get("sets")) {
      KnownLabels labels = PropagationCases.labels(graph.size(), set);
      for (JsonNode expected : set.get("csc")) {
        double sigma = Math.sqrt(expected.get("sigma2").doubleValue());
        MethodResult result = run(graph, labels, 2, Map.of("bandwidth", sigma));
        double lambda = expected.get("lambda").doubleValue();
        assertThat(result.figures(CscGfhf.Figures.class).lambda())
            .containsExactly(new double[] {lambda}, within(1e-8 * lambda));
        double satisfaction = expected.get("fQf").doubleValue();
        assertThat(result.figures(CscGfhf.Figures.class).satisfaction())
            .containsExactly(new double[] {satisfaction}, within(1e-8 * satisfaction));
        assertThat(result.figures(CscGfhf.Figures.class).nextSatisfaction())
            .isCloseTo(expected.get("fQfSecond").doubleValue(), within(1e-8));
        // The reference counts eigenvalues above 1e-12, the factor stops by its error.
        assertThat(result.figures(CscGfhf.Figures.class).rank())
            .isCloseTo(expected.get("rank").intValue(), within(2));
        double[] f = embedding(result);
        if (expected.has("f")) {
          double[] reference = Golden.doubles(expected.get("f"));
          for (int i = 0; i < f.length; i++) {
            assertThat(f[i]).isCloseTo(reference[i], within(1e-8));
          }
        }
        int[] positive = Golden.ints(expected.get("labelsSign"));
        if (expected.get("minAbs").doubleValue() > 1e-6) {
          assertThat(Agreement.of(positive, result.labels()).ari()).isEqualTo(1.0);
        }
        assertThat(result.figures(CscGfhf.Figures.class).kernelError()).isLessThanOrEqualTo(1e-10);
        assertThat(result.figures(CscGfhf.Figures.class).eigenResidual()).isLessThan(1e-8);
      }
    }
    assertThat(services.warnings).isEmpty();
  }

  @Test
  void theAutomaticBandwidthIsHalfTheDistanceOfTwoLabels() {
    SimilarityGraph graph = PropagationCases.graph("iris2");
    JsonNode set = PropagationCases.dataset("iris2").get("sets").get(0);
    KnownLabels labels = PropagationCases.labels(100, set);
    MethodResult automatic = run(graph, labels, 2, Map.of("bandwidth", "auto"));
    assertThat(automatic.figures(CscGfhf.Figures.class).bandwidth()).isEqualTo(1.0);
    MethodResult one = run(graph, labels, 2, Map.of("bandwidth", 1.0));
    assertThat(embedding(automatic)).isEqualTo(embedding(one));
  }

  @Test
  void kClassesGiveKMinusOneUnitColumnsWithoutTheTrivialVector() {
    SimilarityGraph graph = PropagationCases.graph("iris3");
    JsonNode set = PropagationCases.dataset("iris3").get("sets").get(0);
    MethodResult result = run(graph, PropagationCases.labels(150, set), 3, Map.of());
    double[] f = embedding(result);
    assertThat(f).hasSize(300);
    double[] satisfaction = result.figures(CscGfhf.Figures.class).satisfaction();
    double[] lambda = result.figures(CscGfhf.Figures.class).lambda();
    assertThat(satisfaction[0]).isGreaterThanOrEqualTo(satisfaction[1]);
    assertThat(satisfaction[1])
        .isGreaterThanOrEqualTo(result.figures(CscGfhf.Figures.class).nextSatisfaction());
    for (int c = 0; c < 2; c++) {
      double square = 0.0;
      for (int i = 0; i < 150; i++) {
        square += f[c * 150 + i] * f[c * 150 + i];
      }
      assertThat(square).isCloseTo(1.0, within(1e-12));
      assertThat(lambda[c]).isPositive();
    }
  }

  @Test
  void componentsThemselvesAreStationaryLabellings() {
    // Three groups that nothing connects: the two vectors that cut nothing win.
    SimilarityGraph graph = Graphs.groups(3, 10, 0.0, 4);
    MethodResult result = run(graph, PropagationCases.some(30, 3, 0, 0, 10, 1, 20, 2), 3, Map.of());
    assertThat(result.figures(CscGfhf.Figures.class).lambda()).containsExactly(0.0, 0.0);
    int[] groups = new int[30];
    for (int i = 0; i < 30; i++) {
      groups[i] = i / 10;
    }
    assertThat(Agreement.of(groups, result.labels()).ari()).isEqualTo(1.0);
  }

  @Test
  void aFactorCutShortSaysHowFarItIsOff() {
    SimilarityGraph graph = PropagationCases.graph("iris3");
    JsonNode set = PropagationCases.dataset("iris3").get("sets").get(0);
    MethodResult result = run(graph, PropagationCases.labels(150, set), 3, Map.of("max-rank", 4));
    assertThat(result.figures(CscGfhf.Figures.class).rank()).isEqualTo(4);
    assertThat(result.figures(CscGfhf.Figures.class).kernelError()).isGreaterThan(1e-10);
    assertThat(services.warnings)
        .anySatisfy(
            message ->
                assertThat(message)
                    .contains("method.csc-gfhf.max-rank = 4")
                    .contains("kernel-error = 1.0e-10"));
  }

  @Test
  void aKernelTooFlatForTheClustersIsRefused() {
    SimilarityGraph graph = PropagationCases.graph("iris3");
    JsonNode set = PropagationCases.dataset("iris3").get("sets").get(0);
    KnownLabels labels = PropagationCases.labels(150, set);
    assertThatThrownBy(() -> run(graph, labels, 3, Map.of("bandwidth", 1e6)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csc-gfhf.bandwidth")
        .hasMessageContaining("3 clusters need 2");
  }

  @Test
  void missingLabelsAndLabelsOfOneClassAreRefused() {
    SimilarityGraph path = PropagationCases.path(6);
    assertThatThrownBy(
            () ->
                new CscGfhf()
                    .run(PropagationCases.problem(path, null, 2, NAME, Map.of()), services))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method csc-gfhf")
        .hasMessageContaining("input.labels is not given");
    assertThatThrownBy(() -> run(path, PropagationCases.some(6, 2, 0, 0, 3, 0), 2, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("one class only");
    assertThatThrownBy(() -> run(path, PropagationCases.some(6, 2, 0, 0, 3, 1), 3, Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count is 3");
  }

  @Test
  void optionsOutOfRangeAreRefusedByName() {
    SimilarityGraph path = PropagationCases.path(6);
    KnownLabels labels = PropagationCases.some(6, 2, 0, 0, 5, 1);
    assertThatThrownBy(() -> run(path, labels, 2, Map.of("bandwidth", -1.0)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csc-gfhf.bandwidth is -1.0")
        .hasMessageContaining("auto or a number above 0");
    assertThatThrownBy(() -> run(path, labels, 2, Map.of("kernel-error", 1.0)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csc-gfhf.kernel-error");
    assertThatThrownBy(() -> run(path, labels, 2, Map.of("max-rank", -1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csc-gfhf.max-rank");
  }

  @Test
  void tooFewIterationsNameTheMethod() {
    SimilarityGraph graph = Graphs.groups(20, 30, 0.5, 3);
    KnownLabels labels = PropagationCases.some(600, 2, 0, 0, 300, 1);
    Map<String, Object> options = Map.of("max-iterations", 2, "tolerance", 1e-14);
    assertThatThrownBy(() -> run(graph, labels, 2, options))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("method csc-gfhf")
        .hasMessageContaining("tolerance");
  }
}
