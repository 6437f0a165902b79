package dev.concord.method.productcut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.productcut.Levels.BreadthFirstOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BreadthFirstOrderTest {
  @Test
  void goesThroughNeighboursBeforeTheirNeighbours() {
    // 0 - 4, 0 - 2, 4 - 1; 3 - 5 apart from them; 6 without an edge.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            7, new int[] {0, 0, 4, 3}, new int[] {4, 2, 1, 5}, new double[] {1, 1, 1, 1});

    assertThat(BreadthFirstOrder.places(graph.weights())).containsExactly(0, 3, 1, 4, 2, 5, 6);
  }

  @Test
  void bringsNeighboursOfAShuffledRingTogether() {
    int n = 1000;
    int[] shuffled = new int[n];
    Arrays.setAll(shuffled, i -> i);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = kept;
    }
    int[] source = shuffled.clone();
    int[] target = new int[n];
    double[] weight = new double[n];
    for (int i = 0; i < n; i++) {
      target[i] = shuffled[(i + 1) % n];
      weight[i] = 1.0;
    }

    int[] place =
        BreadthFirstOrder.places(SimilarityGraph.fromEdges(n, source, target, weight).weights());

    assertThat(Arrays.stream(place).sorted().toArray()).isEqualTo(IntStream.range(0, n).toArray());
    for (int i = 0; i < n; i++) {
      assertThat(Math.abs(place[source[i]] - place[target[i]])).isLessThanOrEqualTo(2);
    }
  }
}
