package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import org.junit.jupiter.api.Test;

class EarlierStartTest {
  /** A chain of two strong groups with a weak edge between them, and a point without an edge. */
  private static SimilarityGraph chain() {
    int[] source = {0, 1, 2, 3, 4};
    int[] target = {1, 2, 3, 4, 5};
    double[] weight = {1.0, 1.0, 0.1, 1.0, 1.0};
    return SimilarityGraph.fromEdges(7, source, target, weight);
  }

  @Test
  void newPointsGetTheClusterOfTheirHeaviestEdges() {
    int[] labels = EarlierStart.extended(chain(), new int[] {4, -1, -1, -1, 2, 2, -1});
    assertThat(labels).containsExactly(4, 4, 4, 2, 2, 2, 2);
  }

  @Test
  void labelsThatAreKnownStay() {
    int[] labels = {0, 1, 0, 1, 0, 1, 0};
    assertThat(EarlierStart.extended(chain(), labels)).containsExactly(labels);
  }
}
