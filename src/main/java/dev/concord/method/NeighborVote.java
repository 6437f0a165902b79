package dev.concord.method;

/**
 * The rule that puts a new point into a cluster of any method: its nearest training points vote,
 * each with the kernel weight of its edge.
 *
 * <p>This is one step of the label propagation of Zhu, Ghahramani and Lafferty (2003, equation 5)
 * with the training points clamped to their clusters, so it needs no centres and no embedding. A
 * point that coincides with training points takes their cluster: there only those at distance 0
 * vote. Ties go to the smaller cluster number.
 */
public final class NeighborVote {
  private NeighborVote() {}

  /**
   * Fills {@code votes} with the share of each cluster; they sum to 1, or are all 0 when every
   * weight is 0 (a point too far away for the kernel). Time O(k + clusters).
   *
   * @param distance ascending, one point's at [from, from + k)
   * @param index the neighbours, likewise
   * @param weight of the neighbours, from 0
   * @param clusterOf cluster of each training point
   * @param votes one entry a cluster, overwritten
   */
  public static void fill(
      double[] distance,
      int[] index,
      int from,
      int k,
      double[] weight,
      int[] clusterOf,
      double[] votes) {
    java.util.Arrays.fill(votes, 0.0);
    boolean coincides = distance[from] == 0.0;
    double total = 0.0;
    for (int c = 0; c < k; c++) {
      if (coincides && distance[from + c] > 0.0) {
        break;
      }
      double vote = coincides ? 1.0 : weight[c];
      votes[clusterOf[index[from + c]]] += vote;
      total += vote;
    }
    if (total > 0.0) {
      for (int c = 0; c < votes.length; c++) {
        votes[c] /= total;
      }
    }
  }

  /** The cluster of most votes; {@code otherwise} without votes. */
  public static int winner(double[] votes, int otherwise) {
    int best = otherwise;
    double most = 0.0;
    for (int c = 0; c < votes.length; c++) {
      if (votes[c] > most) {
        most = votes[c];
        best = c;
      }
    }
    return best;
  }
}
