package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.NumberChoice.GapSupport;
import dev.concord.method.pipeline.NumberChoice.GraphSpectrum;
import dev.concord.method.pipeline.NumberChoice.PairBound;
import dev.concord.testing.GroupedGraph;
import dev.concord.testing.Pairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberChoiceTest {
  private static final int[][] NONE = {};

  private static NumberFigures choose(
      SimilarityGraph graph,
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      int least,
      int most,
      boolean widens) {
    return choose(graph, pairs, labels, FeatureRows.NONE, true, new int[] {least, most}, widens);
  }

  private static NumberFigures choose(
      SimilarityGraph graph,
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      FeatureRows features,
      boolean hard,
      int[] range,
      boolean widens) {
    return NumberChoice.choose(
        new NumberTask(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            labels,
            features,
            hard,
            range[0],
            range[1],
            widens,
            Seeds.of(1)),
        done -> {});
  }

  private static NumberFigures choose(SimilarityGraph graph, int[][] cannot, int least, int most) {
    return choose(graph, Pairs.of(graph.size(), NONE, cannot), null, least, most, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 13})
  void clearGroupsAreCounted(int groups) {
    SimilarityGraph graph = GroupedGraph.of(groups, 40, 0.1, 3);
    NumberFigures number = choose(graph, NONE, 2, 16);
    assertThat(number.chosen()).isEqualTo(groups);
    assertThat(number.runnerUp()).isNotNull().isNotEqualTo(groups);
    assertThat(number.scores()).hasSize(15);
    assertThat(number.scores().get(groups - 2).score()).isZero();
    assertThat(number.scores().stream().filter(score -> score.score() != null))
        .hasSize(NumberChoice.CANDIDATES)
        .allMatch(score -> score.score() <= 0.0 && score.agreement() >= 0.0);
    assertThat(number.text()).startsWith(groups + ", chosen from 2 to 16 by gaps; next is ");
  }

  @Test
  void componentsAreCounted() {
    NumberFigures number = choose(GroupedGraph.of(6, 30, 0.0, 4), NONE, 2, 9);
    assertThat(number.chosen()).isEqualTo(6);
  }

  @Test
  void pointsThatAreApartBoundTheNumber() {
    SimilarityGraph graph = GroupedGraph.of(3, 40, 0.1, 5);
    List<int[]> apart = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < i; j++) {
        apart.add(new int[] {7 * i, 7 * j});
      }
    }
    PairConstraints pairs = Pairs.of(graph.size(), NONE, apart.toArray(int[][]::new));
    NumberFigures number = choose(graph, pairs, null, 2, 8, false);
    assertThat(number.apart()).isEqualTo(5);
    assertThat(number.least()).isEqualTo(5);
    assertThat(number.chosen()).isBetween(5, 8);
    assertThat(choose(graph, pairs, null, 2, 3, true).most()).isEqualTo(6);
    NumberFigures alone = choose(graph, pairs, null, 2, 5, false);
    assertThat(alone.chosen()).isEqualTo(5);
    assertThat(alone.runnerUp()).isNull();
    assertThat(alone.text()).isEqualTo("5, chosen from 5 to 5, as pairs and labels leave no other");
  }

  @Test
  void aTriangleOfCannotLinksNeedsThreeAndSoDoesALongerOddCycle() {
    int[][] cycle = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
    assertThat(PairBound.of(Pairs.of(9, NONE, cycle), null, true)).isEqualTo(3);
    assertThat(PairBound.of(Pairs.of(9, NONE, cycle), null, false)).isEqualTo(1);
    assertThat(PairBound.of(Pairs.of(9, new int[][] {{0, 1}}, NONE), null, true)).isEqualTo(1);
    int[][] triangle = {{0, 1}, {2, 3}, {4, 5}};
    int[][] joined = {{1, 2}, {3, 4}, {5, 0}};
    assertThat(PairBound.of(Pairs.of(9, joined, triangle), null, true)).isEqualTo(3);
  }

  @Test
  void differentLabelsBoundTheNumber() {
    SimilarityGraph graph = GroupedGraph.of(3, 40, 0.1, 5);
    int[] labels = new int[graph.size()];
    Arrays.fill(labels, -1);
    labels[0] = 0;
    labels[50] = 1;
    labels[51] = 2;
    labels[100] = 3;
    KnownLabels known = new KnownLabels(labels, new String[] {"a", "b", "c", "d"});
    PairConstraints none = Pairs.of(graph.size(), NONE, NONE);
    assertThat(choose(graph, none, known, 2, 9, false).least()).isEqualTo(4);
  }

  /** The graph has four groups; the pairs say that they are two. */
  @Test
  void pairsOverruleTheSpectrum() {
    SimilarityGraph graph = GroupedGraph.of(4, 40, 0.25, 6);
    assertThat(choose(graph, NONE, 2, 10).chosen()).isEqualTo(4);
    SplittableRandom random = new SplittableRandom(9);
    List<int[]> must = new ArrayList<>();
    List<int[]> cannot = new ArrayList<>();
    int[] two = partition(graph, 2);
    for (int p = 0; p < 300; p++) {
      int a = random.nextInt(graph.size());
      int b = random.nextInt(graph.size());
      if (a != b) {
        (two[a] == two[b] ? must : cannot).add(new int[] {a, b});
      }
    }
    PairConstraints pairs =
        Pairs.of(graph.size(), must.toArray(int[][]::new), cannot.toArray(int[][]::new));
    NumberFigures number = choose(graph, pairs, null, 2, 10, false);
    assertThat(number.chosen()).isEqualTo(2);
    assertThat(number.pairs()).isEqualTo(pairs.size());
  }

  /**
   * The graph has three groups; features that it does not show have five, and so have the pairs.
   */
  @Test
  void pairsMayPreferTheClustersOfTheFeatures() {
    SimilarityGraph graph = GroupedGraph.of(3, 40, 0.25, 6);
    double[] features = new double[graph.size()];
    SplittableRandom random = new SplittableRandom(10);
    for (int i = 0; i < features.length; i++) {
      features[i] = 10.0 * (i % 5) + random.nextDouble();
    }
    List<int[]> must = new ArrayList<>();
    List<int[]> cannot = new ArrayList<>();
    for (int p = 0; p < 200; p++) {
      int a = random.nextInt(graph.size());
      int b = random.nextInt(graph.size());
      if (a != b) {
        (a % 5 == b % 5 ? must : cannot).add(new int[] {a, b});
      }
    }
    PairConstraints pairs =
        Pairs.of(graph.size(), must.toArray(int[][]::new), cannot.toArray(int[][]::new));
    assertThat(soft(graph, pairs, FeatureRows.NONE).chosen()).isEqualTo(3);
    assertThat(soft(graph, pairs, FeatureRows.of(features)).chosen()).isEqualTo(5);
    PairConstraints none = Pairs.of(graph.size(), NONE, NONE);
    assertThat(soft(graph, none, FeatureRows.of(features)))
        .isEqualTo(soft(graph, none, FeatureRows.NONE));
  }

  /** The graph shows three groups of two each, which the features show, too. */
  @Test
  void withoutPairsTheFeaturesMayDivideTheGroupsOfTheGraph() {
    SimilarityGraph graph = GroupedGraph.of(3, 100, 0.25, 6);
    int[] groups = partition(graph, 3);
    SplittableRandom random = new SplittableRandom(11);
    double[] features = new double[2 * graph.size()];
    for (int i = 0; i < graph.size(); i++) {
      features[2 * i] = 40.0 * groups[i] + random.nextDouble();
      features[2 * i + 1] = 10.0 * (i % 2) + random.nextDouble();
    }
    PairConstraints none = Pairs.of(graph.size(), NONE, NONE);
    NumberFigures number = soft(graph, none, FeatureRows.of(features));
    assertThat(number.chosen()).isEqualTo(6);
    assertThat(number.byScores()).isEqualTo(3);
    assertThat(number.runnerUp()).isEqualTo(3);
    assertThat(number.scores().get(6 - 2).halves()).isGreaterThan(0.99);
    assertThat(number.scores().get(3 - 2).halves()).isNull();
    assertThat(number.text())
        .isEqualTo(
            "6, chosen from 2 to 9 by the clusters of the features on which halves of the points"
                + " agree; gaps alone show 3");
    assertThat(soft(graph, none, FeatureRows.NONE).chosen()).isEqualTo(3);
  }

  /** The choice from 2 to 9 where no pair bounds the number. */
  private static NumberFigures soft(
      SimilarityGraph graph, PairConstraints pairs, FeatureRows features) {
    return choose(graph, pairs, null, features, false, new int[] {2, 9}, false);
  }

  /** A partition into k as the choice compares it. */
  private static int[] partition(SimilarityGraph graph, int k) {
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            new CsrOperator(NormalizedAdjacency.of(graph)),
            new double[0][],
            1.0,
            EigenOptions.of(k, 1),
            (iteration, products, residual) -> {});
    int[] all = IntStream.range(0, graph.size()).toArray();
    return GraphSpectrum.of(pairs, all).partition(k, 1);
  }

  @Test
  void theSameTaskHasTheSameFigures() {
    SimilarityGraph graph = GroupedGraph.of(5, 30, 0.2, 8);
    int[][] cannot = {{0, 40}, {1, 80}};
    assertThat(choose(graph, cannot, 2, 9)).isEqualTo(choose(graph, cannot, 2, 9));
  }

  @Test
  void theGapIsWeighedByItsRatio() {
    double[] values = {0.0, 0.01, 0.02, 0.3, 0.31, 0.7, 0.75};
    double[] support = GapSupport.of(values, 2, 6);
    // A gap of 0.28 from 0.02 counts more than one of 0.39 from 0.31.
    assertThat(support[1]).isGreaterThan(support[3]).isGreaterThan(support[0]);
    assertThat(GapSupport.of(new double[] {0.0, 0.1}, 2, 2)).containsExactly(0.0);
    double floor = 0.01 * (0.01 + 0.02 + 0.3 + 0.31 + 0.7 + 0.75) / 7;
    assertThat(support[1])
        .isCloseTo(0.28 * Math.pow(Math.log((0.3 + floor) / (0.02 + floor)), 1.5), within(1e-12));
  }

  @Test
  void theLikelihoodOfPairsIsTheIntegralOverBothChances() {
    int[] labels = {0, 0, 0, 1, 1, 1};
    PairConstraints pairs =
        Pairs.of(6, new int[][] {{0, 1}, {1, 2}, {3, 4}}, new int[][] {{0, 3}, {2, 5}, {0, 2}});
    PairSupport support = new PairSupport(pairs, new int[] {0, 1, 2, 3, 4, 5});
    // Within: 3 must-links, 1 cannot-link, B(4, 2) = 1/20; between: 2 cannot-links, B(3, 1) = 1/3.
    assertThat(support.logLikelihood(labels)).isCloseTo(Math.log(1.0 / 60.0), within(1e-9));
    assertThat(new PairSupport(pairs, new int[] {0, 1, 3}).pairs()).isEqualTo(2);
    double factorial = 0.0;
    for (int i = 2; i <= 12; i++) {
      factorial += Math.log(i);
    }
    assertThat(PairSupport.logGamma(13.0)).isCloseTo(factorial, within(1e-9));
    assertThat(PairSupport.logGamma(1.0)).isCloseTo(0.0, within(1e-9));
  }
}
