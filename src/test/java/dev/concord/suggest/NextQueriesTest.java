package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Questions about groups of the features, and what follows them. */
class NextQueriesTest {
  private static final int CLASSES = 5;
  private static final int SPOTS = 10;
  private static final int POINTS = CLASSES * SPOTS * 8;
  private static final int[] NONE = new int[0];

  /** Classes far from each other in the plane, each of 10 spots of 8 points in a row. */
  private static double[] plane() {
    SplittableRandom random = new SplittableRandom(7);
    double[] rows = new double[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
      rows[2 * i] = i / 8 % SPOTS + 0.02 * random.nextDouble();
      rows[2 * i + 1] = 20.0 * truth(i) + 0.02 * random.nextDouble();
    }
    return rows;
  }

  private static int truth(int point) {
    return point / (8 * SPOTS);
  }

  private static int[] truth() {
    return IntStream.range(0, POINTS).map(NextQueriesTest::truth).toArray();
  }

  private static FeatureGroups groups() {
    int[] points = IntStream.range(0, POINTS).toArray();
    return FeatureGroups.of(plane(), points, CLASSES, Seeds.of(1));
  }

  /** Every point with the next two, each class in one piece. */
  private static SimilarityGraph graph() {
    int[][] edges =
        IntStream.range(0, POINTS)
            .boxed()
            .flatMap(i -> IntStream.of(i + 1, i + 2).mapToObj(j -> new int[] {i, j}))
            .filter(edge -> edge[1] < POINTS && truth(edge[0]) == truth(edge[1]))
            .toArray(int[][]::new);
    double[] weights = new double[edges.length];
    Arrays.fill(weights, 1.0);
    return SimilarityGraph.fromEdges(
        POINTS,
        Arrays.stream(edges).mapToInt(edge -> edge[0]).toArray(),
        Arrays.stream(edges).mapToInt(edge -> edge[1]).toArray(),
        weights);
  }

  private static List<PairQuery> nearest(int[] labels, PairConstraints pairs, int budget) {
    return NearestGroups.of(
        groups(), new PresentClusters(labels, CLASSES), KnownPairs.of(pairs), false, budget);
  }

  private static PairConstraints none() {
    return PairConstraints.none(POINTS, Integer::toString);
  }

  private static PairConstraints answered(List<PairQuery> queries) {
    int[][] must =
        queries.stream()
            .filter(query -> truth(query.first()) == truth(query.second()))
            .map(query -> new int[] {query.first(), query.second()})
            .toArray(int[][]::new);
    int[][] cannot =
        queries.stream()
            .filter(query -> truth(query.first()) != truth(query.second()))
            .map(query -> new int[] {query.first(), query.second()})
            .toArray(int[][]::new);
    return Pairs.of(POINTS, must, cannot);
  }

  @Test
  void aPointOfEachSpotStandsForItAndPairsBeginWithTheNearest() {
    FeatureGroups groups = groups();

    assertThat(IntStream.of(groups.points()).map(point -> point / 8).distinct().toArray())
        .hasSize(CLASSES * SPOTS);
    assertThat(groups.pairs()).hasSize(50 * 49 / 2);
    assertThat(groups.pairs())
        .isSortedAccordingTo((a, b) -> Double.compare(a.square(), b.square()));
    FeatureGroups.Between first = groups.pairs().get(0);
    assertThat(first.square()).isBetween(0.95 * 0.95, 1.05 * 1.05);
    assertThat(groups()).usingRecursiveComparison().isEqualTo(groups);
  }

  @Test
  void pointsOfASampleKeepTheirNumbers() {
    int[] odd = IntStream.range(0, POINTS).filter(i -> i % 2 == 1).toArray();
    double[] plane = plane();
    double[] rows =
        Arrays.stream(odd)
            .mapToObj(i -> new double[] {plane[2 * i], plane[2 * i + 1]})
            .flatMapToDouble(Arrays::stream)
            .toArray();

    int[] points = FeatureGroups.of(rows, odd, CLASSES, Seeds.of(1)).points();

    assertThat(points).hasSize(50);
    assertThat(IntStream.of(points)).allMatch(point -> point % 2 == 1);
  }

  @Test
  void groupsAreMadeForManyClustersAndEnoughPoints() {
    assertThat(FeatureGroups.rows(2_000, 16, 7)).isEqualTo(2_000);
    assertThat(FeatureGroups.rows(1_000_000, 16, 7)).isEqualTo(16_384);
    assertThat(FeatureGroups.rows(70_000, 784, 10)).isEqualTo(1_711);
    assertThat(FeatureGroups.rows(2_000, 16, 4)).isZero();
    assertThat(FeatureGroups.rows(999, 16, 7)).isZero();
    assertThat(FeatureGroups.rows(70_000, 10_000, 10)).isZero();
    assertThat(FeatureGroups.rows(1_000_000, 16, 102)).isPositive();
    assertThat(FeatureGroups.rows(1_000_000, 16, 103)).isZero();
  }

  @Test
  void answersOfOneRoundAreExpectedAsTheClustersHaveThem() {
    // Within the classes 9 steps from spot to spot each, then one question for two classes.
    List<PairQuery> queries = nearest(truth(), none(), 1_000);

    assertThat(queries.subList(0, 45))
        .allMatch(query -> truth(query.first()) == truth(query.second()))
        .allMatch(query -> query.reason() == PairQuery.Reason.GROUPS);
    assertThat(queries.subList(45, queries.size()))
        .hasSize(10)
        .allMatch(query -> truth(query.first()) != truth(query.second()));
    assertThat(nearest(new int[POINTS], none(), 1_000)).hasSize(49);
  }

  @Test
  void whatAnswersSettleIsNotAsked() {
    List<PairQuery> first = nearest(truth(), none(), 20);
    PairConstraints pairs = answered(first);
    List<PairQuery> second = nearest(truth(), pairs, 1_000);

    assertThat(second).hasSize(35).doesNotContainAnyElementsOf(first);
    PairConstraints all = answered(Stream.concat(first.stream(), second.stream()).toList());
    assertThat(MustLinkClosure.of(all).count()).isEqualTo(POINTS - 45);
    assertThat(nearest(truth(), all, 1_000)).isEmpty();
  }

  @Test
  void aPairThatNobodyCouldJudgeIsPassedOverForAnotherOfTheTwoGroups() {
    PairQuery unsure = nearest(truth(), none(), 1).get(0);
    KnownPairs known =
        KnownPairs.of(none(), new int[] {unsure.second()}, new int[] {unsure.first()});

    PresentClusters present = new PresentClusters(truth(), CLASSES);
    List<PairQuery> queries = NearestGroups.of(groups(), present, known, false, 1_000);

    assertThat(queries).hasSize(55);
    assertThat(queries)
        .noneMatch(
            query ->
                Set.of(query.first(), query.second())
                    .equals(Set.of(unsure.first(), unsure.second())));
  }

  @Test
  void aRoundThatGroupsLeaveOpenIsFilledByOthersAndNoPairTwice() {
    NextQueries next =
        new NextQueries(
            graph(), new PresentClusters(truth(), CLASSES), null, NextQueriesTest::groups);

    List<PairQuery> queries =
        next.choose(new NextQueries.AnsweredPairs(none(), none(), NONE, NONE), 70, Seeds.of(1));

    assertThat(queries).hasSize(70);
    assertThat(queries.subList(0, 55)).allMatch(q -> q.reason() == PairQuery.Reason.GROUPS);
    assertThat(queries.subList(55, 70)).noneMatch(q -> q.reason() == PairQuery.Reason.GROUPS);
    Set<Set<Integer>> pairs = new HashSet<>();
    queries.forEach(query -> pairs.add(Set.of(query.first(), query.second())));
    assertThat(pairs).hasSize(70);
  }

  @Test
  void confidencesOfPointsDoNotCountWhileGroupsWereNotAllAskedAbout() {
    double[] confidence = new double[POINTS];
    Arrays.setAll(confidence, i -> i < POINTS / 2 ? 0.1 : 1.0);
    PresentClusters inDoubt = new PresentClusters(truth(), CLASSES, confidence);
    PresentClusters plain = new PresentClusters(truth(), CLASSES);
    NextQueries.AnsweredPairs judged = new NextQueries.AnsweredPairs(none(), none(), NONE, NONE);

    assertThat(
            new NextQueries(graph(), inDoubt, null, NextQueriesTest::groups)
                .choose(judged, 70, Seeds.of(1)))
        .isEqualTo(
            new NextQueries(graph(), plain, null, NextQueriesTest::groups)
                .choose(judged, 70, Seeds.of(1)));
    assertThat(new NextQueries(graph(), inDoubt, null, null).choose(judged, 70, Seeds.of(1)))
        .isNotEqualTo(new NextQueries(graph(), plain, null, null).choose(judged, 70, Seeds.of(1)));
  }

  @Test
  void afterFiftyAnswersPointsInDoubtAndOnlyGroupsInDoubtAreAskedAbout() {
    PairConstraints given = answered(nearest(truth(), none(), 50));
    NextQueries.AnsweredPairs judged = new NextQueries.AnsweredPairs(given, given, NONE, NONE);
    PairQuery open = nearest(truth(), given, 1).get(0);
    double[] confidence = new double[POINTS];
    Arrays.fill(confidence, 0.95);
    confidence[open.second()] = 0.89;
    int[] labels = truth();
    int strayed = 3 * 8 * SPOTS + 1;
    labels[strayed] = 0;
    confidence[strayed] = 0.2;

    List<PairQuery> queries =
        new NextQueries(
                graph(),
                new PresentClusters(labels, CLASSES, confidence),
                null,
                NextQueriesTest::groups)
            .choose(judged, 25, Seeds.of(1));

    PairQuery point = queries.get(0);
    assertThat(point.reason()).isEqualTo(PairQuery.Reason.UNCERTAIN);
    assertThat(point.first()).isEqualTo(strayed);
    assertThat(truth(point.second())).isEqualTo(3);
    List<PairQuery> ofGroups =
        queries.stream().filter(q -> q.reason() == PairQuery.Reason.GROUPS).toList();
    assertThat(ofGroups)
        .contains(open)
        .allMatch(q -> q.first() == open.second() || q.second() == open.second());
    assertThat(queries.subList(1, 1 + ofGroups.size())).isEqualTo(ofGroups);
    assertThat(queries)
        .hasSize(25)
        .filteredOn(q -> q.reason() == PairQuery.Reason.UNCERTAIN)
        .hasSize(1);
  }

  @Test
  void halfOfARoundAfterFiftyAnswersIsAboutPointsInDoubt() {
    PairConstraints given = answered(nearest(truth(), none(), 50));
    double[] confidence = new double[POINTS];
    Arrays.setAll(confidence, i -> 0.4 + 1e-4 * i);
    SimilarityGraph joined =
        SimilarityGraph.fromEdges(
            POINTS,
            IntStream.range(0, POINTS).toArray(),
            IntStream.range(0, POINTS).map(i -> (i + POINTS / 2) % POINTS).toArray(),
            IntStream.range(0, POINTS).mapToDouble(i -> 1.0).toArray());

    List<PairQuery> queries =
        new NextQueries(
                joined,
                new PresentClusters(truth(), CLASSES, confidence),
                null,
                NextQueriesTest::groups)
            .choose(new NextQueries.AnsweredPairs(given, given, NONE, NONE), 25, Seeds.of(1));

    long again = queries.stream().filter(query -> query.reason().isAgain()).count();
    assertThat(queries)
        .hasSize(25)
        .filteredOn(q -> q.reason() == PairQuery.Reason.UNCERTAIN)
        .hasSize((int) (25 - again + 1) / 2);
  }

  @Test
  void doubtfulPairsWaitUntilGroupsAreAskedAbout() {
    int middle = 8 * SPOTS + 40;
    PairConstraints wrong = Pairs.of(POINTS, new int[][] {{40, middle}}, new int[0][]);
    NextQueries.AnsweredPairs judged = new NextQueries.AnsweredPairs(wrong, wrong, NONE, NONE);

    List<PairQuery> early =
        new NextQueries(
                graph(), new PresentClusters(truth(), CLASSES), null, NextQueriesTest::groups)
            .choose(judged, 25, Seeds.of(1));
    List<PairQuery> late =
        new NextQueries(graph(), new PresentClusters(truth(), CLASSES), null, null)
            .choose(judged, 25, Seeds.of(1));

    assertThat(early).hasSize(25).noneMatch(query -> query.reason().isAgain());
    assertThat(late).hasSize(25);
    assertThat(late.get(0).reason()).isEqualTo(PairQuery.Reason.DOUBTFUL_MUST_LINK);
    assertThat(late).noneMatch(query -> query.reason() == PairQuery.Reason.GROUPS);
  }

  /** So many wrong must-links between the first two classes, and true ones to as many as wanted. */
  private static PairConstraints withWrong(int wrong, int all) {
    int[][] must = new int[all][];
    for (int p = 0; p < all; p++) {
      must[p] = p < wrong ? new int[] {p, 8 * SPOTS + p} : new int[] {150 + p, 151 + p};
    }
    return Pairs.of(POINTS, must, new int[0][]);
  }

  private static long again(PairConstraints pairs, int[] first, int[] second) {
    return new NextQueries(
            graph(), new PresentClusters(truth(), CLASSES), truth(), NextQueriesTest::groups)
            .choose(new NextQueries.AnsweredPairs(pairs, pairs, first, second), 25, Seeds.of(1))
            .stream()
            .filter(query -> query.reason().isAgain())
            .count();
  }

  @Test
  void roundsAfterFiftyAnswersMakeUpForThoseBefore() {
    assertThat(again(withWrong(20, 49), NONE, NONE)).isZero();
    // An eighth of 75 questions.
    assertThat(again(withWrong(20, 50), NONE, NONE)).isEqualTo(9);
    // Six pairs that were asked again and judged otherwise: an eighth of 75 - 8 x 6, so of 27.
    PairConstraints pairs = withWrong(20, 50);
    assertThat(again(pairs, new int[] {0, 1, 2, 3, 4, 5}, new int[] {80, 81, 82, 83, 84, 85}))
        .isEqualTo(3);
    // Pairs that nobody could judge do not count.
    int[] first = IntStream.range(300, 320).toArray();
    int[] second = IntStream.range(340, 360).toArray();
    assertThat(again(pairs, first, second)).isEqualTo(9);
    // Past the groups, too: the eighth of a round at least, three at most.
    assertThat(again(withWrong(20, 130), NONE, NONE)).isEqualTo(9);
  }
}
