package dev.concord.graph.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GivenRowsTest {
  @Test
  void blocksHaveTheRowsOfTheWholeGraph() {
    int n = 23;
    SplittableRandom random = new SplittableRandom(4);
    int[] source = new int[200];
    int[] target = new int[200];
    double[] weight = new double[200];
    for (int e = 0; e < source.length; e++) {
      source[e] = random.nextInt(n);
      target[e] = (source[e] + 1 + random.nextInt(n - 1)) % n;
      // The same for both directions and for every repetition.
      weight[e] = 1.0 + (source[e] + target[e]) % 7;
    }
    CsrMatrix whole = SimilarityGraph.fromEdges(n, source, target, weight).weights();
    List<DirectedEntries> entries = new ArrayList<>();
    for (int from = 0; from < 200; from += 50) {
      entries.addAll(
          DirectedEntries.of(
              Arrays.copyOfRange(source, from, from + 50),
              Arrays.copyOfRange(target, from, from + 50),
              Arrays.copyOfRange(weight, from, from + 50),
              10,
              3));
    }
    for (int b = 0; b < 3; b++) {
      int block = b;
      GivenRows rows =
          GivenRows.of(
              10 * b,
              Math.min(10, n - 10 * b),
              entries.stream().filter(part -> part.block() == block).toList());
      assertThat(rows.conflict()).isNull();
      RowBlock found = rows.weights();
      for (int r = 0; r < found.rows(); r++) {
        int from = whole.rowPtr()[10 * b + r];
        int to = whole.rowPtr()[10 * b + r + 1];
        int at = found.rowPtr()[r];
        int end = found.rowPtr()[r + 1];
        assertThat(Arrays.copyOfRange(found.col(), at, end))
            .isEqualTo(Arrays.copyOfRange(whole.col(), from, to));
        assertThat(Arrays.copyOfRange(found.val(), at, end))
            .isEqualTo(Arrays.copyOfRange(whole.val(), from, to));
      }
    }
  }

  @Test
  void theFirstEdgeOfTwoWeightsIsNamedWithTheLeastAndTheLargest() {
    List<DirectedEntries> entries =
        DirectedEntries.of(
            new int[] {2, 1, 3, 3, 2},
            new int[] {3, 3, 1, 2, 3},
            new double[] {5, 1, 1, 9, 7},
            4,
            1);
    GivenRows rows = GivenRows.of(0, 4, entries);
    assertThat(Objects.requireNonNull(rows.conflict()))
        .isEqualTo(new GivenRows.Conflict(2, 3, 5, 9));
  }
}
