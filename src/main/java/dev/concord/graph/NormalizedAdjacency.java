package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;

/**
 * D<sup>-1/2</sup> W D<sup>-1/2</sup>. Its eigenvalues lie in [-1, 1]; the normalized Laplacian is
 * I minus this matrix, except that the row of an isolated node is empty here.
 */
public final class NormalizedAdjacency {
  private NormalizedAdjacency() {}

  /**
   * The matrix, symmetric to the last bit, with the pattern of W (whose index arrays it shares).
   * Time O(n + nnz), memory 8 bytes an entry.
   */
  public static CsrMatrix of(SimilarityGraph g) {
    CsrMatrix w = g.weights();
    int n = g.size();
    int[] rowPtr = w.rowPtr();
    double[] scaled = scaled(0, n, rowPtr, w.col(), w.val(), roots(g.degrees()));
    return new CsrMatrix(n, rowPtr, w.col(), scaled);
  }

  /** The same rows of the matrix, from those of W and the {@link #roots} of all degrees. */
  public static RowBlock of(RowBlock weights, double[] roots) {
    return weights.withValues(
        scaled(
            weights.firstRow(),
            weights.rows(),
            weights.rowPtr(),
            weights.col(),
            weights.val(),
            roots));
  }

  /** Square roots of degrees. */
  public static double[] roots(double[] degrees) {
    double[] root = new double[degrees.length];
    for (int i = 0; i < root.length; i++) {
      root[i] = Math.sqrt(degrees[i]);
    }
    return root;
  }

  private static double[] scaled(
      int firstRow, int rows, int[] rowPtr, int[] col, double[] val, double[] root) {
    double[] scaled = new double[val.length];
    for (int r = 0; r < rows; r++) {
      double own = root[firstRow + r];
      for (int p = rowPtr[r]; p < rowPtr[r + 1]; p++) {
        // The product of the two roots does not overflow however small the degrees are.
        // A node whose weights are all 0 has degree 0.
        scaled[p] = val[p] == 0.0 ? 0.0 : val[p] / (own * root[col[p]]);
      }
    }
    return scaled;
  }
}
