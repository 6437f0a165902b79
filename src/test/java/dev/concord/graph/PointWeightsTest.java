package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Edges that count the weights of their points. */
class PointWeightsTest {
  private static final int[] SOURCE = {0, 1, 2, 3, 0, 1};
  private static final int[] TARGET = {1, 2, 3, 4, 4, 3};
  private static final double[] WEIGHT = {0.5, 0.25, 0.75, 1.0, 0.125, 0.5};

  private static SimilarityGraph graph() {
    return SimilarityGraph.fromEdges(5, SOURCE, TARGET, WEIGHT);
  }

  @Test
  void anEdgeCountsAsManyTimesAsThereArePairsOfCopies() {
    double[] weights = {1.0, 3.0, 2.0, 1.0, 4.0};
    SimilarityGraph counted = graph().weighing(weights);
    // The same points as rows: row r is a copy of point of[r], and copies of two points are joined.
    int[] of =
        IntStream.range(0, 5)
            .flatMap(i -> IntStream.range(0, (int) weights[i]).map(c -> i))
            .toArray();
    int[][] pairs =
        IntStream.range(0, of.length)
            .boxed()
            .flatMap(a -> IntStream.range(0, of.length).mapToObj(b -> new int[] {a, b}))
            .filter(pair -> pair[0] < pair[1] && weight(of[pair[0]], of[pair[1]]) > 0.0)
            .toArray(int[][]::new);
    SimilarityGraph copies =
        SimilarityGraph.fromEdges(
            of.length,
            Arrays.stream(pairs).mapToInt(pair -> pair[0]).toArray(),
            Arrays.stream(pairs).mapToInt(pair -> pair[1]).toArray(),
            Arrays.stream(pairs).mapToDouble(pair -> weight(of[pair[0]], of[pair[1]])).toArray());
    int[] labels = {0, 0, 1, 1, 1};
    int[] copied = Arrays.stream(of).map(i -> labels[i]).toArray();
    assertThat(NormalizedCut.of(counted, labels, 2))
        .isCloseTo(NormalizedCut.of(copies, copied, 2), within(1e-12));
    assertThat(NormalizedCut.of(counted, labels, 2))
        .isNotCloseTo(NormalizedCut.of(graph(), labels, 2), within(0.01));
    double mean = 11.0 / 5;
    assertThat(counted.volume() * mean * mean).isCloseTo(copies.volume(), within(1e-12));
  }

  private static double weight(int i, int j) {
    return IntStream.range(0, SOURCE.length)
        .filter(e -> Math.min(SOURCE[e], TARGET[e]) == Math.min(i, j))
        .filter(e -> Math.max(SOURCE[e], TARGET[e]) == Math.max(i, j))
        .mapToDouble(e -> WEIGHT[e])
        .sum();
  }

  @Test
  void equalWeightsChangeNothingAndAWeightOfZeroKeepsItsEdges() {
    SimilarityGraph graph = graph();
    assertThat(graph.weighing(new double[] {7, 7, 7, 7, 7})).isSameAs(graph);
    SimilarityGraph some = graph.weighing(new double[] {0, 1e300, 1e300, 1e300, 1e300});
    assertThat(some.isolated()).isZero();
    assertThat(some.degrees()[0]).isPositive().isLessThan(1e-5);
    assertThat(some.volume()).isFinite();
    assertThat(some.weights().isSymmetric()).isTrue();
  }
}
