package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.method.ResultStore;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EnsembleTest {
  private static final int N = 90;

  /** Three groups in the features; the graph is a ring and knows nothing of them. */
  static double[] features() {
    SplittableRandom random = new SplittableRandom(5);
    double[] rows = new double[2 * N];
    for (int i = 0; i < N; i++) {
      rows[2 * i] = random.nextDouble() + 4.0 * (i % 3);
      rows[2 * i + 1] = random.nextDouble();
    }
    return rows;
  }

  static SimilarityGraph ring() {
    int[] next = new int[N];
    Arrays.setAll(next, i -> (i + 1) % N);
    double[] ones = new double[N];
    Arrays.fill(ones, 1.0);
    return SimilarityGraph.fromEdges(N, IntStream.range(0, N).toArray(), next, ones);
  }

  static int[] groups() {
    int[] groups = new int[N];
    Arrays.setAll(groups, i -> i % 3);
    return groups;
  }

  private static PairConstraints pairs() {
    int[][] must = new int[20][];
    int[][] cannot = new int[20][];
    for (int p = 0; p < 20; p++) {
      must[p] = new int[] {p, p + 45};
      cannot[p] = new int[] {p, p + 31};
    }
    return Pairs.of(N, must, cannot);
  }

  private static Problem problem(
      Method method, PairConstraints pairs, @Nullable KnownLabels labels) {
    return problem(pairs, labels, new MethodOptions(method.info().name(), Map.of()));
  }

  private static Problem problem(
      PairConstraints pairs, @Nullable KnownLabels labels, MethodOptions options) {
    SimilarityGraph graph = ring();
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        labels,
        null,
        3,
        options,
        Seeds.of(1));
  }

  private static MethodResult run(
      Method method, PairConstraints pairs, @Nullable KnownLabels labels, FeatureRows features) {
    return method.run(
        problem(method, pairs, labels),
        new LocalServices(features, Seeds.of(1), 5, ResultStore.NONE));
  }

  @Test
  void thePairsChooseTheFeaturesWhereTheGraphKnowsNothing() {
    MethodResult result = run(new Ensemble(), pairs(), null, FeatureRows.of(features()));

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.chosen()).isEqualTo("pck-means");
    assertThat(figures.evidence()).isEqualTo("features");
    assertThat(figures.selection())
        .matches(
            "pck-means, scores: pck-means -[0-9.]+, pck-means from product-cut -[0-9.]+,"
                + " ncut on 11 neighbours -[0-9.]+, communities -[0-9.]+,"
                + " pck-means by weighted columns -[0-9.]+, and 5 more");
    assertThat(figures.members())
        .extracting(EnsembleFigures.Member::method)
        .containsExactly(
            "product-cut",
            "product-cut refined",
            "cosc",
            "pck-means",
            "pck-means from product-cut",
            "pck-means by weighted columns",
            "ncut on 11 neighbours",
            "communities",
            "ncut on 11 neighbours by weighted columns",
            "communities by weighted columns");
    assertThat(figures.members())
        .allSatisfy(
            member ->
                assertThat(member.score())
                    .isCloseTo(
                        member.logLikelihood()
                            + 3.0 * member.agreement()
                            + 20.0 * member.separation()
                            + member.cut(),
                        within(1e-12)));
    assertThat(figures.members().get(5).cut())
        .isCloseTo(figures.members().get(3).cut() - ColumnWeights.COST, within(1e-9));
    assertThat(Agreement.of(groups(), result.labels()).ari()).isEqualTo(1.0);
  }

  @Test
  void columnsCountByWhatThePairsSayOfThem() {
    // Two columns of noise, each far wider than the one that has the groups.
    double[] own = features();
    SplittableRandom random = new SplittableRandom(6);
    double[] rows = new double[3 * N];
    for (int i = 0; i < N; i++) {
      rows[3 * i] = own[2 * i];
      rows[3 * i + 1] = 20.0 * random.nextDouble();
      rows[3 * i + 2] = 20.0 * random.nextDouble();
    }
    MethodResult result = run(new Ensemble(), pairs(), null, FeatureRows.of(rows));

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.chosen()).endsWith(" by weighted columns");
    assertThat(figures.columnWeights()[0]).isGreaterThan(50.0 * figures.columnWeights()[1]);
    assertThat(Agreement.of(groups(), result.labels()).ari()).isEqualTo(1.0);

    Problem alike =
        problem(
            pairs(), null, new MethodOptions("ensemble", Map.of("column-weights", (Object) false)));
    EnsembleFigures without =
        new Ensemble()
            .run(alike, new LocalServices(FeatureRows.of(rows), Seeds.of(1), 5, ResultStore.NONE))
            .figures(EnsembleFigures.class);
    assertThat(without.columnWeights()).isNull();
    assertThat(without.members())
        .extracting(EnsembleFigures.Member::method)
        .noneMatch(name -> name.endsWith(" by weighted columns"));
  }

  @Test
  void thePartitionIsThatOfTheChosenMethodByItself() {
    MethodResult result = run(new Ensemble(), pairs(), null, FeatureRows.NONE);

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.evidence()).isEqualTo("neighbours");
    assertThat(figures.members())
        .extracting(EnsembleFigures.Member::method)
        .containsExactly(
            "product-cut", "product-cut refined", "cosc", "ncut on the graph", "communities");
    Method cut = Catalogue.named("product-cut");
    int[] own = run(cut, pairs(), null, FeatureRows.NONE).labels();
    int[] cosc = run(Catalogue.named("cosc"), pairs(), null, FeatureRows.NONE).labels();
    Map<String, int[]> alone =
        Map.of("product-cut", own, "product-cut refined", refined(pairs(), own), "cosc", cosc);
    assertThat(result.labels()).isEqualTo(alone.get(figures.chosen()));
    assertThat(Violations.of(pairs(), result.labels()).violated()).isZero();
  }

  /**
   * The ring is cut in arcs by product-cut; k-means, which does not see it, in every third point.
   */
  @Test
  void withoutPairsTheVotesOfTheNeighboursChoose() {
    PairConstraints none = PairConstraints.none(N, Integer::toString);

    MethodResult result = run(new Ensemble(), none, null, FeatureRows.of(features()));

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.evidence()).isEqualTo("votes");
    assertThat(figures.selection())
        .matches(
            "product-cut refined, scores: product-cut -0[.][0-9]{3}, product-cut refined"
                + " -0[.][0-9]{3}, pck-means -2[.]996, ncut on 11 neighbours -2[.]996, communities"
                + " -2[.]996");
    assertThat(figures.members().get(1).agreement()).isGreaterThan(0.8);
    assertThat(figures.members().get(2).score()).isCloseTo(Math.log(0.05), within(1e-12));
    int[] own = run(Catalogue.named("product-cut"), none, null, FeatureRows.NONE).labels();
    assertThat(result.labels()).isEqualTo(refined(none, own));
  }

  private static int[] refined(PairConstraints pairs, int[] labels) {
    Method cut = Catalogue.named("product-cut");
    MethodOptions options = new MethodOptions("cosc", Map.of());
    return Refinement.of(problem(cut, pairs, null), cut, labels, options).labels();
  }

  /** The lowest cut often takes off a few odd points. */
  @Test
  void withoutPairsARefinementThatLeadsFarAwayIsNotTaken() {
    int[] halves = new int[N];
    int[] odd = new int[N];
    Arrays.setAll(halves, i -> i < N / 2 ? 0 : 1);
    odd[N - 1] = 1;
    EnsembleFigures unused = new EnsembleFigures("", "", List.of(), null, null, null);
    Member own =
        new Member(
            "product-cut",
            0,
            Member.Kind.FOUND,
            false,
            new MethodResult(halves, null, null, unused),
            null);
    Member far =
        new Member(
            "refined",
            0,
            Member.Kind.REFINED,
            false,
            new MethodResult(odd, null, null, unused),
            null);
    PairConstraints none = PairConstraints.none(N, Integer::toString);

    MemberChoice choice =
        MemberChoice.withoutPairs(
            List.of(own, far),
            problem(new Ensemble(), none, null),
            null,
            new PartitionScores.Features(null, false));

    assertThat(choice.figures().chosen()).isEqualTo("product-cut");
    assertThat(choice.figures().evidence()).isEqualTo("agreement");
  }

  /** One member must not take longer than all others together. */
  @Test
  void onLargeGraphsCoscHasFewerStarts() {
    Option<?> starts =
        Catalogue.named("cosc").options().stream()
            .filter(option -> option.name().equals("starts"))
            .findFirst()
            .orElseThrow();
    assertThat(MemberSearch.coscOf(131_072).get(starts)).isEqualTo(10);
    assertThat(MemberSearch.coscOf(200_000).get(starts)).isEqualTo(6);
    assertThat(MemberSearch.coscOf(630_000).get(starts)).isEqualTo(2);
    assertThat(MemberSearch.coscOf(Integer.MAX_VALUE).get(starts)).isEqualTo(2);
  }

  /** A refined partition agrees with its own: that speaks for neither. */
  @Test
  void aRefinedPartitionDoesNotSpeakForItsOwn() {
    int[] own = groups();
    int[] near = own.clone();
    near[0] = 1;
    int[] other = new int[N];
    Arrays.setAll(other, i -> 3 * i / N);

    List<PartitionScores.Score> scores =
        PartitionScores.of(
            List.of(own, near, other),
            new int[] {0, 0, 1},
            new double[3],
            pairs(),
            ring(),
            3,
            new PartitionScores.Features(null, false));

    assertThat(scores.get(0).agreement()).isEqualTo(Agreement.of(own, other).ari());
    double mean = (Agreement.of(own, other).ari() + Agreement.of(near, other).ari()) / 2.0;
    assertThat(scores.get(2).agreement()).isCloseTo(mean, within(1e-15));
  }

  @Test
  void withoutPairsAndFeaturesTheRefinementOfProductCutIsTakenBesideCommunities() {
    PairConstraints none = PairConstraints.none(N, Integer::toString);

    MethodResult result = run(new Ensemble(), none, null, FeatureRows.NONE);

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.evidence()).isEqualTo("votes");
    assertThat(figures.members())
        .extracting(EnsembleFigures.Member::method)
        .containsExactly("product-cut", "product-cut refined", "ncut on the graph", "communities");
    assertThat(figures.selection()).startsWith("product-cut refined, scores: product-cut -0.");
  }

  /** Two groups in the graph; by hand the shares of edge weight that stay inside. */
  @Test
  void theVotesAreMeanLogarithmsOfShares() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 1, 1}, new int[] {1, 2, 3}, new double[] {3.0, 1.0, 1.0});

    double votes = PartitionScores.meanLogVote(graph, new int[] {0, 0, 1, 0});

    double expected = (0.0 + Math.log(4.0 / 5.0) + Math.log(0.05) + 0.0) / 4.0;
    assertThat(votes).isCloseTo(expected, within(1e-15));
  }

  @Test
  void labelsArePairs() {
    int[] known = new int[N];
    Arrays.fill(known, 12, N, -1);
    for (int i = 0; i < 12; i++) {
      known[i] = i % 3;
    }
    KnownLabels labels = new KnownLabels(known, new String[] {"a", "b", "c"});
    PairConstraints none = PairConstraints.none(N, Integer::toString);

    MethodResult result = run(new Ensemble(), none, labels, FeatureRows.of(features()));

    assertThat(result.figures(EnsembleFigures.class).chosen()).isEqualTo("pck-means");
    for (int i = 3; i < 12; i++) {
      assertThat(result.labels()[i]).isEqualTo(result.labels()[i % 3]);
    }
    assertThat(Agreement.of(groups(), result.labels()).ari()).isEqualTo(1.0);
  }

  @Test
  void moreLabelsThanClustersAreLeftUnusedWithAWarning() {
    int[] known = new int[N];
    Arrays.setAll(known, i -> i < 8 ? i % 4 : -1);
    KnownLabels labels = new KnownLabels(known, new String[] {"a", "b", "c", "d"});
    PairConstraints none = PairConstraints.none(N, Integer::toString);
    RecordedServices services = new RecordedServices(features());

    MethodResult result = new Ensemble().run(problem(new Ensemble(), none, labels), services);

    assertThat(result.figures(EnsembleFigures.class).chosen()).isEqualTo("product-cut refined");
    assertThat(services.warnings)
        .anyMatch(text -> text.contains("4 labels, more than clusters.count = 3"));
  }

  @Test
  void softConstraintsLeaveCoscOut() {
    Problem hard = problem(new Ensemble(), pairs(), null);
    Problem soft =
        new Problem(
            hard.graph(),
            hard.components(),
            hard.adjacency(),
            hard.constraints(),
            false,
            null,
            null,
            3,
            hard.options(),
            hard.seeds());

    MethodResult result = new Ensemble().run(soft, new RecordedServices(features()));

    assertThat(result.figures(EnsembleFigures.class).members())
        .extracting(EnsembleFigures.Member::method)
        .containsExactly(
            "product-cut",
            "product-cut refined",
            "pck-means",
            "pck-means from product-cut",
            "pck-means by weighted columns",
            "ncut on 11 neighbours",
            "communities",
            "ncut on 11 neighbours by weighted columns",
            "communities by weighted columns");
    Problem others =
        new Problem(
            hard.graph(),
            hard.components(),
            hard.adjacency(),
            hard.constraints(),
            false,
            null,
            null,
            3,
            new MethodOptions("ensemble", Map.of("members", List.of("cosc", "pck-means"))),
            hard.seeds());
    LocalServices edges = new LocalServices(FeatureRows.NONE, Seeds.of(1), 5, ResultStore.NONE);
    assertThat(new Ensemble().run(others, edges).figures(EnsembleFigures.class).chosen())
        .as("without product-cut and features cosc is all there is")
        .isEqualTo("cosc");
  }

  /** Four points apart in three clusters: no member can, and the first says why. */
  @Test
  void whatNoMemberCanHoldIsRefused() {
    PairConstraints apart =
        Pairs.of(N, new int[0][], new int[][] {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});

    assertThatThrownBy(() -> run(new Ensemble(), apart, null, FeatureRows.of(features())))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("4 points must all be apart");
  }

  @Test
  void membersAreSomeOfThree() {
    PairConstraints none = PairConstraints.none(N, Integer::toString);
    Ensemble method = new Ensemble();
    for (String[] wrong :
        new String[][] {
          {"ncut", "choose from product-cut, cosc"}, {"pck-means", "must begin with"}
        }) {
      Problem problem =
          new Problem(
              ring(),
              Components.of(ring().weights()),
              new CsrOperator(NormalizedAdjacency.of(ring())),
              none,
              null,
              null,
              3,
              new MethodOptions("ensemble", Map.of("members", List.of(wrong[0]))),
              Seeds.of(1));
      assertThatThrownBy(() -> method.run(problem, new RecordedServices()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("method.ensemble.members")
          .hasMessageContaining(wrong[1]);
    }
  }
}
