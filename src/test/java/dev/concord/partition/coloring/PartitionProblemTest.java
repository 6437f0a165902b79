package dev.concord.partition.coloring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionProblemTest {
  /** A random graph and pairs that agree with a hidden partition; some are beliefs. */
  private static SimilarityGraph graph(int n, SplittableRandom random) {
    int edges = 4 * n;
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int count = 0;
    java.util.Set<Long> seen = new java.util.HashSet<>();
    while (count < edges) {
      int a = random.nextInt(n);
      int b = random.nextInt(n);
      if (a < b && seen.add((long) a * n + b)) {
        source[count] = a;
        target[count] = b;
        weight[count++] = 0.1 + random.nextDouble();
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static PairConstraints pairs(int n, int count, int[] truth, SplittableRandom random) {
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n - 1);
      second[p] = first[p] + 1 + random.nextInt(n - first[p] - 1);
      must[p] = truth[first[p]] == truth[second[p]];
      weight[p] = random.nextInt(3) == 0 ? 0.5 : 1.0;
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void contractionKeepsEveryCutAndVolume(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 40;
    SimilarityGraph graph = graph(n, random);
    int[] truth = random.ints(n, 0, 3).toArray();
    PairConstraints pairs = pairs(n, 60, truth, random);
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    assertThat(problem.nodes()).isLessThan(n);
    assertThat(problem.weights().isSymmetric()).isTrue();

    int[] nodeLabels = random.ints(problem.nodes(), 0, 3).toArray();
    double[] cut = new double[3];
    double[] volume = new double[3];
    CsrMatrix w = problem.weights();
    for (int v = 0; v < problem.nodes(); v++) {
      volume[nodeLabels[v]] += problem.volumes()[v];
      for (int p = w.rowPtr()[v]; p < w.rowPtr()[v + 1]; p++) {
        assertThat(w.col()[p]).isNotEqualTo(v);
        if (nodeLabels[w.col()[p]] != nodeLabels[v]) {
          cut[nodeLabels[v]] += w.val()[p];
        }
      }
    }
    double ncut = 0.0;
    for (int c = 0; c < 3; c++) {
      ncut += cut[c] / volume[c];
    }
    assertThat(ncut)
        .isCloseTo(NormalizedCut.of(graph, problem.expand(nodeLabels), 3), within(1e-12));
  }

  @Test
  void hardAndSoftConstraintsGoWhereTheyBelong() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(5, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4}, ones(4));
    PairConstraints pairs =
        PairConstraints.of(
            5,
            new int[] {0, 1, 1, 2, 0},
            new int[] {1, 3, 2, 4, 3},
            new boolean[] {true, false, true, false, false},
            new double[] {1.0, 1.0, 0.25, 0.5, 1.0},
            Integer::toString);
    PartitionProblem hard = PartitionProblem.of(graph, pairs, true);
    assertThat(hard.nodeOf()).containsExactly(0, 0, 1, 2, 3);
    assertThat(hard.volumes()).containsExactly(3.0, 2.0, 2.0, 1.0);
    assertThat(hard.apart().val()).containsExactly(2.0, 2.0);
    assertThat(hard.apart().col()).containsExactly(2, 0);
    assertThat(hard.together().val()).containsExactly(0.25, 0.25);
    assertThat(hard.separate().val()).containsExactly(0.5, 0.5);

    PartitionProblem soft = PartitionProblem.of(graph, pairs, false);
    assertThat(soft.nodes()).isEqualTo(5);
    assertThat(soft.apart().nonZeros()).isZero();
    assertThat(soft.together().nonZeros()).isEqualTo(4);
    assertThat(soft.separate().nonZeros()).isEqualTo(6);
    assertThat(soft.lost()).isZero();

    PartitionProblem merged = soft.merged(new int[] {0, 0, 1, 1, 1}, 2);
    assertThat(merged.lost()).isEqualTo(0.5);
    assertThat(merged.volumes()).containsExactly(3.0, 5.0);
    assertThat(merged.weights().val()).containsExactly(1.0, 1.0);
    assertThat(merged.separate().val()).containsExactly(2.0, 2.0);
    assertThat(merged.nodeOf()).containsExactly(0, 0, 1, 1, 1);
  }

  @Test
  void mergingPairsThatMustLieApartIsRefused() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2}, ones(2));
    PairConstraints pairs =
        PairConstraints.of(
            3, new int[] {0}, new int[] {1}, new boolean[] {false}, ones(1), Integer::toString);
    PartitionProblem problem = PartitionProblem.of(graph, pairs, true);
    assertThatThrownBy(() -> problem.merged(new int[] {0, 0, 1}, 2))
        .hasMessageContaining("nodes 0 and 1 must lie apart");
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    java.util.Arrays.fill(ones, 1.0);
    return ones;
  }
}
