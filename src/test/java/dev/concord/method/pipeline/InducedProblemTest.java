package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.KnownLabels;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class InducedProblemTest {
  private static final InducedProblem PART = InducedProblem.of(new int[] {1, 3, 4}, 5);

  @Test
  void edgesBetweenThePointsStayAndNoOthers() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            5, new int[] {0, 1, 1, 3}, new int[] {1, 2, 4, 4}, new double[] {1, 2, 3, 4});
    SimilarityGraph part = PART.graph(graph);
    assertThat(part.size()).isEqualTo(3);
    assertThat(part.edges()).isEqualTo(2);
    assertThat(part.weights().col()).containsExactly(2, 2, 0, 1);
    assertThat(part.weights().val()).containsExactly(3, 4, 3, 4);
  }

  @Test
  void pairsAndLabelsSpeakOfThePoints() {
    PairConstraints pairs =
        PairConstraints.of(
            5,
            new int[] {0, 4, 3},
            new int[] {1, 3, 2},
            new boolean[] {true, false, true},
            new double[] {1, 0.5, 1},
            point -> "p" + point);
    PairConstraints part = PART.pairs(pairs);
    assertThat(part.size()).isEqualTo(1);
    assertThat(part.mustLink()).containsExactly(false);
    assertThat(part.weight()).containsExactly(0.5);
    assertThat(part.first()[0] + part.second()[0]).isEqualTo(3);
    assertThat(part.names().name(1)).isEqualTo("p3");
    KnownLabels labels = new KnownLabels(new int[] {0, -1, 1, 1, 0}, new String[] {"a", "b"});
    assertThat(Objects.requireNonNull(PART.labels(labels)).labels()).containsExactly(-1, 1, 0);
    assertThat(PART.labels(null)).isNull();
  }
}
