package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.CspCases;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.metric.Agreement;
import dev.concord.testing.Golden;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What CSP promises beyond the reference results. */
class CspTest {
  private static final double[][] SIX = {
    {0, 1, 1, 0, 0, 0},
    {1, 0, 1, 0, 0, 0},
    {1, 1, 0, 1, 0, 0},
    {0, 0, 1, 0, 1, 1},
    {0, 0, 0, 1, 0, 1},
    {0, 0, 0, 1, 1, 0}
  };

  private final RecordedServices services = new RecordedServices();

  private MethodResult run(Problem problem) {
    return new Csp().run(problem, services);
  }

  private static Problem six(int clusters, Map<String, Object> options, double[]... pairs) {
    return CspCases.problem(
        CspCases.graph(SIX), CspCases.pairs(6, pairs), null, null, clusters, options);
  }

  private static double[][] everyPair() {
    double[][] pairs = new double[15][];
    int at = 0;
    for (int i = 0; i < 6; i++) {
      for (int j = i + 1; j < 6; j++) {
        pairs[at++] = new double[] {i, j, (i < 4) == (j < 4) ? 1 : -1};
      }
    }
    return pairs;
  }

  @Test
  void pairsWithSelfPairsAreTheMatrixOfThePaper() {
    JsonNode runs = Golden.load("csp/illustrative.json").get("runs");
    for (JsonNode run : runs) {
      double b = run.get("beta_over_vol").doubleValue();
      if (b == 1.0 || b == 2.0) {
        Map<String, Object> options = Map.of("beta", b, "self-pairs", "constrained");
        MethodResult result = run(six(2, options, everyPair()));
        assertThat(result.figures(Csp.Figures.class).cost()[0])
            .isCloseTo(run.get("chosen_cost").doubleValue(), within(1e-10));
        assertThat(Agreement.of(new int[] {0, 0, 0, 0, 1, 1}, result.labels()).ari())
            .isEqualTo(1.0);
      }
    }
  }

  /** Q and beta times 40: the same vectors, lambda divided by 40. */
  @Test
  void beliefsOfAnyMagnitudeAndSignScaleTheProblem() {
    double[][] small = {{0, 5, -0.75}, {1, 4, 0.5}, {2, 3, -0.25}, {0, 1, 1}};
    double[][] large = {{0, 5, -30}, {1, 4, 20}, {2, 3, -10}, {0, 1, 40}};
    MethodResult one = run(six(2, Map.of("beta", 0.1), small));
    MethodResult two = run(six(2, Map.of("beta", 4), large));
    assertThat(two.figures(Csp.Figures.class).feasibleCount())
        .isEqualTo(one.figures(Csp.Figures.class).feasibleCount());
    double[] lambda = one.figures(Csp.Figures.class).lambda();
    double[] scaled = two.figures(Csp.Figures.class).lambda();
    for (int j = 0; j < lambda.length; j++) {
      assertThat(40 * scaled[j]).isCloseTo(lambda[j], within(1e-10 * lambda[j]));
    }
    assertThat(two.embedding().values()).containsExactly(one.embedding().values(), within(1e-9));
  }

  /** A second graph with edges below 0 is the matrix of the pairs with those weights. */
  @Test
  void sideEdgesBelowZeroAreBeliefsThatPointsAreApart() {
    double[][] beliefs = {{0, 5, -3}, {1, 4, 2}, {2, 3, -0.5}};
    SignedGraph side =
        SignedGraph.fromEdges(
            "side",
            6,
            new int[] {0, 1, 2},
            new int[] {5, 4, 3},
            new double[] {-3, 2, -0.5},
            Integer::toString);
    Problem plain = six(2, Map.of("beta", 0.3), beliefs);
    Problem sided =
        new Problem(
            plain.graph(),
            plain.components(),
            plain.adjacency(),
            PairConstraints.none(6, Integer::toString),
            null,
            side,
            2,
            plain.options(),
            plain.seeds());
    MethodResult one = run(plain);
    MethodResult two = run(sided);
    assertThat(two.figures(Csp.Figures.class).lambda())
        .isEqualTo(one.figures(Csp.Figures.class).lambda());
    assertThat(two.embedding().values()).isEqualTo(one.embedding().values());
    assertThat(two.figures(Csp.Figures.class).transferCost()).isNotNull();
  }

  @Test
  void anInfeasibleBetaIsRefusedWithTheRangesThatAreFeasible() {
    // A clique of cannot-links: the largest eigenvalue is 1/2, the largest singular value 1.37.
    double[][] clique = {{0, 1, -1}, {0, 2, -1}, {0, 4, -1}, {1, 2, -1}, {1, 4, -1}, {2, 4, -1}};
    assertThatThrownBy(() -> run(six(2, Map.of("beta", 0.683), clique)))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("method.csp.beta: beta = 0.683")
        .hasMessageContaining(
            "does not leave 1 feasible vector, which 2 clusters need: it leaves none")
        .hasMessageEndingWith("Set method.csp.beta to a number below 0.500000.");
    assertThat(run(six(2, Map.of("beta", 0.45), clique)).figures(Csp.Figures.class).feasibleCount())
        .isEqualTo(2);
  }

  /** Both sides of "few pairs in a large sparse graph": the default, and the paper's far end. */
  @ParameterizedTest
  @CsvSource({"3, 30", "4, 40", "6, 60"})
  void fewPairsMoveTheClustersAndNotAFewPoints(int groups, int count) {
    Problem problem = ringedGroups(groups, count, Map.of());
    MethodResult result = run(problem);
    double attained = 0.0;
    PairConstraints pairs = problem.constraints();
    for (int c = 0; c < pairs.size(); c++) {
      attained += pairs.mustLink()[c] ? 2.0 : 2.0 / (groups - 1);
    }
    assertThat(result.figures(Csp.Figures.class).beta())
        .isCloseTo(attained, within(1e-9 * attained));
    assertThat(carriers(result)).isGreaterThan(0.3 * problem.size());
    MethodResult far = run(ringedGroups(groups, count, Map.of("beta", "one-feasible")));
    assertThat(far.figures(Csp.Figures.class).beta()).isGreaterThan(attained);
    assertThat(carriers(far)).isLessThan(0.2 * problem.size());
  }

  /** Signs stand twice what a partition attains, the sum of |Q|. */
  @Test
  void fewPairsTellTwoGroupsApart() {
    MethodResult result = run(ringedGroups(2, 20, Map.of()));
    assertThat(result.figures(Csp.Figures.class).beta()).isCloseTo(80.0, within(1e-9));
    int[] truth = new int[60];
    Arrays.fill(truth, 30, 60, 1);
    assertThat(Agreement.of(truth, result.labels()).ari()).isEqualTo(1.0);
  }

  /** How many points carry u*: the number of rows whose equal lengths would spread it as much. */
  private static double carriers(MethodResult result) {
    double squares = 0.0;
    double fourth = 0.0;
    int columns = result.embedding().columns();
    double[] values = result.embedding().values();
    for (int i = 0; i < result.labels().length; i++) {
      double length = 0.0;
      for (int c = 0; c < columns; c++) {
        double value = values[c * result.labels().length + i];
        length += value * value;
      }
      squares += length;
      fourth += length * length;
    }
    return squares * squares / fourth;
  }

  /** Groups of 30 points, each a random graph of some 8 neighbours, few edges between them. */
  private static Problem ringedGroups(int groups, int count, Map<String, Object> options) {
    SplittableRandom random = new SplittableRandom(groups);
    int n = 30 * groups;
    double[][] weight = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < 4; e++) {
        int j = i / 30 * 30 + random.nextInt(30);
        if (j != i) {
          weight[i][j] = 0.5 + random.nextDouble();
          weight[j][i] = weight[i][j];
        }
      }
    }
    for (int e = 0; e < 3 * groups; e++) {
      int i = random.nextInt(n);
      int j = (i + 30) % n;
      weight[i][j] = 0.5;
      weight[j][i] = 0.5;
    }
    double[][] pairs = new double[count][];
    Set<Long> seen = new HashSet<>();
    for (int p = 0; p < count; ) {
      int i = random.nextInt(n);
      int j = random.nextInt(n);
      if (i < j && seen.add((long) i * n + j)) {
        pairs[p++] = new double[] {i, j, i / 30 == j / 30 ? 1 : -1};
      }
    }
    return CspCases.problem(
        CspCases.graph(weight), CspCases.pairs(n, pairs), null, null, groups, options);
  }

  /** The default never goes beyond the far end: there it would leave too few vectors. */
  @Test
  void theDefaultIsOneFeasibleWherePairsAreMany() {
    double byDefault = run(six(2, Map.of(), everyPair())).figures(Csp.Figures.class).beta();
    double far =
        run(six(2, Map.of("beta", "one-feasible"), everyPair())).figures(Csp.Figures.class).beta();
    assertThat(byDefault).isEqualTo(far);
  }

  @Test
  void tooFewConstraintsForTheClustersAreRefused() {
    assertThatThrownBy(() -> run(six(5, Map.of(), new double[] {0, 1, 1})))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csp.beta: no positive beta leaves 4 feasible vectors")
        .hasMessageContaining("which 5 clusters need: the constraints are too few")
        .hasMessageContaining("Give more constraints, lower clusters.count");
  }

  @Test
  void noConstraintsAtAllAreRefusedWithWhatToName() {
    assertThatThrownBy(() -> run(six(2, Map.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("csp needs constraints")
        .hasMessageContaining("input.constraints, input.labels or input.side-edges");
  }

  @Test
  void aBetaAtWhichTheProblemIsSingularIsRefused() {
    // 1'Q1 = 2 - 2 = 0.
    double[][] balanced = {{0, 1, 1}, {2, 5, -1}};
    assertThatThrownBy(() -> run(six(2, Map.of("beta", 0.0), balanced)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("slightly smaller or larger");
  }

  @Test
  void aVectorOfOneSignIsReported() {
    MethodResult result = run(six(2, Map.of(), new double[] {2, 3, 1}));
    assertThat(result.figures(Csp.Figures.class).oneSigned()).isEqualTo(true);
    assertThat(result.labels()).containsOnly(result.labels()[0]);
    assertThat(services.warnings).anySatisfy(w -> assertThat(w).contains("one sign"));
  }

  @Test
  void signsCannotMakeThreeClusters() {
    assertThatThrownBy(() -> run(six(3, Map.of("discretize", "sign"), everyPair())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csp.discretize");
  }

  @Test
  void maxFeasibleBelowTheNeedIsRefusedAndAboveItIsSaid() {
    assertThatThrownBy(() -> run(six(3, Map.of("max-feasible", 1), everyPair())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.csp.max-feasible is 1");
    MethodResult result = run(six(2, Map.of("beta", -100, "max-feasible", 2), everyPair()));
    assertThat(result.figures(Csp.Figures.class).feasibleCount()).isEqualTo(5);
    assertThat(result.figures(Csp.Figures.class).examined()).isEqualTo(2);
    assertThat(services.warnings).anySatisfy(w -> assertThat(w).contains("examined the 2"));
  }

  @Test
  void equationsFifteenAndSixteenRoundSignsAndWeightedSigns() {
    SimilarityGraph graph = Graphs.groups(3, 20, 0.05, 5);
    Embedding plain = rounded(graph, "kmeans");
    Embedding signs = rounded(graph, "kmeans-sign");
    Embedding weighted = rounded(graph, "kmeans-weighted");
    assertThat(plain.columns()).isEqualTo(2);
    for (int i = 0; i < signs.values().length; i++) {
      assertThat(signs.values()[i]).isEqualTo(Math.signum(plain.values()[i]));
      assertThat(Math.signum(weighted.values()[i])).isEqualTo(signs.values()[i]);
    }
    // The cheapest vector comes first and weighs most.
    assertThat(Math.abs(weighted.values()[0])).isGreaterThan(Math.abs(weighted.values()[60]));
  }

  @Test
  void roundingByRowsAddsTheConstantAndForgetsLengths() {
    SimilarityGraph graph = Graphs.groups(3, 20, 0.05, 5);
    Embedding plain = rounded(graph, "kmeans");
    Embedding rows = rounded(graph, "kmeans-rows");
    assertThat(rows.columns()).isEqualTo(3);
    int n = rows.rows();
    for (int i = 0; i < n; i++) {
      double constant = rows.values()[2 * n + i];
      assertThat(Math.hypot(Math.hypot(rows.values()[i], rows.values()[n + i]), constant))
          .isCloseTo(1.0, within(1e-12));
      assertThat(rows.values()[i] / constant).isCloseTo(plain.values()[i], within(1e-9));
      assertThat(rows.values()[n + i] / constant).isCloseTo(plain.values()[n + i], within(1e-9));
    }
  }

  private Embedding rounded(SimilarityGraph graph, String discretize) {
    run(
        CspCases.problem(
            graph, null, everyThird(3, 20), null, 3, Map.of("discretize", discretize)));
    return services.rounded;
  }

  private static KnownLabels everyThird(int groups, int size) {
    int[] labels = new int[groups * size];
    Arrays.setAll(labels, i -> i % 3 == 0 ? i / size : -1);
    String[] names = new String[groups];
    Arrays.setAll(names, Integer::toString);
    return new KnownLabels(labels, names);
  }

  @Test
  void labelsOfOneClassAloneAreReported() {
    KnownLabels one = new KnownLabels(new int[] {0, 0, -1, -1, -1, -1}, new String[] {"a"});
    run(CspCases.problem(CspCases.graph(SIX), null, one, null, 2, Map.of()));
    assertThat(services.warnings).anySatisfy(w -> assertThat(w).contains("one class only"));
  }

  @Test
  void manyLabelsAreNeverWrittenOutAndAgreeWithTheirPairs() {
    SimilarityGraph graph = Graphs.groups(3, 300, 0.05, 5);
    KnownLabels all = everyThird(3, 300);
    int[] known = java.util.stream.IntStream.range(0, 900).filter(i -> i % 3 == 0).toArray();
    double[][] rows = new double[known.length * (known.length - 1) / 2][];
    int at = 0;
    for (int i = 0; i < known.length; i++) {
      for (int j = i + 1; j < known.length; j++) {
        boolean same = all.labels()[known[i]] == all.labels()[known[j]];
        rows[at++] = new double[] {known[i], known[j], same ? 1 : -1};
      }
    }
    PairConstraints pairs = CspCases.pairs(900, rows);
    MethodResult fromLabels = run(CspCases.problem(graph, null, all, null, 3, Map.of()));
    MethodResult fromPairs =
        run(CspCases.problem(graph, pairs, null, null, 3, Map.of("self-pairs", "constrained")));
    double[] one = fromLabels.figures(Csp.Figures.class).lambda();
    double[] two = fromPairs.figures(Csp.Figures.class).lambda();
    assertThat(two).hasSameSizeAs(one);
    for (int j = 0; j < one.length; j++) {
      assertThat(two[j]).isCloseTo(one[j], within(1e-8 * one[j]));
    }
  }

  @Test
  void aSolverThatMayNotIterateSaysSo() {
    SimilarityGraph graph = Graphs.groups(10, 30, 0.5, 3);
    Map<String, Object> options = Map.of("max-iterations", 1, "tolerance", 1e-14);
    double[][] pairs = {{0, 40, -1}, {3, 80, -1}, {5, 9, 1}, {100, 130, -1}};
    assertThatThrownBy(
            () -> run(CspCases.problem(graph, CspCases.pairs(300, pairs), null, null, 2, options)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("residual")
        .hasMessageContaining("method.csp.tolerance");
  }

  @Test
  void oneClusterNeedsNoVector() {
    assertThat(run(six(1, Map.of())).labels()).containsOnly(0);
    assertThat(services.warnings).hasSize(1);
  }

  @Test
  void wordsAndNumbersAreToldApart() {
    assertThatThrownBy(() -> run(six(2, Map.of("beta", "large"), everyPair())))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "method.csp.beta is large, but it must be all-met, one-feasible, eq19, middle or a"
                + " number.");
  }
}
