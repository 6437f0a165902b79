package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairQueriesTest {
  private static final int CLASSES = 4;
  private static final int POINTS = 400;

  /** Blobs of 100 points, each of 4 tight spots in a ring, with some edges from blob to blob. */
  private static SimilarityGraph blobs(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int edges = 8 * POINTS;
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    for (int e = 0; e < edges; e++) {
      int a = random.nextInt(POINTS);
      int kind = random.nextInt(100);
      int b = kind < 85 ? a / 25 * 25 + random.nextInt(25) : a / 100 * 100 + random.nextInt(100);
      b = kind < 97 ? b : random.nextInt(POINTS);
      source[e] = a;
      target[e] = b == a ? (a + 1) % POINTS : b;
      weight[e] = 0.5 + 0.5 * random.nextDouble();
    }
    Set<Long> seen = new HashSet<>();
    int kept = 0;
    for (int e = 0; e < edges; e++) {
      int low = Math.min(source[e], target[e]);
      int high = Math.max(source[e], target[e]);
      if (seen.add((long) low << 32 | high)) {
        source[kept] = low;
        target[kept] = high;
        weight[kept++] = weight[e];
      }
    }
    return SimilarityGraph.fromEdges(
        POINTS,
        Arrays.copyOf(source, kept),
        Arrays.copyOf(target, kept),
        Arrays.copyOf(weight, kept));
  }

  private static int[] truth() {
    int[] truth = new int[POINTS];
    Arrays.setAll(truth, i -> i / 100);
    return truth;
  }

  /** Clusters that are wrong: the first class halved, the last two merged. */
  private static int[] wrong() {
    int[] labels = new int[POINTS];
    Arrays.setAll(labels, i -> i < 50 ? 0 : i < 100 ? 1 : i < 200 ? 2 : 3);
    return labels;
  }

  private static PairConstraints none() {
    return PairConstraints.none(POINTS, Integer::toString);
  }

  private static List<PairQuery> ask(
      SimilarityGraph graph, int[] labels, PairConstraints pairs, int budget) {
    return PairQueries.of(
        graph,
        new PresentClusters(labels, CLASSES),
        pairs,
        KnownPairs.of(pairs),
        budget,
        Seeds.of(1));
  }

  private static PairConstraints answered(PairConstraints pairs, List<PairQuery> questions) {
    return answeredBy(pairs, questions, i -> truth()[i]);
  }

  private static PairConstraints answeredBy(
      PairConstraints pairs, List<PairQuery> questions, IntUnaryOperator classOf) {
    int old = pairs.size();
    int total = old + questions.size();
    int[] first = Arrays.copyOf(pairs.first(), total);
    int[] second = Arrays.copyOf(pairs.second(), total);
    boolean[] must = Arrays.copyOf(pairs.mustLink(), total);
    double[] weight = new double[total];
    Arrays.fill(weight, 1.0);
    for (int q = 0; q < questions.size(); q++) {
      first[old + q] = questions.get(q).first();
      second[old + q] = questions.get(q).second();
      must[old + q] = classOf.applyAsInt(first[old + q]) == classOf.applyAsInt(second[old + q]);
    }
    return PairConstraints.of(pairs.points(), first, second, must, weight, Integer::toString);
  }

  /** Groups of four and more are placed after some forty answers; the single points follow. */
  @Test
  void singlePointsAreAskedAboutWhenAllGroupsArePlaced() {
    SimilarityGraph graph = blobs(1);
    PairConstraints pairs = none();
    Set<Integer> tied = new HashSet<>();
    for (int round = 0; round < 16; round++) {
      List<PairQuery> questions = ask(graph, wrong(), pairs, 25);
      assertThat(questions).as("round %d", round).hasSize(25);
      pairs = answered(pairs, questions);
    }
    boolean[] touched = pairs.touched();
    for (int i = 0; i < POINTS; i++) {
      if (touched[i]) {
        tied.add(i);
      }
    }
    assertThat(tied).hasSizeGreaterThan(POINTS / 2);
  }

  /** With two classes, a point that differs from one is of the other: nothing is left to ask. */
  @Test
  void thereIsNoQuestionWhoseAnswerFollowsFromTheNumberOfClasses() {
    int n = 40;
    int[] source = new int[2 * n];
    int[] target = new int[2 * n];
    double[] weight = new double[2 * n];
    for (int i = 0; i < n; i++) {
      source[2 * i] = i;
      target[2 * i] = (i + 1) % n;
      source[2 * i + 1] = i;
      target[2 * i + 1] = (i + 2) % n;
      weight[2 * i] = 1.0;
      weight[2 * i + 1] = 0.5;
    }
    SimilarityGraph graph = SimilarityGraph.fromEdges(n, source, target, weight);
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> i / 20);
    PairConstraints pairs = PairConstraints.none(n, Integer::toString);
    for (int round = 0; round < 20; round++) {
      List<PairQuery> questions =
          PairQueries.of(
              graph, new PresentClusters(labels, 2), pairs, KnownPairs.of(pairs), 5, Seeds.of(1));
      if (questions.isEmpty()) {
        break;
      }
      pairs = answeredBy(pairs, questions, i -> i % 2);
    }
    // One question a point, and some before it is known that what stands for the clusters differs.
    assertThat(pairs.size()).isBetween(n - 1, n + 10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void noPairIsImpliedOrAskedTwiceUntilNothingIsOpen(long seed) {
    SimilarityGraph graph = blobs(seed);
    PairConstraints pairs = none();
    for (int round = 0; round < 40; round++) {
      List<PairQuery> questions = ask(graph, wrong(), pairs, 15);
      assertThat(questions).hasSizeLessThanOrEqualTo(15);
      KnownPairs known = KnownPairs.of(pairs);
      Set<Long> seen = new HashSet<>();
      for (PairQuery question : questions) {
        int low = Math.min(question.first(), question.second());
        int high = Math.max(question.first(), question.second());
        assertThat(low).isNotEqualTo(high);
        assertThat(known.holds(low, high)).isFalse();
        assertThat(seen.add((long) low << 32 | high)).isTrue();
        assertThat(question.value()).isBetween(0.0, 1.0);
      }
      if (questions.isEmpty()) {
        break;
      }
      PairConstraints more = answered(pairs, questions);
      assertThat(more.size()).isEqualTo(pairs.size() + questions.size());
      pairs = more;
    }
    assertThat(ask(graph, wrong(), pairs, 15)).isEmpty();
    // All is tied: the judged points of each class are one component.
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    boolean[] touched = pairs.touched();
    Set<Integer> components = new HashSet<>();
    for (int i = 0; i < POINTS; i++) {
      if (touched[i]) {
        components.add(closure.componentOf()[i]);
      }
    }
    assertThat(components).hasSize(CLASSES);
  }

  @Test
  void theReasonAgreesWithWhereTheTwoPointsLie() {
    SimilarityGraph graph = blobs(11);
    PairConstraints pairs = none();
    Map<PairQuery.Reason, Integer> seen = new EnumMap<>(PairQuery.Reason.class);
    for (int round = 0; round < 6; round++) {
      List<PairQuery> questions = ask(graph, wrong(), pairs, 15);
      for (PairQuery question : questions) {
        boolean oneCluster = wrong()[question.first()] == wrong()[question.second()];
        seen.merge(question.reason(), 1, Integer::sum);
        if (question.reason() == PairQuery.Reason.ANCHORS) {
          assertThat(oneCluster).isFalse();
        } else if (question.reason() == PairQuery.Reason.KIN) {
          assertThat(oneCluster).isTrue();
        }
      }
      pairs = answered(pairs, questions);
    }
    assertThat(seen)
        .containsKeys(
            PairQuery.Reason.ANCHORS,
            PairQuery.Reason.KIN,
            PairQuery.Reason.NEAR,
            PairQuery.Reason.BOUNDARY,
            PairQuery.Reason.SUBCLUSTER,
            PairQuery.Reason.DISAGREEMENT);
  }

  @Test
  void equalInputGivesEqualQuestionsWhateverTheOrderOfTheConstraints() {
    SimilarityGraph graph = blobs(7);
    PairConstraints some = answered(none(), ask(graph, wrong(), none(), 20));
    PairConstraints same = answered(none(), reversed(ask(graph, wrong(), none(), 20)));
    assertThat(ask(graph, wrong(), same, 20)).isEqualTo(ask(graph, wrong(), some, 20));
  }

  private static List<PairQuery> reversed(List<PairQuery> questions) {
    List<PairQuery> copy = new java.util.ArrayList<>(questions);
    java.util.Collections.reverse(copy);
    return copy;
  }

  @Test
  void halvesOfAClassAreFoundAndMergedClassesComeApart() {
    SimilarityGraph graph = blobs(11);
    PairConstraints pairs = none();
    for (int round = 0; round < 3; round++) {
      pairs = answered(pairs, ask(graph, wrong(), pairs, 15));
    }
    boolean halves = false;
    boolean merged = false;
    for (int p = 0; p < pairs.size(); p++) {
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      halves |= pairs.mustLink()[p] && wrong()[a] != wrong()[b];
      merged |= !pairs.mustLink()[p] && wrong()[a] == 3 && wrong()[b] == 3;
    }
    assertThat(halves).isTrue();
    assertThat(merged).isTrue();
  }

  @Test
  void classesAreToldApartBeforeTheirPartsAreAskedAbout() {
    List<PairQuery> questions = ask(blobs(1), truth(), none(), 7);
    assertThat(questions.subList(0, 6))
        .extracting(PairQuery::reason)
        .containsOnly(PairQuery.Reason.ANCHORS);
    assertThat(questions.get(6).reason()).isNotEqualTo(PairQuery.Reason.ANCHORS);
  }

  @Test
  void aPairSomebodyCouldNotJudgeIsNotAskedAgain() {
    SimilarityGraph graph = blobs(3);
    PairQuery first = ask(graph, wrong(), none(), 1).get(0);
    KnownPairs declined =
        KnownPairs.of(none(), new int[] {first.second()}, new int[] {first.first()});
    List<PairQuery> next =
        PairQueries.of(
            graph, new PresentClusters(wrong(), CLASSES), none(), declined, 500, Seeds.of(1));
    assertThat(next)
        .isNotEmpty()
        .noneMatch(
            q -> Set.of(q.first(), q.second()).equals(Set.of(first.first(), first.second())));
  }

  @Test
  void beliefsAreNotAskedAgainAndImplyNothing() {
    SimilarityGraph graph = blobs(3);
    PairQuery first = ask(graph, wrong(), none(), 1).get(0);
    PairConstraints belief =
        PairConstraints.of(
            POINTS,
            new int[] {first.first()},
            new int[] {first.second()},
            new boolean[] {true},
            new double[] {0.5},
            Integer::toString);
    assertThat(KnownPairs.of(belief).closure().joined()).isZero();
    assertThat(ask(graph, wrong(), belief, 500))
        .isNotEmpty()
        .noneMatch(q -> KnownPairs.of(belief).holds(q.first(), q.second()));
  }

  @Test
  void isolatedPointsAndComponentsAreAskedAboutToo() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            8, new int[] {0, 1, 3, 4}, new int[] {1, 2, 4, 5}, new double[] {1, 1, 1, 1});
    PairConstraints pairs = PairConstraints.none(8, Integer::toString);
    List<PairQuery> questions =
        PairQueries.of(
            graph,
            new PresentClusters(new int[] {0, 0, 0, 1, 1, 1, 1, 1}, 2),
            pairs,
            KnownPairs.of(pairs),
            10,
            Seeds.of(1));
    assertThat(questions).isNotEmpty().allMatch(q -> q.first() != q.second());
  }

  /** The two points of a class whose cluster is in doubt are asked about before the others. */
  @Test
  void pointsWhoseClusterIsInDoubtAreAskedAboutFirst() {
    SimilarityGraph graph = blobs(3);
    double[] confidence = new double[POINTS];
    Arrays.fill(confidence, 1.0);
    PresentClusters sure = new PresentClusters(truth(), CLASSES, confidence.clone());
    for (int i = 300; i < 400; i++) {
      confidence[i] = 0.2;
    }
    PresentClusters doubtful = new PresentClusters(truth(), CLASSES, confidence);

    assertThat(within(doubtful, graph)).isGreaterThan(2 * within(sure, graph));
  }

  /** Of 20 questions those about points 300 to 399. */
  private static long within(PresentClusters present, SimilarityGraph graph) {
    PairConstraints known =
        Pairs.of(POINTS, new int[0][], new int[][] {{0, 100}, {0, 200}, {0, 300}, {100, 200}});
    return PairQueries.of(graph, present, known, KnownPairs.of(known), 20, Seeds.of(1)).stream()
        .filter(q -> q.first() >= 300 && q.first() < 400)
        .count();
  }

  @Test
  void oneClusterOrNoBudgetIsRefused() {
    SimilarityGraph graph = blobs(1);
    KnownPairs known = KnownPairs.of(none());
    int[] labels = new int[POINTS];
    assertThatThrownBy(
            () ->
                PairQueries.of(
                    graph, new PresentClusters(labels, 1), none(), known, 5, Seeds.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("k = 1 must be at least 2, budget = 5 at least 1");
    assertThatThrownBy(
            () ->
                PairQueries.of(
                    graph, new PresentClusters(labels, 2), none(), known, 0, Seeds.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("budget = 0");
  }
}
