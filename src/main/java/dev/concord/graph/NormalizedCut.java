package dev.concord.graph;

/**
 * The normalized cut of a partition: the sum over its clusters C of cut(C, rest) / vol(C), where
 * vol(C) is the sum of the degrees in C. Smaller is better; 0 when no edge is cut.
 *
 * <p>For two clusters this is the balanced cut of the COSC paper with degrees as vertex weights.
 */
public final class NormalizedCut {
  private NormalizedCut() {}

  /**
   * The sum over all clusters, in their order. A cluster that is empty or of volume 0 adds 0.
   *
   * @param labels length n, in 0..k-1
   */
  public static double of(SimilarityGraph g, int[] labels, int k) {
    double sum = 0.0;
    for (double part : perCluster(g, labels, k)) {
      sum += part;
    }
    return sum;
  }

  /**
   * cut(C, rest) / vol(C) of each cluster. Time O(n + nnz + k); sums run in id order.
   *
   * @param labels length n, in 0..k-1
   * @return length k
   */
  public static double[] perCluster(SimilarityGraph g, int[] labels, int k) {
    int n = g.size();
    if (labels.length != n) {
      throw new IllegalArgumentException(labels.length + " labels for " + n + " nodes");
    }
    double[] cut = new double[k];
    double[] vol = new double[k];
    int[] rowPtr = g.weights().rowPtr();
    int[] col = g.weights().col();
    double[] val = g.weights().val();
    for (int i = 0; i < n; i++) {
      int own = labels[i];
      if (own < 0 || own >= k) {
        throw new IllegalArgumentException("node " + i + ": label " + own + " of " + k);
      }
      double away = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (labels[col[p]] != own) {
          away += val[p];
        }
      }
      cut[own] += away;
      vol[own] += g.degrees()[i];
    }
    for (int c = 0; c < k; c++) {
      cut[c] = vol[c] > 0.0 ? cut[c] / vol[c] : 0.0;
    }
    return cut;
  }
}
