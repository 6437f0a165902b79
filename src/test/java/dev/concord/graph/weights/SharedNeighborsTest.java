package dev.concord.graph.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedNeighborsTest {
  private static final int N = 80;

  /** A ring with random chords, weights of few values, so that there are ties. */
  private static SimilarityGraph graph(int chords) {
    SplittableRandom random = new SplittableRandom(3);
    Set<Long> edges = new HashSet<>();
    for (int i = 0; i < N; i++) {
      edges.add(edge(i, (i + 1) % N));
    }
    while (edges.size() < N + chords) {
      int a = random.nextInt(N);
      int b = random.nextInt(N);
      if (a != b) {
        edges.add(edge(a, b));
      }
    }
    long[] sorted = edges.stream().mapToLong(Long::longValue).sorted().toArray();
    int[] source = Arrays.stream(sorted).mapToInt(e -> (int) (e / N)).toArray();
    int[] target = Arrays.stream(sorted).mapToInt(e -> (int) (e % N)).toArray();
    double[] weight = random.doubles(sorted.length).map(w -> 0.25 + Math.floor(4 * w)).toArray();
    return SimilarityGraph.fromEdges(N, source, target, weight);
  }

  private static long edge(int a, int b) {
    return (long) Math.min(a, b) * N + Math.max(a, b);
  }

  /** The definition, with sets. */
  private static double expected(SimilarityGraph graph, int strong, int i, int p) {
    CsrMatrix w = graph.weights();
    Set<Integer> own = strongest(w, strong, i);
    Set<Integer> other = strongest(w, strong, w.col()[p]);
    double both = own.size() + other.size();
    Set<Integer> shared = new HashSet<>(own);
    shared.retainAll(other);
    return w.val()[p] * (shared.isEmpty() ? 0.5 / both : shared.size() / (both - shared.size()));
  }

  private static Set<Integer> strongest(CsrMatrix w, int strong, int i) {
    List<Integer> entries =
        IntStream.range(w.rowPtr()[i], w.rowPtr()[i + 1])
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(p -> -w.val()[p])
                    .thenComparing(p -> w.col()[p]))
            .limit(strong)
            .map(p -> w.col()[p])
            .toList();
    Set<Integer> set = new HashSet<>(entries);
    set.add(i);
    return set;
  }

  @Test
  void theWeightIsMultipliedByTheOverlapOfTheStrongestNeighbours() {
    SimilarityGraph graph = graph(400);
    CsrMatrix w = graph.weights();

    SimilarityGraph shared = SharedNeighbors.weighted(graph, 4);

    boolean anyWithout = false;
    for (int i = 0; i < N; i++) {
      double degree = 0.0;
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        double value = shared.weights().val()[p];
        assertThat(value).isEqualTo(expected(graph, 4, i, p));
        anyWithout |= value < w.val()[p] / 10.0;
        degree += value;
      }
      assertThat(shared.degrees()[i]).isEqualTo(degree);
    }
    assertThat(anyWithout).as("some edge's ends share no strong neighbour").isTrue();
    assertThat(shared.weights().isSymmetric()).isTrue();
    assertThat(shared.figures().overlap()).isEqualTo("jaccard");
  }

  @Test
  void strongNeighboursAreHalfOfTheEdgesThatNineOfTenPointsHave() {
    SimilarityGraph graph = graph(400);
    int[] degrees =
        IntStream.range(0, N)
            .map(i -> graph.weights().rowPtr()[i + 1] - graph.weights().rowPtr()[i])
            .sorted()
            .toArray();

    assertThat(SharedNeighbors.strong(graph)).isEqualTo(degrees[N / 10] / 2).isGreaterThan(2);
    assertThat(SharedNeighbors.strong(graph(0))).as("a ring has two edges a point").isZero();
  }

  @Test
  void isolatedPointsAndAGraphWithoutEdgesAreNoReason() {
    SimilarityGraph none = SimilarityGraph.fromEdges(3, new int[0], new int[0], new double[0]);

    assertThat(SharedNeighbors.strong(none)).isZero();
    assertThat(SharedNeighbors.weighted(none, 5).edges()).isZero();
  }

  /** The smallest weight times less than a half is 0 in double precision. */
  @Test
  void noEdgeVanishes() {
    SimilarityGraph path =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 1, 2}, new int[] {1, 2, 3}, new double[] {1.0, Double.MIN_VALUE, 1.0});

    SimilarityGraph shared = SharedNeighbors.weighted(path, 1);

    assertThat(shared.edges()).isEqualTo(3);
    assertThat(Arrays.stream(shared.weights().val()).min()).hasValue(Double.MIN_VALUE);
  }
}
