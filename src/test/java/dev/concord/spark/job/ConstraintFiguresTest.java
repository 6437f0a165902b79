package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Pairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConstraintFiguresTest {
  private static PairConstraints pairs(int count) {
    int[][] must = new int[count][];
    Arrays.setAll(must, p -> new int[] {p, p + count});
    return Pairs.of(2 * count, must, new int[0][]);
  }

  private static double[] evidence(int count, int suspicious) {
    double[] against = new double[count];
    Arrays.fill(against, 0, suspicious, 0.8);
    return against;
  }

  @Test
  void manySuspiciousPairsAreAdvisedOn() {
    assertThat(ConstraintFigures.advice(pairs(100), evidence(100, 5), true))
        .startsWith("5 of 100 constraints are contradicted by the neighbours")
        .contains("column against", "clusters.constraints = soft");
    assertThat(ConstraintFigures.advice(pairs(100), evidence(100, 5), false))
        .endsWith("remove the wrong ones.");
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

    assertThat(ConstraintFigures.against(graph, given, bent, 1, null)).containsExactly(0.0, 0.0);
    assertThat(ConstraintFigures.against(graph, given, bent, 1, free)).containsExactly(0.0, 1.0);
    assertThat(ConstraintFigures.against(graph, given, free, 2, bent)).containsExactly(0.0, 1.0);
  }

  @Test
  void fewAreNot() {
    assertThat(ConstraintFigures.advice(pairs(101), evidence(101, 5), true)).isNull();
    assertThat(ConstraintFigures.advice(pairs(10), evidence(10, 4), true)).isNull();
    assertThat(ConstraintFigures.advice(pairs(10), evidence(10, 0), true)).isNull();
  }
}
