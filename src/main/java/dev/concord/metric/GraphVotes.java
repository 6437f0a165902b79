package dev.concord.metric;

import dev.concord.graph.SimilarityGraph;

/**
 * Coordinates of points by how their neighbourhood votes, for drawing partitions of methods that
 * have no embedding: column c is the chance that a random walk of a few steps from the point ends
 * in cluster c.
 */
public final class GraphVotes {
  private static final int STEPS = 3;

  private GraphVotes() {}

  /**
   * The coordinates, n·m values column after column, for the first m clusters. A point without an
   * edge stays where it is. Time O(m·nnz), memory 16·n·m bytes.
   *
   * @param labels length n, at least 0
   */
  public static double[] of(SimilarityGraph graph, int[] labels, int m) {
    int n = graph.size();
    double[] votes = new double[Math.multiplyExact(n, m)];
    double[] now = new double[n];
    double[] next = new double[n];
    for (int c = 0; c < m; c++) {
      for (int i = 0; i < n; i++) {
        now[i] = labels[i] == c ? 1.0 : 0.0;
      }
      for (int step = 0; step < STEPS; step++) {
        graph.weights().multiply(now, next);
        for (int i = 0; i < n; i++) {
          double degree = graph.degrees()[i];
          now[i] = degree > 0.0 ? next[i] / degree : now[i];
        }
      }
      System.arraycopy(now, 0, votes, c * n, n);
    }
    return votes;
  }
}
