package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Into which clusters the edges of a point lead. */
public final class NeighborShares {
  private NeighborShares() {}

  /**
   * The shares of the clusters in the weight of a point's edges. Time O(k + edges of the point).
   *
   * @param weights n x n; only the row of the point is read
   * @param without the edge to this point is left out
   * @param labelOf cluster of a point in 0..k-1; negative for a point that does not count
   * @param shares length k, overwritten; all 0 when no edge counts
   * @return whether an edge of positive weight counts
   */
  public static boolean of(
      CsrMatrix weights, int point, int without, IntUnaryOperator labelOf, double[] shares) {
    Arrays.fill(shares, 0.0);
    double sum = 0.0;
    for (int p = weights.rowPtr()[point]; p < weights.rowPtr()[point + 1]; p++) {
      int other = weights.col()[p];
      int label = labelOf.applyAsInt(other);
      if (other != without && label >= 0) {
        shares[label] += weights.val()[p];
        sum += weights.val()[p];
      }
    }
    for (int c = 0; c < shares.length && sum > 0.0; c++) {
      shares[c] /= sum;
    }
    return sum > 0.0;
  }
}
