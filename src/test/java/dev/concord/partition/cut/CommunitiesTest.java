package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.metric.Agreement;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommunitiesTest {
  private static final long SEED = 5;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 20})
  void denseGroupsAreFound(int count) {
    int size = 9;
    CsrMatrix graph = Graphs.groups(count, size, 0.1, 3).weights();
    int[] expected = IntStream.range(0, count * size).map(i -> i / size).toArray();
    assertThat(new Communities(graph, SEED).of(count)).isEqualTo(expected);
  }

  /** Groups of 20, 60 and 320 points with as many edges inside for each point. */
  @Test
  void groupsOfUnlikeSizesAreFound() {
    int[] sizes = {20, 60, 320};
    int[] truth =
        IntStream.range(0, 400)
            .map(i -> i < sizes[0] ? 0 : i < sizes[0] + sizes[1] ? 1 : 2)
            .toArray();
    SimilarityGraph graph = planted(truth, sizes, 12, 1);
    int[] found = new Communities(graph.weights(), SEED).of(3);
    assertThat(found).isNotNull();
    assertThat(Agreement.of(truth, found).ari()).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9, 30})
  void thereAreAsManyAsAskedForAndLabelsAreByFirstNode(int count) {
    int[] truth = IntStream.range(0, 300).map(i -> i / 60).toArray();
    SimilarityGraph graph = planted(truth, new int[] {60, 60, 60, 60, 60}, 8, 2);
    int[] found = new Communities(graph.weights(), SEED).of(count);
    assertThat(found).isNotNull();
    int next = 0;
    for (int label : found) {
      assertThat(label).isLessThanOrEqualTo(next);
      next = Math.max(next, label + 1);
    }
    assertThat(next).isEqualTo(count);
  }

  @Test
  void aGraphOfMoreComponentsHasNoSoFewCommunitiesByMovesButJoinsThem() {
    CsrMatrix graph = Graphs.groups(6, 5, 0.0, 3).weights();
    int[] found = new Communities(graph, SEED).of(4);
    assertThat(found).isNotNull();
    assertThat(Arrays.stream(found).distinct().count()).isEqualTo(4);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isEqualTo(found[i - i % 5]);
    }
  }

  @Test
  void moreCommunitiesThanPointsAreNone() {
    assertThat(new Communities(Graphs.groups(2, 3, 0.1, 1).weights(), SEED).of(7)).isNull();
  }

  /** The modularity is that of the definition, and no move of one point raises it. */
  @Test
  void noMoveOfOnePointRaisesTheModularity() {
    int[] truth = IntStream.range(0, 120).map(i -> i / 40).toArray();
    CsrMatrix graph = planted(truth, new int[] {40, 40, 40}, 6, 4).weights();
    double resolution = 1.3;
    int[] labels = new Communities(graph, SEED).at(resolution);
    double best = modularity(graph, labels, resolution);
    int count = Arrays.stream(labels).max().orElseThrow() + 1;
    for (int i = 0; i < labels.length; i++) {
      int own = labels[i];
      for (int c = 0; c < count; c++) {
        labels[i] = c;
        assertThat(modularity(graph, labels, resolution)).isLessThanOrEqualTo(best + 1e-9);
      }
      labels[i] = own;
    }
  }

  @Test
  void oneSeedGivesTheSamePartition() {
    int[] truth = IntStream.range(0, 200).map(i -> i / 50).toArray();
    CsrMatrix graph = planted(truth, new int[] {50, 50, 50, 50}, 5, 6).weights();
    assertThat(new Communities(graph, SEED).of(6)).isEqualTo(new Communities(graph, SEED).of(6));
  }

  private static double modularity(CsrMatrix graph, int[] labels, double resolution) {
    double[] within = new double[graph.rows()];
    double[] volume = new double[graph.rows()];
    for (int i = 0; i < graph.rows(); i++) {
      for (int p = graph.rowPtr()[i]; p < graph.rowPtr()[i + 1]; p++) {
        volume[labels[i]] += graph.val()[p];
        within[labels[i]] += labels[i] == labels[graph.col()[p]] ? graph.val()[p] : 0.0;
      }
    }
    double total = Arrays.stream(volume).sum();
    return IntStream.range(0, volume.length)
        .mapToDouble(c -> within[c] - resolution * volume[c] * volume[c] / total)
        .sum();
  }

  /** Each point has {@code inside} random partners in its group and one anywhere. */
  private static SimilarityGraph planted(int[] truth, int[] sizes, int inside, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = truth.length;
    int[] source = new int[n * (inside + 1)];
    int[] target = new int[source.length];
    double[] weight = new double[source.length];
    int[] start = new int[sizes.length];
    for (int g = 1; g < start.length; g++) {
      start[g] = start[g - 1] + sizes[g - 1];
    }
    int edges = 0;
    for (int i = 0; i < n; i++) {
      for (int e = 0; e <= inside; e++) {
        int other =
            e == inside ? random.nextInt(n) : start[truth[i]] + random.nextInt(sizes[truth[i]]);
        if (other != i) {
          source[edges] = i;
          target[edges] = other;
          weight[edges++] = 1.0;
        }
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        Arrays.copyOf(source, edges),
        Arrays.copyOf(target, edges),
        Arrays.copyOf(weight, edges));
  }

  /** By hand: joining the two of the strongest bridge loses least, where all are as large. */
  @Test
  void theTwoOfTheStrongestBridgeAreJoined() {
    int[] source = new int[33];
    int[] target = new int[33];
    double[] weight = new double[33];
    int edges = 0;
    for (int g = 0; g < 3; g++) {
      for (int i = 0; i < 5; i++) {
        for (int j = i + 1; j < 5; j++) {
          source[edges] = 5 * g + i;
          target[edges] = 5 * g + j;
          weight[edges++] = 1.0;
        }
      }
    }
    int[][] bridges = {{0, 5}, {6, 10}, {11, 1}};
    double[] strength = {0.2, 0.4, 0.3};
    for (int b = 0; b < 3; b++) {
      source[edges] = Math.min(bridges[b][0], bridges[b][1]);
      target[edges] = Math.max(bridges[b][0], bridges[b][1]);
      weight[edges++] = strength[b];
    }
    CsrMatrix graph = SimilarityGraph.fromEdges(15, source, target, weight).weights();
    int[] expected = IntStream.range(0, 15).map(i -> i < 5 ? 0 : 1).toArray();
    assertThat(new Communities(graph, SEED).of(2)).isEqualTo(expected);
  }

  /** From one community a complete graph goes to one a point: none in between to be joined. */
  @Test
  void aCompleteGraphHasNone() {
    CsrMatrix graph = Graphs.groups(1, 700, 0.0, 3).weights().withEqualValues();
    assertThat(new Communities(graph, SEED).of(3)).isNull();
  }

  @Test
  void noEdgesAreNoFailure() {
    CsrMatrix none = new CsrMatrix(4, new int[5], new int[0], new double[0]);
    assertThat(new Communities(none, SEED).of(4)).containsExactly(0, 1, 2, 3);
    assertThat(new Communities(none, SEED).of(2)).isNotNull();
  }
}
