package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.EarlierRun;
import dev.concord.method.LloydServices;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
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

  private static MethodResult continued(int[] labels, PairConstraints pairs) {
    int[] source = {0, 1, 2, 3, 4};
    int[] target = {1, 2, 3, 4, 5};
    double[] weight = {1.0, 1.0, 0.1, 1.0, 1.0};
    SimilarityGraph graph = SimilarityGraph.fromEdges(6, source, target, weight);
    return continued(graph, labels, pairs, -4.0);
  }

  private static MethodResult continued(
      SimilarityGraph graph, int[] labels, PairConstraints pairs, double pairFit) {
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            2,
            new MethodOptions("ensemble", Map.of()),
            Seeds.of(1));
    EarlierRun earlier = new EarlierRun(labels, Map.of("voteFit", -2.0, "pairFit", pairFit));
    return Objects.requireNonNull(
        new EarlierStart(problem, null, new LloydServices()).result(earlier));
  }

  @Test
  void whereAllPairsHoldNoPointMovesThoughAnotherCutIsLower() {
    PairConstraints pairs = Pairs.of(6, new int[][] {{0, 1}}, new int[][] {{0, 5}});

    MethodResult result = continued(new int[] {0, 0, 0, 0, 1, 1}, pairs);

    assertThat(result.labels()).containsExactly(0, 0, 0, 0, 1, 1);
    assertThat(result.figures(EnsembleFigures.class).chosen()).isEqualTo(EarlierStart.STAYS);
  }

  @Test
  void aNewPairMovesWhatItBinds() {
    PairConstraints pairs = Pairs.of(6, new int[][] {{3, 4}}, new int[][] {{0, 5}});

    MethodResult result = continued(new int[] {0, 0, 0, 0, 1, 1}, pairs);

    assertThat(result.labels()).containsExactly(0, 0, 0, 1, 1, 1);
    assertThat(result.figures(EnsembleFigures.class).chosen()).isEqualTo(EarlierStart.MENDED);
  }

  /** People are asked for such pairs; that the votes do not tell is no reason to search. */
  @Test
  void pairsOfPointsInDoubtLetTheEarlierClustersStay() {
    SimilarityGraph ring = EnsembleTest.ring();
    int n = ring.size();
    int[] halves = new int[n];
    Arrays.setAll(halves, i -> 2 * i < n ? 0 : 1);
    PairConstraints pairs =
        Pairs.of(n, new int[][] {{5, 15}, {n / 2, n - 9}}, new int[][] {{6, n - 6}});

    MethodResult result = continued(ring, halves, pairs, -0.05);

    assertThat(PartitionScores.meanLogLikelihood(pairs, ring, halves, 2))
        .isLessThan(MemberSearch.EXPLAINED);
    assertThat(result.figures(EnsembleFigures.class).chosen()).isEqualTo(EarlierStart.STAYS);
    assertThat(result.labels()).containsExactly(halves);
  }
}
