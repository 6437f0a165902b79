package dev.concord.method;

import dev.concord.graph.SimilarityGraph;

/**
 * Puts new points of a given graph into the clusters of the points they have edges with: the rule
 * of {@link NeighborVote} where weights are given. Points with an edge to a fixed point are decided
 * first, by the weights of these edges; then points with an edge to those, and so on outwards.
 *
 * @param clusterOf cluster of each point, -1 where no chain of edges leads to a fixed point
 * @param steps edges on the shortest way to a fixed point, 0 for these, -1 where there is none
 * @param votes n·clusters, row-major: share of each cluster; zero for fixed and unreached points
 */
public record EdgeVotes(int[] clusterOf, int[] steps, double[] votes) {

  /**
   * Decides. Time O(n·clusters + edges), memory 8·n·clusters bytes.
   *
   * @param graph fixed and new points
   * @param fixed cluster of each point, or -1 for a new one
   */
  public static EdgeVotes of(SimilarityGraph graph, int[] fixed, int clusters) {
    int n = fixed.length;
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    double[] val = graph.weights().val();
    int[] clusterOf = fixed.clone();
    int[] steps = new int[n];
    int[] queue = new int[n];
    int tail = 0;
    for (int i = 0; i < n; i++) {
      steps[i] = fixed[i] >= 0 ? 0 : -1;
      if (fixed[i] >= 0) {
        queue[tail++] = i;
      }
    }
    double[] votes = new double[Math.multiplyExact(n, clusters)];
    double[] own = new double[clusters];
    for (int head = 0; head < tail; head++) {
      int at = queue[head];
      // Points one step nearer left the queue before this one: all of them are decided.
      double total = 0.0;
      java.util.Arrays.fill(own, 0.0);
      for (int p = rowPtr[at]; p < rowPtr[at + 1]; p++) {
        int other = col[p];
        if (steps[other] < 0) {
          steps[other] = steps[at] + 1;
          queue[tail++] = other;
        } else if (steps[other] < steps[at]) {
          own[clusterOf[other]] += val[p];
          total += val[p];
        }
      }
      if (steps[at] > 0) {
        clusterOf[at] = NeighborVote.winner(own, 0);
        for (int c = 0; c < clusters; c++) {
          votes[at * clusters + c] = own[c] / total;
        }
      }
    }
    return new EdgeVotes(clusterOf, steps, votes);
  }
}
