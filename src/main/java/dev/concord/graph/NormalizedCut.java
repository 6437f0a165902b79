package dev.concord.graph;

import dev.concord.linalg.RowBlock;

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
  public static double of(WeightedGraph g, int[] labels, int k) {
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
  public static double[] perCluster(WeightedGraph g, int[] labels, int k) {
    int n = g.size();
    if (labels.length != n) {
      throw new IllegalArgumentException(labels.length + " labels for " + n + " nodes");
    }
    for (int i = 0; i < n; i++) {
      if (labels[i] < 0 || labels[i] >= k) {
        throw new IllegalArgumentException("node " + i + ": label " + labels[i] + " of " + k);
      }
    }
    double[] degrees = g.degrees();
    double[] cut = new double[k];
    double[] vol = new double[k];
    g.weightsAway(
        labels,
        (first, away) -> {
          for (int i = 0; i < away.length; i++) {
            int label = labels[first + i];
            cut[label] += away[i];
            vol[label] += degrees[first + i];
          }
        });
    for (int c = 0; c < k; c++) {
      cut[c] = vol[c] > 0.0 ? cut[c] / vol[c] : 0.0;
    }
    return cut;
  }

  /**
   * The weight of each row's entries whose column has another label, in column order.
   *
   * @param firstRow node of the block's first row
   * @param rows rows of the block
   * @param rowPtr from 0
   * @param away one entry a row, overwritten
   */
  static void away(
      int firstRow, int rows, int[] rowPtr, int[] col, double[] val, int[] labels, double[] away) {
    for (int r = 0; r < rows; r++) {
      int own = labels[firstRow + r];
      double sum = 0.0;
      for (int p = rowPtr[r]; p < rowPtr[r + 1]; p++) {
        if (labels[col[p]] != own) {
          sum += val[p];
        }
      }
      away[r] = sum;
    }
  }

  /** The same for the rows of a block. */
  public static double[] away(RowBlock block, int[] labels) {
    double[] away = new double[block.rows()];
    away(block.firstRow(), block.rows(), block.rowPtr(), block.col(), block.val(), labels, away);
    return away;
  }
}
