package dev.concord.method.cosc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that are made to hold all pairs by few moves. */
class NearestFeasibleTest {
  private static Problem problem(SimilarityGraph graph, PairConstraints pairs, int k) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        null,
        null,
        k,
        new MethodOptions("ensemble", Map.of()),
        Seeds.of(1));
  }

  /** Three groups of 20 points, edges mostly within them. */
  private static SimilarityGraph groups(Random random) {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      for (int j = i + 1; j < 60; j++) {
        if (random.nextDouble() < (i / 20 == j / 20 ? 0.4 : 0.02)) {
          edges.add(new int[] {i, j});
        }
      }
    }
    return SimilarityGraph.fromEdges(
        60,
        edges.stream().mapToInt(e -> e[0]).toArray(),
        edges.stream().mapToInt(e -> e[1]).toArray(),
        edges.stream().mapToDouble(e -> 0.5 + random.nextDouble()).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void allPairsHoldAndFewPointsMove(int seed) {
    Random random = new Random(seed);
    SimilarityGraph graph = groups(random);
    int[] truth = new int[60];
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      truth[i] = i / 20;
      labels[i] = random.nextInt(12) == 0 ? random.nextInt(3) : truth[i];
    }
    List<int[]> must = new ArrayList<>();
    List<int[]> cannot = new ArrayList<>();
    for (int p = 0; p < 25; p++) {
      int a = random.nextInt(60);
      int b = random.nextInt(60);
      if (a != b) {
        (truth[a] == truth[b] ? must : cannot).add(new int[] {a, b});
      }
    }
    PairConstraints pairs = Pairs.of(60, must.toArray(int[][]::new), cannot.toArray(int[][]::new));

    int[] found = NearestFeasible.of(problem(graph, pairs, 3), labels);

    assertThat(Violations.of(pairs, found).violated()).isZero();
    // Points that no pair binds keep their cluster unless an edge joins them to what moved.
    for (int i = 0; i < 60; i++) {
      if (found[i] != labels[i]) {
        assertThat(isBound(pairs, i) || hasMovedNeighbour(graph, labels, found, i)).isTrue();
      }
    }
    assertThat(errors(truth, found)).isLessThanOrEqualTo(errors(truth, labels));
  }

  private static boolean isBound(PairConstraints pairs, int i) {
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.first()[p] == i || pairs.second()[p] == i) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasMovedNeighbour(
      SimilarityGraph graph, int[] before, int[] found, int i) {
    for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
      int j = graph.weights().col()[p];
      if (found[j] != before[j] && found[j] == found[i]) {
        return true;
      }
    }
    return false;
  }

  private static int errors(int[] truth, int[] labels) {
    int wrong = 0;
    for (int i = 0; i < truth.length; i++) {
      wrong += truth[i] == labels[i] ? 0 : 1;
    }
    return wrong;
  }

  @Test
  void whereAllPairsHoldNothingMoves() {
    SimilarityGraph graph = groups(new Random(11));
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      labels[i] = i % 3;
    }
    PairConstraints pairs = Pairs.of(60, new int[][] {{0, 3}}, new int[][] {{0, 1}});

    assertThat(NearestFeasible.of(problem(graph, pairs, 3), labels)).containsExactly(labels);
  }

  @Test
  void theLighterSideOfACannotLinkMoves() {
    // A triangle, and point 3 tied to it weakly and to the other cluster more strongly.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            6,
            new int[] {0, 1, 0, 2, 3, 4},
            new int[] {1, 2, 2, 3, 4, 5},
            new double[] {1.0, 1.0, 1.0, 0.3, 0.8, 1.0});
    PairConstraints pairs = Pairs.of(6, new int[0][], new int[][] {{0, 3}});

    int[] found = NearestFeasible.of(problem(graph, pairs, 2), new int[] {0, 0, 0, 0, 1, 1});

    assertThat(found).containsExactly(0, 0, 0, 1, 1, 1);
  }

  @Test
  void aNeighbourFollowsWhatMoves() {
    // Point 4 is joined to point 3 above all: it follows it, point 5 does not.
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            8,
            new int[] {0, 1, 0, 2, 3, 4, 2, 6, 3},
            new int[] {1, 2, 2, 3, 4, 2, 5, 7, 6},
            new double[] {1.0, 1.0, 1.0, 0.2, 1.0, 0.4, 1.0, 1.0, 0.9});
    PairConstraints pairs = Pairs.of(8, new int[][] {{3, 7}}, new int[][] {{0, 3}});

    int[] found = NearestFeasible.of(problem(graph, pairs, 2), new int[] {0, 0, 0, 0, 0, 0, 1, 1});

    assertThat(found).containsExactly(0, 0, 0, 1, 1, 0, 1, 1);
  }
}
