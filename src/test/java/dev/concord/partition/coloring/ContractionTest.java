package dev.concord.partition.coloring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contractions on one core and on several, against sums over all entries. */
class ContractionTest {
  @ParameterizedTest
  @CsvSource({"300,40", "20000,9000", "20000,3"})
  void entriesAreSumsBetweenMembers(int points, int nodes) {
    Random random = new Random(points + nodes);
    int half = points / 2;
    int edges = 8 * half;
    CsrMatrix matrix =
        SimilarityGraph.fromEdges(
                points,
                IntStream.range(0, edges).map(e -> e / 8).toArray(),
                IntStream.range(0, edges).map(e -> half + (e / 8 + e % 8 * 17) % half).toArray(),
                random.doubles(edges).map(w -> w + 0.1).toArray())
            .weights();
    int[] nodeOf = random.ints(points, 0, nodes).toArray();

    CsrMatrix found = Contraction.of(matrix, nodeOf, nodes);

    Map<Long, Double> sums = new HashMap<>();
    for (int i = 0; i < points; i++) {
      for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
        long key = (long) nodeOf[i] * nodes + nodeOf[matrix.col()[p]];
        if (nodeOf[i] != nodeOf[matrix.col()[p]]) {
          sums.merge(key, matrix.val()[p], Double::sum);
        }
      }
    }
    Map<Long, Double> entries = new HashMap<>();
    for (int r = 0; r < nodes; r++) {
      for (int p = found.rowPtr()[r]; p < found.rowPtr()[r + 1]; p++) {
        int c = found.col()[p];
        assertThat(p == found.rowPtr()[r] || found.col()[p - 1] < c).isTrue();
        entries.put((long) r * nodes + c, found.val()[p]);
      }
    }
    assertThat(entries.keySet()).isEqualTo(sums.keySet());
    entries.forEach(
        (key, value) -> {
          assertThat(value).isCloseTo(sums.get(key), within(1e-9 * value));
          long mirrored = key % nodes * nodes + key / nodes;
          assertThat(entries.get(mirrored)).isEqualTo(value);
        });
  }
}
