package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.CspCases;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.PropagationCases;
import dev.concord.method.RecordedServices;
import dev.concord.metric.Agreement;
import dev.concord.testing.Golden;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CSP against reference results, by both of its solvers. */
class CspGoldenTest {
  private static final double DIGITS = 1e-8;

  private static MethodResult run(Problem problem) {
    return new Csp().run(problem, new RecordedServices());
  }

  private static Map<String, Object> options(String solver, Object beta) {
    return Map.of("solver", solver, "beta", beta, "tolerance", 1e-10, "max-feasible", 100);
  }

  /** Compares a run of two clusters with the reference, or its refusal. */
  private static void compare(
      JsonNode run,
      SimilarityGraph graph,
      @Nullable PairConstraints pairs,
      @Nullable KnownLabels labels,
      @Nullable SimilarityGraph side,
      String solver) {
    double b = run.get("beta_over_vol").doubleValue();
    Problem problem = CspCases.problem(graph, pairs, labels, side, 2, options(solver, b));
    int feasible = run.get("n_feasible").intValue();
    if (feasible == 0) {
      assertThatThrownBy(() -> run(problem))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("method.csp.beta")
          .hasMessageContaining("it leaves none");
      return;
    }
    MethodResult result = run(problem);
    Csp.Figures figures = result.figures(Csp.Figures.class);
    assertThat(figures.feasibleCount()).isEqualTo(feasible);
    assertThat(figures.examined()).isEqualTo(feasible);
    double[] lambda = Golden.doubles(run.get("positive_lambdas"));
    close(figures.lambda(), lambda);
    double gap = 1.0;
    for (int j = 0; j + 1 < lambda.length; j++) {
      gap = Math.min(gap, (lambda[j + 1] - lambda[j]) / lambda[j + 1]);
    }
    if (gap > 1e-6) {
      close(figures.cost(), Golden.doubles(run.get("costs")));
      close(figures.alpha(), Golden.doubles(run.get("alphas")));
      assertThat(figures.chosen()).containsExactly(run.get("chosen_index").intValue());
      aligned(result.embedding().values(), Golden.doubles(run.get("u_star")));
    }
    if (run.get("min_abs_u").doubleValue() > 1e-6 && gap > 1e-6) {
      int[] expected = Golden.ints(run.get("labels_sign"));
      assertThat(Agreement.of(expected, result.labels()).ari()).isEqualTo(1.0);
    }
  }

  private static void close(double[] actual, double[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int j = 0; j < expected.length; j++) {
      double scale = Math.max(Math.abs(expected[j]), 1e-3);
      assertThat(actual[j]).as("entry %d", j).isCloseTo(expected[j], within(DIGITS * scale));
    }
  }

  private static void aligned(double[] actual, double[] expected) {
    double product = 0.0;
    double largest = 0.0;
    for (int i = 0; i < expected.length; i++) {
      product += actual[i] * expected[i];
      largest = Math.max(largest, Math.abs(expected[i]));
    }
    double sign = Math.signum(product);
    for (int i = 0; i < expected.length; i++) {
      assertThat(sign * actual[i]).isCloseTo(expected[i], within(1e-7 * largest));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "block"})
  void thePapersSixNodesGiveTheReferenceForEveryBeta(String solver) {
    JsonNode golden = Golden.load("csp/illustrative.json");
    SimilarityGraph graph = CspCases.graph(Golden.matrix(golden.get("A")));
    KnownLabels labels = new KnownLabels(new int[] {0, 0, 0, 0, 1, 1}, new String[] {"a", "b"});
    for (JsonNode run : golden.get("runs")) {
      compare(run, graph, null, labels, null, solver);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "block"})
  void everyEdgeCaseIsSolvedOrRefusedAsTheReferenceSays(String solver) {
    JsonNode golden = Golden.load("csp/edge_cases.json");
    SimilarityGraph graph = CspCases.graph(Golden.matrix(golden.get("A")));
    for (JsonNode run : golden.get("cases")) {
      PairConstraints pairs = CspCases.pairs(6, run.get("constraints"));
      compare(run, graph, pairs, null, null, solver);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iris2 dense",
        "iris2 block",
        "wine119 dense",
        "wine119 block",
        "wdbc dense",
        "wdbc block"
      })
  void theUciSetsGiveTheReferenceForPairsAndForLabels(String set) {
    String name = set.substring(0, set.indexOf(' '));
    String solver = set.substring(set.indexOf(' ') + 1);
    JsonNode golden = Golden.load("csp/" + name + ".json");
    SimilarityGraph graph =
        name.equals("wdbc")
            ? PropagationCases.graph(name)
            : CspCases.graph(CspCases.zipped("csp/" + name + "_A.csv.gz"));
    double[] truth = Golden.doubles(golden.get("labels_pm1"));
    for (JsonNode constraints : golden.get("sets")) {
      JsonNode rows = constraints.get("constraints");
      boolean block = constraints.get("kind").asText().equals("block10");
      for (JsonNode run : constraints.get("runs")) {
        compare(
            run,
            graph,
            block ? null : CspCases.pairs(graph.size(), rows),
            block ? CspCases.labelsOf(graph.size(), rows, truth) : null,
            null,
            solver);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"eq19", "one-feasible"})
  void theRulesForBetaGiveTheReferencesBeta(String rule) {
    String key = rule.equals("eq19") ? "eq19" : "one_feasible_mid_l1_l2";
    for (String name : new String[] {"iris2", "wine119"}) {
      JsonNode golden = Golden.load("csp/" + name + ".json");
      SimilarityGraph graph = CspCases.graph(CspCases.zipped("csp/" + name + "_A.csv.gz"));
      double[] truth = Golden.doubles(golden.get("labels_pm1"));
      for (JsonNode constraints : golden.get("sets")) {
        JsonNode rows = constraints.get("constraints");
        boolean block = constraints.get("kind").asText().equals("block10");
        MethodResult result =
            run(
                CspCases.problem(
                    graph,
                    block ? null : CspCases.pairs(graph.size(), rows),
                    block ? CspCases.labelsOf(graph.size(), rows, truth) : null,
                    null,
                    2,
                    Map.of("beta", rule)));
        double expected = constraints.get("runs").get(key).get("beta_over_vol").doubleValue();
        assertThat(result.figures(Csp.Figures.class).betaOverVolume())
            .isCloseTo(expected, within(1e-10 * expected));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "block"})
  void threeClustersAreMadeOfTheTwoCheapestFeasibleVectors(String solver) {
    JsonNode golden = Golden.load("csp/iris3_K.json");
    SimilarityGraph graph = CspCases.graph(CspCases.zipped("csp/iris3_A.csv.gz"));
    int n = graph.size();
    double[] truth = Golden.doubles(golden.get("labels"));
    for (JsonNode constraints : golden.get("sets")) {
      JsonNode rows = constraints.get("constraints");
      boolean block = constraints.get("kind").asText().startsWith("block");
      for (JsonNode run : constraints.get("runs")) {
        double b = run.get("beta_over_vol").doubleValue();
        MethodResult result =
            run(
                CspCases.problem(
                    graph,
                    block ? null : CspCases.pairs(n, rows),
                    block ? CspCases.labelsOf(n, rows, truth) : null,
                    null,
                    3,
                    options(solver, b)));
        Csp.Figures figures = result.figures(Csp.Figures.class);
        close(figures.lambda(), Golden.doubles(run.get("positive_lambdas")));
        close(figures.cost(), Golden.doubles(run.get("costs")));
        close(figures.alpha(), Golden.doubles(run.get("alphas")));
        assertThat(figures.chosen()).isEqualTo(Golden.ints(run.get("chosen_indices")));
        for (int c = 0; c < 2; c++) {
          double[] column = Arrays.copyOfRange(result.embedding().values(), c * n, (c + 1) * n);
          aligned(column, Golden.doubles(run.get("U_columns").get(c)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dense", "block"})
  void knowledgeIsTransferredFromOneViewOfWineToTheOther(String solver) {
    JsonNode golden = Golden.load("csp/wine119_transfer.json");
    double[][] x = Golden.matrix(golden.get("X"));
    SimilarityGraph one = CspCases.graph(affinity(x, Golden.ints(golden.get("view1_columns"))));
    SimilarityGraph two = CspCases.graph(affinity(x, Golden.ints(golden.get("view2_columns"))));
    for (JsonNode run : golden.get("runs")) {
      boolean forward = run.get("direction").asText().equals("target=view1,source=view2");
      compare(run, forward ? one : two, null, null, forward ? two : one, solver);
    }
    JsonNode first = golden.get("runs").get(0);
    MethodResult middle = run(CspCases.problem(one, null, null, two, 2, Map.of("beta", "middle")));
    double half = first.get("beta_over_vol").doubleValue();
    assertThat(middle.figures(Csp.Figures.class).betaOverVolume()).isCloseTo(half, within(1e-9));
    assertThat(middle.figures(Csp.Figures.class).transferCost())
        .isCloseTo(first.get("chosen_cost").doubleValue(), within(1e-5));
    // The largest eigenvalue belongs to a trivial cut: beta lies below the second.
    MethodResult few = run(CspCases.problem(one, null, null, two, 2, Map.of()));
    assertThat(few.figures(Csp.Figures.class).betaOverVolume()).isLessThan(2 * half);
  }

  private static double[][] affinity(double[][] x, int[] columns) {
    int n = x.length;
    double[][] a = new double[n][n];
    double[] deviation = new double[columns.length];
    for (int c = 0; c < columns.length; c++) {
      double mean = 0.0;
      for (double[] row : x) {
        mean += row[columns[c]] / n;
      }
      for (double[] row : x) {
        deviation[c] += (row[columns[c]] - mean) * (row[columns[c]] - mean) / (n - 1);
      }
      deviation[c] = Math.sqrt(deviation[c]);
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double square = 0.0;
        for (int c = 0; c < columns.length; c++) {
          double d = (x[i][columns[c]] - x[j][columns[c]]) / deviation[c];
          square += d * d;
        }
        a[i][j] = Math.exp(-0.5 * square);
        a[j][i] = a[i][j];
      }
    }
    return a;
  }
}
