package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.method.pipeline.Catalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the methods that write pairs into weights say, and what they do with points left alone. */
class ConstrainedSpectrumTest {
  /** Two triangles and an edge between them. */
  private static final int[] SOURCE = {0, 0, 1, 2, 3, 3, 4};

  private static final int[] TARGET = {1, 2, 2, 3, 4, 5, 5};

  private final RecordedServices services = new RecordedServices();

  @ParameterizedTest
  @ValueSource(strings = {"spectral-learning", "kkm", "random-walk-csc"})
  void pointsThatLoseEveryEdgeHaveZeroRowsAndAreNamed(String method) {
    PairConstraints pairs = cannot(new int[] {0, 0}, new int[] {1, 2});
    for (int diagonal = 0; diagonal <= 1; diagonal++) {
      MethodResult result = run(method, graph(1.0), pairs, Map.of("diagonal", diagonal));
      assertThat(result.embedding()).isNotNull();
      double[] values = result.embedding().values();
      for (int j = 0; j < 2; j++) {
        assertThat(values[6 * j]).isZero();
      }
      assertThat(values).doesNotContain(Double.NaN);
    }
    assertThat(services.warnings).anyMatch(w -> w.contains("remove every edge of 1 points"));
    assertThat(services.warnings).anyMatch(w -> w.contains("1 points have no edge at all"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"spectral-learning", "kkm", "random-walk-csc"})
  void aGraphWithoutAnyEdgeLeftIsRefused(String method) {
    assertThatThrownBy(() -> run(method, graph(1.0), cannot(SOURCE, TARGET), Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method " + method + " has no edge to work with")
        .hasMessageContaining("7 edges and the cannot-links of input.constraints take away 7")
        .hasMessageContaining("Raise graph.neighbors");
  }

  @Test
  void aGraphInTwoPiecesByCannotLinksGivesTheirIndicators() {
    MethodResult result = run("kkm", graph(1.0), cannot(new int[] {2}, new int[] {3}), Map.of());
    AffinityFigures figures = result.figures(AffinityFigures.class);
    assertThat(figures.components()).isEqualTo(2);
    assertThat(figures.edgesRemoved()).isEqualTo(1);
    double each = Math.sqrt(1.0 / 3);
    assertThat(result.embedding()).isNotNull();
    assertThat(result.embedding().values())
        .containsExactly(each, each, each, 0, 0, 0, 0, 0, 0, each, each, each);
  }

  @Test
  void weightsAboveThatOfAMustLinkAreReported() {
    PairConstraints pairs = pairs(new int[] {0}, new int[] {5}, true);
    run("spectral-learning", graph(40.0), pairs, Map.of());
    assertThat(services.warnings)
        .anyMatch(w -> w.contains("weights up to 40.0") && w.contains("Divide"));
  }

  @Test
  void missingPairsAreReported() {
    for (String method : List.of("kkm", "sskk")) {
      run(method, graph(1.0), PairConstraints.none(6, Integer::toString), Map.of());
      assertThat(services.warnings)
          .anyMatch(w -> w.contains(method + " was given no must-link and no cannot-link"));
    }
  }

  @Test
  void pairsJudgedBothWaysAreReported() {
    PairConstraints both =
        PairConstraints.of(
            6,
            new int[] {0, 0},
            new int[] {1, 1},
            new boolean[] {true, false},
            new double[] {1, 1},
            Integer::toString);
    run("random-walk-csc", graph(1.0), both, Map.of());
    assertThat(services.warnings)
        .anyMatch(w -> w.contains("1 pairs of input.constraints are must-link and"));
  }

  @Test
  void kernelKMeansCutsTheBridgeAndReportsItsObjective() {
    MethodResult result =
        run("sskk", graph(1.0), cannot(new int[] {0}, new int[] {5}), Map.of("penalty", 0.5));
    int[] labels = result.labels();
    assertThat(List.of(labels[1], labels[2])).containsOnly(labels[0]);
    assertThat(List.of(labels[4], labels[5])).containsOnly(labels[3]);
    assertThat(labels[0]).isNotEqualTo(labels[3]);
    // Normalized cut 1/7 + 1/7, and the cannot-link is kept.
    assertThat(result.figures(Sskk.Figures.class).objective()).isCloseTo(2.0 / 7, within(1e-12));
    assertThat(result.figures(Sskk.Figures.class).penalty()).isEqualTo(0.5);
  }

  @Test
  void aPenaltyBeyondTheDegreesIsReportedAndTheUsualOneIsBoundByThem() {
    PairConstraints pairs = pairs(new int[] {0}, new int[] {1}, true);
    MethodResult usual = run("sskk", graph(0.25), pairs, Map.of());
    // Two of the six points have degree 3/4, the others 1/2; n / (k s) would be 3.
    assertThat(usual.figures(Sskk.Figures.class).penalty()).isCloseTo(3.5 / 6, within(1e-15));
    services.warnings.clear();
    run("sskk", graph(0.25), pairs, Map.of("penalty", 50));
    assertThat(services.warnings)
        .anyMatch(w -> w.contains("owes more to its must-links") && w.contains("which was 50"));
  }

  @Test
  void kernelKMeansNeedsAnEdge() {
    SimilarityGraph bare = SimilarityGraph.fromEdges(6, new int[0], new int[0], new double[0]);
    assertThatThrownBy(
            () -> run("sskk", bare, PairConstraints.none(6, Integer::toString), Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method sskk has no edge to work with");
  }

  @Test
  void wrongOptionsAreRefusedByName() {
    PairConstraints none = PairConstraints.none(6, Integer::toString);
    assertThatThrownBy(() -> run("sskk", graph(1.0), none, Map.of("penalty", -1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.sskk.penalty is -1");
    assertThatThrownBy(() -> run("kkm", graph(1.0), none, Map.of("diagonal", 2)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.kkm.diagonal is 2, but it must be one of 0, 1");
  }

  private static SimilarityGraph graph(double weight) {
    double[] weights = new double[SOURCE.length];
    java.util.Arrays.fill(weights, weight);
    return SimilarityGraph.fromEdges(6, SOURCE, TARGET, weights);
  }

  private static PairConstraints cannot(int[] first, int[] second) {
    return pairs(first, second, false);
  }

  private static PairConstraints pairs(int[] first, int[] second, boolean kind) {
    boolean[] must = new boolean[first.length];
    double[] weight = new double[first.length];
    java.util.Arrays.fill(must, kind);
    java.util.Arrays.fill(weight, 1.0);
    return PairConstraints.of(6, first, second, must, weight, Integer::toString);
  }

  private MethodResult run(
      String method, SimilarityGraph graph, PairConstraints pairs, Map<String, Object> options) {
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            2,
            new MethodOptions(method, options),
            Seeds.of(1));
    return Catalogue.named(method).run(problem, services);
  }
}
