package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.cli.page.ScatterFacts.GraphVotes;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Graphs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CohesionTest {
  /** A path 0 - 1 - 2 - 3 of weights 1, 2, 4, and 4 alone. */
  private static SimilarityGraph path() {
    return SimilarityGraph.fromEdges(
        5, new int[] {0, 1, 2}, new int[] {1, 2, 3}, new double[] {1, 2, 4});
  }

  @Test
  void figuresOfASmallGraph() {
    Cohesion cohesion = Cohesion.of(path(), new int[] {0, 0, 1, 1, 2}, 4);
    assertThat(cohesion.volumeShare()).containsExactly(4.0 / 14, 10.0 / 14, 0, 0);
    assertThat(cohesion.inside()).containsExactly(0.5, 0.8, Double.NaN, Double.NaN);
    assertThat(cohesion.meanWeight()).containsExactly(1.0, 4.0, Double.NaN, Double.NaN);
    // Point 1 has weight 1 inside and 2 outside.
    assertThat(cohesion.outvoted()).containsExactly(1, 0, 0, 0);
    assertThat(cohesion.nearest()).containsExactly(1, 0, -1, -1);
    assertThat(cohesion.nearestShare()).containsExactly(0.5, 0.2, 0, 0);
  }

  @Test
  void ofEqualNeighboursTheSmallerNumberIsNearest() {
    // The first edge of 0 leads to cluster 2, the second one to cluster 1.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 0, 1}, new int[] {1, 2, 3}, new double[] {1, 1, 3});
    Cohesion cohesion = Cohesion.of(graph, new int[] {0, 2, 1, 3}, 4);
    assertThat(cohesion.nearest()).containsExactly(1, 0, 3, 2);
    assertThat(cohesion.nearestShare()).containsExactly(0.5, 1.0, 0.75, 1.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatStaysInsideIsWhatTheCutLeaves(long seed) {
    SimilarityGraph graph = Graphs.groups(4, 15, 0.3, seed);
    int[] labels = new SplittableRandom(seed).ints(graph.size(), 0, 5).toArray();
    Cohesion cohesion = Cohesion.of(graph, labels, 5);
    double[] cuts = NormalizedCut.perCluster(graph, labels, 5);
    double volume = 0.0;
    for (int c = 0; c < 5; c++) {
      assertThat(cohesion.inside()[c]).isEqualTo(1.0 - cuts[c], within(1e-12));
      assertThat(cohesion.nearestShare()[c]).isLessThanOrEqualTo(cuts[c] + 1e-12);
      volume += cohesion.volumeShare()[c];
    }
    assertThat(volume).isEqualTo(1.0, within(1e-12));
  }

  @Test
  void typicalPointsAreHeavyAndApartAndBorderPointsLean() {
    TypicalPoints points = TypicalPoints.of(path(), new int[] {0, 0, 1, 1, 2}, 4, 2, 2);
    // 0 and 1 both have weight 1 inside, and are neighbours: the smaller index, then all the same.
    assertThat(points.typical()[0]).containsExactly(0, 1);
    assertThat(points.typical()[1]).containsExactly(2, 3);
    assertThat(points.typical()[2]).containsExactly(4);
    assertThat(points.typical()[3]).isEmpty();
    assertThat(points.border()[0]).as("1 is shown as typical").isEmpty();
    TypicalPoints one = TypicalPoints.of(path(), new int[] {0, 0, 1, 1, 2}, 4, 1, 2);
    assertThat(one.border()[0]).containsExactly(1);
    assertThat(one.border()[1]).as("nothing of 3 leaves").isEmpty();
  }

  @Test
  void theSecondTypicalPointIsNoNeighbourOfTheFirst() {
    // A star around 0 with a heavy pair 4 - 5 apart from it.
    SimilarityGraph star =
        SimilarityGraph.fromEdges(
            6, new int[] {0, 0, 0, 4}, new int[] {1, 2, 3, 5}, new double[] {3, 3, 3, 2});
    assertThat(TypicalPoints.of(star, new int[6], 1, 2, 0).typical()[0]).containsExactly(0, 4);
  }

  @Test
  void votesAreChancesOfAWalkOfThreeSteps() {
    double[] votes = GraphVotes.of(path(), new int[] {0, 0, 1, 1, 2}, 3);
    for (int i = 0; i < 5; i++) {
      assertThat(votes[i] + votes[5 + i] + votes[10 + i]).isEqualTo(1.0, within(1e-12));
    }
    assertThat(votes[10 + 4]).as("a point alone stays").isEqualTo(1.0);
    // From 0: to 1; then to 0 or 2; from 0 back to 1, from 2 to 1 (1/3) or 3 (2/3).
    assertThat(votes[0]).isEqualTo(1.0 / 3 + 2.0 / 3 * (2.0 / 6), within(1e-12));
  }
}
