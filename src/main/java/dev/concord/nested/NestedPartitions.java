package dev.concord.nested;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Partitions into fewer and fewer clusters, each of which joins whole clusters of the one before.
 * Must-links that hold in the finest hold in all; {@link ClusterMerging} keeps as many cannot-links
 * of weight 1 as whole clusters allow, then the cut low.
 */
final class NestedPartitions {
  private NestedPartitions() {}

  /**
   * The partitions of all levels, the coarsest first.
   *
   * @param labels the finest partition, 0..K-1, length n
   * @param levels the numbers of clusters, rising, the last K
   * @param pairs whose cannot-links of weight 1 are kept apart; none where pairs are soft
   */
  static List<int[]> of(
      WeightedGraph graph, int[] labels, List<Integer> levels, PairConstraints pairs) {
    List<int[]> found = new ArrayList<>();
    found.add(labels);
    int[] finer = withoutGaps(labels, levels.get(levels.size() - 1));
    ClusterGraph clusters = clusters(graph, finer, Arrays.stream(finer).max().orElse(0) + 1, pairs);
    for (int level = levels.size() - 2; level >= 0; level--) {
      int k = Math.min(levels.get(level), clusters.size());
      int[] group = ClusterMerging.into(clusters, k);
      clusters = clusters.merged(group, k);
      int[] coarser = new int[labels.length];
      for (int i = 0; i < coarser.length; i++) {
        coarser[i] = group[finer[i]];
      }
      found.add(coarser);
      finer = coarser;
    }
    Collections.reverse(found);
    return found;
  }

  /** The numbers of clusters that have points, without gaps: an empty cluster is no group. */
  private static int[] withoutGaps(int[] labels, int k) {
    int[] number = new int[k];
    for (int label : labels) {
      number[label] = 1;
    }
    int next = 0;
    for (int c = 0; c < k; c++) {
      number[c] = number[c] == 1 ? next++ : -1;
    }
    return Arrays.stream(labels).map(label -> number[label]).toArray();
  }

  /** The clusters as a graph. Time: K products with the weights. */
  static ClusterGraph clusters(WeightedGraph graph, int[] labels, int k, PairConstraints pairs) {
    int n = graph.size();
    double[][] weight = new double[k][k];
    double[] volume = new double[k];
    double[] degrees = graph.degrees();
    LinearOperator products = graph.products();
    double[] inside = new double[n];
    double[] sums = new double[n];
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < n; i++) {
        inside[i] = labels[i] == c ? 1.0 : 0.0;
        volume[c] += labels[i] == c ? degrees[i] : 0.0;
      }
      products.apply(inside, sums);
      for (int i = 0; i < n; i++) {
        weight[labels[i]][c] += sums[i];
      }
    }
    for (int a = 0; a < k; a++) {
      for (int b = a + 1; b < k; b++) {
        weight[a][b] = 0.5 * (weight[a][b] + weight[b][a]);
        weight[b][a] = weight[a][b];
      }
    }
    long[][] apart = new long[k][k];
    for (int p = 0; p < pairs.size(); p++) {
      if (!pairs.mustLink()[p] && pairs.isHard(p)) {
        int a = labels[pairs.first()[p]];
        int b = labels[pairs.second()[p]];
        apart[a][b]++;
        apart[b][a]++; // within one cluster twice, as its weights
      }
    }
    return new ClusterGraph(weight, volume, apart);
  }
}
