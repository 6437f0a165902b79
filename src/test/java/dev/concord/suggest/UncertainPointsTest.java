package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class UncertainPointsTest {
  /** Three clusters of four points: 0 to 3, 4 to 7, 8 to 11. */
  private static final int[] LABELS = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};

  private static final int POINTS = LABELS.length;

  /** Each cluster is complete; point 3 is tied to clusters 1 and 2, the latter more. */
  private static SimilarityGraph graph() {
    int[] a = new int[18 + 3];
    int[] b = new int[a.length];
    double[] weight = new double[a.length];
    Arrays.fill(weight, 1.0);
    int e = 0;
    for (int i = 0; i < POINTS; i++) {
      for (int j = i + 1; j < POINTS && LABELS[j] == LABELS[i]; j++) {
        a[e] = i;
        b[e++] = j;
      }
    }
    for (int other : new int[] {4, 8, 9}) {
      a[e] = 3;
      b[e++] = other;
    }
    return SimilarityGraph.fromEdges(POINTS, a, b, weight);
  }

  private static double[] confidence(int... doubted) {
    double[] confidence = new double[POINTS];
    Arrays.fill(confidence, 0.9);
    for (int d = 0; d < doubted.length; d++) {
      confidence[doubted[d]] = 0.1 * (d + 1);
    }
    confidence[10] = 0.95;
    return confidence;
  }

  private static List<PairQuery> of(
      PairConstraints pairs, int[] asked, double[] confidence, int budget) {
    int[] others = new int[asked.length];
    Arrays.fill(others, 10);
    return UncertainPoints.of(
        graph(),
        new PresentClusters(LABELS, 3, confidence),
        KnownPairs.of(pairs, asked, others),
        budget);
  }

  private static PairConstraints none() {
    return PairConstraints.none(POINTS, Integer::toString);
  }

  @Test
  void comparesAPointWithTheSurestOfTheOtherClusterThatItIsTiedToMost() {
    List<PairQuery> queries = of(none(), new int[0], confidence(3), 5);

    assertThat(queries).hasSize(1);
    PairQuery query = queries.get(0);
    assertThat(query.first()).isEqualTo(3);
    assertThat(query.second()).isEqualTo(10);
    assertThat(query.reason()).isEqualTo(PairQuery.Reason.UNCERTAIN);
    // Degree 6 of a volume of 42.
    assertThat(query.value()).isEqualTo(0.9 * 6.0 / 42.0);
  }

  @Test
  void pointsOfTheLargestMustLinkComponentStandForTheirCluster() {
    PairConstraints pairs = Pairs.of(POINTS, new int[][] {{8, 9}}, new int[][] {{0, 11}});

    assertThat(of(pairs, new int[0], confidence(3), 5).get(0).second()).isEqualTo(8);
  }

  @Test
  void theNextClusterFollowsWhereOneWasComparedAndThenNone() {
    PairConstraints apart = Pairs.of(POINTS, new int[0][], new int[][] {{3, 10}});
    assertThat(of(apart, new int[0], confidence(3), 5).get(0).second()).isEqualTo(4);
    // Nobody could judge the pair of 3 and 10.
    assertThat(of(none(), new int[] {3}, confidence(3), 5).get(0).second()).isEqualTo(4);

    PairConstraints both = Pairs.of(POINTS, new int[0][], new int[][] {{3, 10}, {3, 4}});
    assertThat(of(both, new int[0], confidence(3), 5)).isEmpty();
  }

  @Test
  void placedPointsAndSurePointsAndThoseTiedToOneClusterAreNotAskedAbout() {
    PairConstraints placed = Pairs.of(POINTS, new int[][] {{3, 0}}, new int[0][]);

    assertThat(of(placed, new int[0], confidence(3), 5)).isEmpty();
    assertThat(of(none(), new int[0], confidence(), 5)).isEmpty();
    assertThat(of(none(), new int[0], confidence(1), 5)).isEmpty();
    assertThat(
            UncertainPoints.of(graph(), new PresentClusters(LABELS, 3), KnownPairs.of(none()), 5))
        .isEmpty();
  }

  @Test
  void leastConfidenceComesFirstAndNeighboursWaitForAnotherRound() {
    // Points 4 and 8 are neighbours of 3, and not of each other.
    assertThat(of(none(), new int[0], confidence(3, 4, 8), 5))
        .extracting(PairQuery::first)
        .containsExactly(3);
    assertThat(of(none(), new int[0], confidence(8, 4, 3), 5))
        .extracting(PairQuery::first)
        .containsExactly(8, 4);
    assertThat(of(none(), new int[0], confidence(8, 4, 3), 1)).hasSize(1);
  }

  @Test
  void aMustLinkComponentIsAskedAboutOnceInARound() {
    // Points 4 and 8 are each in doubt, and tied to cluster 0 by point 3.
    PairConstraints joined =
        Pairs.of(POINTS, new int[][] {{4, 8}, {5, 6}, {6, 7}, {9, 10}, {10, 11}}, new int[0][]);

    assertThat(of(joined, new int[0], confidence(8, 4), 5))
        .extracting(PairQuery::first)
        .containsExactly(8);
  }
}
