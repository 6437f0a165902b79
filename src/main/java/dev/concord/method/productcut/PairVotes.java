package dev.concord.method.productcut;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NeighborShares;
import dev.concord.linalg.CsrMatrix;

/**
 * The evidence of neighbours against pairs. The share of a point for cluster c is the weight of its
 * edges into c over the weight of all its edges, an edge between the two points of the pair left
 * out. The sum over c of the products of the two shares is the chance that both neighbourhoods are
 * in one cluster. A cannot-link has that chance against it, a must-link the rest. The points' own
 * labels do not count, so enforced pairs have evidence, too.
 *
 * <p>Time O(edges of judged points), and the clusters that they lead into squared.
 *
 * @param weights w of the points
 * @param nodeOf node of each point
 * @param price what a pair of weight 1 costs that all votes are against
 */
record PairVotes(CsrMatrix weights, int[] nodeOf, PairConstraints pairs, double price) {
  /**
   * The cost of the evidence against all pairs.
   *
   * @param labels of the nodes, -1 for none
   * @param k labels are below it
   */
  double against(int[] labels, int k) {
    double[] between = between(labels, k);
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += between[c * k + c];
    }
    // A must-link counts negatively there.
    for (int p = 0; p < pairs.size(); p++) {
      sum += pairs.mustLink()[p] ? price * pairs.weight()[p] : 0.0;
    }
    return sum;
  }

  /**
   * What it costs when the neighbourhoods that lead into a and b are in one cluster, at a k + b:
   * cannot-links add, must-links subtract. Symmetric.
   */
  double[] between(int[] labels, int k) {
    double[] between = new double[Math.multiplyExact(k, k)];
    double[] first = new double[k];
    double[] second = new double[k];
    int[] clusters = new int[k];
    for (int p = 0; p < pairs.size(); p++) {
      int i = pairs.first()[p];
      int j = pairs.second()[p];
      double factor = 0.5 * price * pairs.weight()[p] * (pairs.mustLink()[p] ? -1.0 : 1.0);
      if (share(i, j, labels, first) && share(j, i, labels, second)) {
        int count = 0;
        for (int c = 0; c < k; c++) {
          if (first[c] > 0.0 || second[c] > 0.0) {
            clusters[count++] = c;
          }
        }
        for (int x = 0; x < count; x++) {
          for (int y = 0; y < count; y++) {
            int a = clusters[x];
            int b = clusters[y];
            between[a * k + b] += factor * (first[a] * second[b] + first[b] * second[a]);
          }
        }
      }
    }
    return between;
  }

  private boolean share(int point, int without, int[] labels, double[] share) {
    return NeighborShares.of(weights, point, without, i -> labels[nodeOf[i]], share);
  }
}
