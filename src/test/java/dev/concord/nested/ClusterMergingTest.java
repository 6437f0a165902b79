package dev.concord.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClusterMergingTest {
  private static ClusterGraph random(int size, long seed, double apartShare) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] weight = new double[size][size];
    double[] volume = new double[size];
    long[][] apart = new long[size][size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b <= a; b++) {
        weight[a][b] = random.nextDouble() * (a == b ? 4.0 : 1.0);
        weight[b][a] = weight[a][b];
        apart[a][b] = a != b && random.nextDouble() < apartShare ? 1 + random.nextInt(3) : 0;
        apart[b][a] = apart[a][b];
      }
    }
    for (int a = 0; a < size; a++) {
      volume[a] = Arrays.stream(weight[a]).sum();
    }
    return new ClusterGraph(weight, volume, apart);
  }

  /** Every way to put the clusters into k groups. */
  private static int[] exhaustive(ClusterGraph clusters, int k) {
    int size = clusters.size();
    int[] group = new int[size];
    int[] best = null;
    int all = (int) Math.pow(k, size);
    for (int code = 0; code < all; code++) {
      int rest = code;
      int used = 0;
      for (int c = 0; c < size; c++) {
        group[c] = rest % k;
        used |= 1 << group[c];
        rest /= k;
      }
      if (used == (1 << k) - 1 && (best == null || better(clusters, group, best, k))) {
        best = group.clone();
      }
    }
    return best;
  }

  private static boolean better(ClusterGraph clusters, int[] one, int[] other, int k) {
    long difference = clusters.broken(one) - clusters.broken(other);
    return difference < 0
        || (difference == 0 && clusters.ncut(one, k) < clusters.ncut(other, k) - 1e-12);
  }

  @Test
  void fewClustersAreMergedBest() {
    for (int seed = 0; seed < 60; seed++) {
      int k = 1 + seed % 4;
      ClusterGraph clusters = random(4 + seed % 4, seed, seed % 3 == 0 ? 0.0 : 0.5);
      int[] found = ClusterMerging.into(clusters, k);
      int[] best = exhaustive(clusters, k);
      assertThat(clusters.broken(found)).isEqualTo(clusters.broken(best));
      assertThat(clusters.ncut(found, k)).isCloseTo(clusters.ncut(best, k), within(1e-9));
      assertThat(Arrays.stream(found).distinct().count()).isEqualTo(k);
    }
  }

  /**
   * Blocks of four clusters that belong together are found among more than are searched through.
   */
  @Test
  void manyClustersAreMergedByTheirWeights() {
    int size = 40;
    double[][] weight = new double[size][size];
    double[] volume = new double[size];
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        weight[a][b] = a == b ? 10.0 : a % 10 == b % 10 ? 3.0 : 0.05;
      }
      volume[a] = Arrays.stream(weight[a]).sum();
    }
    ClusterGraph clusters = new ClusterGraph(weight, volume, new long[size][size]);
    for (int k : List.of(20, 10)) {
      int[] group = ClusterMerging.into(clusters, k);
      assertThat(Arrays.stream(group).distinct().count()).isEqualTo(k);
      if (k == 10) {
        for (int c = 10; c < size; c++) {
          assertThat(group[c]).isEqualTo(group[c % 10]);
        }
      }
    }
    int[] five = ClusterMerging.into(clusters, 5);
    for (int c = 10; c < size; c++) {
      assertThat(five[c]).isEqualTo(five[c % 10]);
    }
  }

  @Test
  void pairsCountMoreThanTheCut() {
    double[][] weight = {{1, 9, 0}, {9, 1, 1}, {0, 1, 1}};
    double[] volume = {10, 11, 2};
    long[][] apart = {{0, 1, 0}, {1, 0, 0}, {0, 0, 0}};
    ClusterGraph clusters = new ClusterGraph(weight, volume, apart);
    int[] group = ClusterMerging.into(clusters, 2);
    assertThat(group[0]).isNotEqualTo(group[1]);
    assertThat(group[1]).isEqualTo(group[2]);
    long[][] none = new long[3][3];
    int[] free = ClusterMerging.into(new ClusterGraph(weight, volume, none), 2);
    assertThat(free[0]).isEqualTo(free[1]);
    assertThatThrownBy(() -> ClusterMerging.into(clusters, 4)).hasMessageContaining("4 groups");
  }

  @Test
  void levelsAreNestedAndTheirCutIsThatOfTheGraph() {
    int n = 60;
    int[] source = new int[4 * n];
    int[] target = new int[4 * n];
    double[] weight = new double[4 * n];
    SplittableRandom random = new SplittableRandom(3);
    for (int e = 0; e < source.length; e++) {
      source[e] = e / 4;
      target[e] = (e / 4 + 1 + e % 4) % n;
      weight[e] = 0.1 + random.nextDouble();
    }
    SimilarityGraph graph = SimilarityGraph.fromEdges(n, source, target, weight);
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> i / 5);
    PairConstraints pairs = Pairs.of(n, new int[][] {}, new int[][] {{0, 7}, {0, 59}});
    List<int[]> levels = NestedPartitions.of(graph, labels, List.of(3, 6, 12), pairs);
    assertThat(levels).hasSize(3);
    assertThat(levels.get(2)).isEqualTo(labels);
    for (int level = 0; level < 2; level++) {
      int[] coarse = levels.get(level);
      int[] fine = levels.get(level + 1);
      int[] in = new int[12];
      Arrays.fill(in, -1);
      for (int i = 0; i < n; i++) {
        assertThat(in[fine[i]]).isIn(-1, coarse[i]);
        in[fine[i]] = coarse[i];
      }
      assertThat(coarse[0]).isNotEqualTo(coarse[7]).isNotEqualTo(coarse[59]);
    }
    ClusterGraph clusters = NestedPartitions.clusters(graph, labels, 12, pairs);
    int[] self = new int[12];
    Arrays.setAll(self, c -> c);
    assertThat(clusters.ncut(self, 12))
        .isCloseTo(NormalizedCut.of(graph, labels, 12), within(1e-9));
  }
}
