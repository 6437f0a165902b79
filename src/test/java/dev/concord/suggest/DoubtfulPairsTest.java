package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Pairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which answers are asked for again. */
class DoubtfulPairsTest {
  private static final int[] NONE = new int[0];

  /** The pairs (0, 1), (0, 2) and so on: must-links but for the last. */
  private static PairConstraints pairs(double... weight) {
    int count = weight.length;
    int[] second = new int[count];
    Arrays.setAll(second, p -> p + 1);
    boolean[] must = new boolean[count];
    Arrays.fill(must, 0, count - 1, true);
    return PairConstraints.of(count + 1, new int[count], second, must, weight, Integer::toString);
  }

  private static List<Integer> seconds(List<PairQuery> queries) {
    return queries.stream().map(PairQuery::second).toList();
  }

  @Test
  void clustersThatHoldAWrongPairDoNotHideIt() {
    // Two groups of four, and one edge between them.
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      for (int j = i + 1; j < 8; j++) {
        if (i / 4 == j / 4 || (i == 3 && j == 4)) {
          edges.add(new int[] {i, j});
        }
      }
    }
    double[] weights = new double[edges.size()];
    Arrays.fill(weights, 1.0);
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            8,
            edges.stream().mapToInt(edge -> edge[0]).toArray(),
            edges.stream().mapToInt(edge -> edge[1]).toArray(),
            weights);
    PairConstraints given = Pairs.of(8, new int[][] {{0, 1}, {0, 7}}, new int[0][]);
    int[] bent = {0, 0, 0, 0, 0, 0, 0, 0};
    int[] free = {0, 0, 0, 0, 1, 1, 1, 1};

    assertThat(DoubtfulPairs.evidence(graph, given, bent, null)).containsExactly(0.0, 0.0);
    assertThat(DoubtfulPairs.evidence(graph, given, bent, free)).containsExactly(0.0, 1.0);
    assertThat(DoubtfulPairs.evidence(graph, given, free, bent)).containsExactly(0.0, 1.0);
  }

  @Test
  void thoseWithTheMostEvidenceAgainstThemComeFirst() {
    List<PairQuery> asked =
        DoubtfulPairs.of(
            pairs(1.0, 1.0, 1.0, 1.0), new double[] {0.8, 0.74, 0.75, 0.9}, NONE, NONE, 25);
    assertThat(asked)
        .containsExactly(
            new PairQuery(0, 4, PairQuery.Reason.DOUBTFUL_CANNOT_LINK, 0.9, -1),
            new PairQuery(0, 1, PairQuery.Reason.DOUBTFUL_MUST_LINK, 0.8, -1),
            new PairQuery(0, 3, PairQuery.Reason.DOUBTFUL_MUST_LINK, 0.75, -1));
    assertThat(asked).allMatch(query -> query.reason().isAgain());
  }

  @Test
  void anEighthOfTheQuestionsAtMostIsAskedAgain() {
    double[] weight = new double[30];
    Arrays.fill(weight, 1.0);
    double[] against = new double[30];
    Arrays.fill(against, 1.0);
    PairConstraints pairs = pairs(weight);
    assertThat(seconds(DoubtfulPairs.of(pairs, against, NONE, NONE, 25))).containsExactly(1, 2, 3);
    assertThat(DoubtfulPairs.of(pairs, against, NONE, NONE, 9)).hasSize(1);
    assertThat(DoubtfulPairs.of(pairs, against, NONE, NONE, 7)).isEmpty();
  }

  @Test
  void whatWasJudgedTwiceOrIsNoSureAnswerIsNotAskedAgain() {
    double[] against = {1.0, 1.0, 1.0};
    assertThat(seconds(DoubtfulPairs.of(pairs(1.0, 0.5, 1.0), against, NONE, NONE, 25)))
        .containsExactly(1, 3);
    assertThat(
            seconds(
                DoubtfulPairs.of(pairs(1.0, 1.0, 1.0), against, new int[] {2}, new int[] {0}, 25)))
        .containsExactly(1, 3);
    PairConstraints twice =
        PairConstraints.of(
            4,
            new int[] {0, 2, 0, 0},
            new int[] {1, 0, 2, 3},
            new boolean[] {true, true, true, false},
            new double[] {1.0, 1.0, 1.0, 1.0},
            Integer::toString);
    assertThat(seconds(DoubtfulPairs.of(twice, against, NONE, NONE, 25))).containsExactly(1, 3);
  }
}
