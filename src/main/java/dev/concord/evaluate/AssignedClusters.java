package dev.concord.evaluate;

import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import java.util.Arrays;

/**
 * The clusters of an assignment that is judged. Points of cluster -1 were set aside: they are in no
 * cluster.
 *
 * @param labels 0..k-1, and k for points set aside
 * @param clusters the number k
 */
record AssignedClusters(int[] labels, int clusters) {
  private static final String ASIDE = "-1";

  /**
   * The clusters.
   *
   * @param names of the labels, by number
   */
  static AssignedClusters of(int[] labels, String[] names) {
    int aside = Arrays.asList(names).indexOf(ASIDE);
    if (aside < 0) {
      return new AssignedClusters(labels, names.length);
    }
    int k = names.length - 1;
    int[] moved = new int[labels.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = labels[i] == aside ? k : labels[i] - (labels[i] > aside ? 1 : 0);
    }
    return new AssignedClusters(moved, k);
  }

  /** Points set aside. */
  int aside() {
    int count = 0;
    for (int label : labels) {
      count += label == clusters ? 1 : 0;
    }
    return count;
  }

  /** The normalized cut of the clusters; points set aside are outside each of them. */
  double ncut(WeightedGraph graph) {
    double[] parts = NormalizedCut.perCluster(graph, labels, clusters + 1);
    double sum = 0.0;
    for (int c = 0; c < clusters; c++) {
      sum += parts[c];
    }
    return sum;
  }

  /** The classes, -1 for points set aside. */
  int[] known(int[] truth) {
    int[] known = truth.clone();
    for (int i = 0; i < known.length; i++) {
      known[i] = labels[i] == clusters ? -1 : known[i];
    }
    return known;
  }

  /** Points of each cluster, falling. */
  int[] sizes(int k) {
    int[] ascending = new int[k];
    for (int label : labels) {
      if (label < k) {
        ascending[label]++;
      }
    }
    Arrays.sort(ascending);
    int[] falling = new int[k];
    for (int c = 0; c < k; c++) {
      falling[c] = ascending[k - 1 - c];
    }
    return falling;
  }
}
