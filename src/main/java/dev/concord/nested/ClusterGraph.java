package dev.concord.nested;

/**
 * The clusters of a partition as nodes of a graph.
 *
 * @param weight edge weight between the points of two clusters, both directions within one: K rows
 *     of K, symmetric
 * @param volume summed degree of the points of each cluster
 * @param apart number of pairs that must be apart, between two clusters: K rows of K, symmetric
 */
record ClusterGraph(double[][] weight, double[] volume, long[][] apart) {
  /** The number K of clusters. */
  int size() {
    return volume.length;
  }

  /** The graph of groups of these clusters. Time O(K²). */
  ClusterGraph merged(int[] group, int groups) {
    double[][] weights = new double[groups][groups];
    double[] volumes = new double[groups];
    long[][] pairs = new long[groups][groups];
    for (int a = 0; a < size(); a++) {
      volumes[group[a]] += volume[a];
      for (int b = 0; b < size(); b++) {
        weights[group[a]][group[b]] += weight[a][b];
        pairs[group[a]][group[b]] += apart[a][b];
      }
    }
    return new ClusterGraph(weights, volumes, pairs);
  }

  /** Twice the pairs within groups that must be apart. */
  long broken(int[] group) {
    long broken = 0L;
    for (int a = 0; a < size(); a++) {
      for (int b = 0; b < size(); b++) {
        broken += group[a] == group[b] ? apart[a][b] : 0L;
      }
    }
    return broken;
  }

  /** The normalized cut of groups. Time O(K²). */
  double ncut(int[] group, int groups) {
    double[] inside = new double[groups];
    double[] volumes = new double[groups];
    for (int a = 0; a < size(); a++) {
      volumes[group[a]] += volume[a];
      for (int b = 0; b < size(); b++) {
        inside[group[a]] += group[a] == group[b] ? weight[a][b] : 0.0;
      }
    }
    double ncut = 0.0;
    for (int g = 0; g < groups; g++) {
      ncut += term(inside[g], volumes[g]);
    }
    return ncut;
  }

  /** cut / volume of a group. */
  static double term(double inside, double volume) {
    return volume > 0.0 ? Math.max(0.0, volume - inside) / volume : 0.0;
  }
}
