package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.method.Services;
import dev.concord.metric.Agreement;
import dev.concord.spark.job.SparkServices;
import dev.concord.testing.Golden;
import dev.concord.testing.Graphs;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CcsrTest {
  private final Ccsr method = new Ccsr();
  private final RecordedServices services = new RecordedServices();

  @Test
  void irisHasTheObjectiveOfTheReferenceAndItsRank() {
    JsonNode golden = Golden.load("ccsr/iris3_m15.json");
    Embedding f = columns(Golden.matrix(golden.get("F")));
    Ccsr.Learned learned = Ccsr.learn(f, pairs(150, golden.get("constraints")), 1, null);
    double objective = golden.get("objective").asDouble();
    assertThat(learned.solution().objective()).isCloseTo(objective, within(1e-9 * objective));
    assertThat(learned.solution().gap()).isLessThan(1e-9 * objective);
    assertThat(learned.solution().rank()).isEqualTo(golden.get("rank").asInt());
    // Rows of F M^1/2 have the products y_i'My_j.
    double[] rows = learned.embedding().rowMajor();
    double spread = 0.0;
    for (int i = 0; i < 150; i++) {
      double square = 0.0;
      for (int q = 0; q < 15; q++) {
        square += rows[i * 15 + q] * rows[i * 15 + q];
      }
      spread += (square - 1.0) * (square - 1.0);
    }
    assertThat(spread).isLessThan(objective);
  }

  @Test
  @Tag("spark")
  void irisIsClusteredAsWellAsByTheReference() {
    JsonNode golden = Golden.load("ccsr/iris3_m15.json");
    Embedding f = columns(Golden.matrix(golden.get("F")));
    Embedding rows = Ccsr.learn(f, pairs(150, golden.get("constraints")), 1, null).embedding();
    Services.Rounding rounding = SparkServices.round(rows, 3);
    assertThat(rounding.cost())
        .isLessThanOrEqualTo(golden.get("inertia").doubleValue() * (1 + 1e-6));
    assertThat(Agreement.of(Golden.ints(golden.get("labels")), rounding.labels()).ari())
        .isCloseTo(golden.get("kmeansAri").doubleValue(), within(1e-9));
  }

  @Test
  void constrainedPointsAloneLeaveOtherDirectionsAtZero() {
    SimilarityGraph graph = Graphs.groups(3, 8, 0.2, 3);
    PairConstraints pairs =
        PairConstraints.of(
            24,
            new int[] {0, 0},
            new int[] {1, 9},
            new boolean[] {true, false},
            new double[] {1.0, 1.0},
            Integer::toString);
    MethodResult result = run(graph, pairs, Map.of("diagonal", "constrained", "eigenvectors", 6));
    assertThat(result.embedding()).isNotNull();
    assertThat(result.embedding().columns()).isEqualTo(6);
    // Three points of their own terms and two pairs can all be met.
    assertThat(result.figures(Ccsr.Figures.class).objective()).isCloseTo(0.0, within(1e-9));
    assertThat(result.figures(Ccsr.Figures.class).eigenvaluesOfM()).hasSizeLessThanOrEqualTo(3);
    double[] rows = result.embedding().rowMajor();
    assertThat(product(rows, 0, 1)).isCloseTo(1.0, within(1e-5));
    assertThat(product(rows, 0, 9)).isCloseTo(0.0, within(1e-5));
  }

  @Test
  void withoutConstraintsTheDiagonalIsLearnedFromAndThatIsTold() {
    SimilarityGraph graph = Graphs.groups(3, 8, 0.2, 3);
    PairConstraints none = PairConstraints.none(24, Integer::toString);
    run(graph, none, Map.of());
    assertThat(services.warnings).anyMatch(text -> text.contains("ccsr was given no must-link"));
    assertThatThrownBy(() -> run(graph, none, Map.of("diagonal", "constrained")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.ccsr.diagonal is constrained");
  }

  @Test
  void tooManyEigenvectorsAreRefusedBeforeAnyWork() {
    MethodOptions options = new MethodOptions("ccsr", Map.of("eigenvectors", 51));
    assertThatThrownBy(() -> method.checkSize(1000, 2, options))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.ccsr.eigenvectors is 51")
        .hasMessageContaining("at most 50");
  }

  private static double product(double[] rows, int i, int j) {
    double sum = 0.0;
    for (int q = 0; q < 6; q++) {
      sum += rows[i * 6 + q] * rows[j * 6 + q];
    }
    return sum;
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
            3,
            new MethodOptions("ccsr", options),
            Seeds.of(1)),
        services);
  }

  private static Embedding columns(double[][] rows) {
    double[] values = new double[rows.length * rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int q = 0; q < rows[i].length; q++) {
        values[q * rows.length + i] = rows[i][q];
      }
    }
    return new Embedding(rows.length, rows[0].length, values);
  }

  private static PairConstraints pairs(int n, JsonNode rows) {
    int[] first = new int[rows.size()];
    int[] second = new int[first.length];
    boolean[] must = new boolean[first.length];
    double[] weight = new double[first.length];
    for (int p = 0; p < first.length; p++) {
      first[p] = rows.get(p).get(0).asInt();
      second[p] = rows.get(p).get(1).asInt();
      must[p] = rows.get(p).get(2).asDouble() == 1.0;
      weight[p] = rows.get(p).get(3).asDouble();
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }
}
