package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;

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
    double[] root = new double[n];
    for (int i = 0; i < n; i++) {
      root[i] = Math.sqrt(g.degrees()[i]);
    }
    int[] rowPtr = w.rowPtr();
    int[] col = w.col();
    double[] val = w.val();
    double[] scaled = new double[val.length];
    for (int i = 0; i < n; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        // The product of the two roots does not overflow however small the degrees are.
        scaled[p] = val[p] / (root[i] * root[col[p]]);
      }
    }
    return new CsrMatrix(n, rowPtr, col, scaled);
  }
}
