package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import org.junit.jupiter.api.Test;

class EdgeVotesTest {

  @Test
  void directNeighboursDecideFirstAndOthersFollowOutwards() {
    // 0 and 1 are fixed; 2 hangs on both, 3 on 2, 4 on 3 and on 2.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            6,
            new int[] {0, 1, 2, 3, 2},
            new int[] {2, 2, 3, 4, 4},
            new double[] {1.0, 3.0, 1.0, 5.0, 1.0});
    EdgeVotes votes = EdgeVotes.of(graph, new int[] {0, 1, -1, -1, -1, -1}, 2);
    assertThat(votes.clusterOf()).containsExactly(0, 1, 1, 1, 1, -1);
    assertThat(votes.steps()).containsExactly(0, 0, 1, 2, 2, -1);
    assertThat(votes.votes()[2 * 2]).isCloseTo(0.25, within(1e-15));
    assertThat(votes.votes()[2 * 2 + 1]).isCloseTo(0.75, within(1e-15));
    assertThat(votes.votes()[4 * 2 + 1]).isEqualTo(1.0);
  }

  @Test
  void tiesGoToTheSmallerCluster() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(3, new int[] {0, 1}, new int[] {2, 2}, new double[] {1.0, 1.0});
    assertThat(EdgeVotes.of(graph, new int[] {1, 0, -1}, 2).clusterOf()[2]).isZero();
  }
}
