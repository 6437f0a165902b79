package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * I − α·D<sup>-1/2</sup> W D<sup>-1/2</sup> as a matrix, for preconditioners that need its entries.
 * With α = 1 it is the normalized Laplacian. Symmetric, an M-matrix for α ≤ 1.
 */
public final class ShiftedLaplacian {
  private ShiftedLaplacian() {}

  /**
   * The matrix, its diagonal always stored. Time O(n + nnz), memory 12 bytes an entry.
   *
   * @param alpha in (0, 1]
   * @param free rows and columns that take part, the others are those of I; null: all
   */
  public static CsrMatrix of(SimilarityGraph g, double alpha, boolean @Nullable [] free) {
    CsrMatrix w = g.weights();
    int n = g.size();
    double[] root = new double[n];
    for (int i = 0; i < n; i++) {
      root[i] = Math.sqrt(g.degrees()[i]);
    }
    int[] rowPtr = new int[n + 1];
    int[] col = new int[Math.addExact(w.nonZeros(), n)];
    double[] val = new double[col.length];
    int at = 0;
    for (int i = 0; i < n; i++) {
      int diagonal = -1;
      int from = w.rowPtr()[i];
      int to = free == null || free[i] ? w.rowPtr()[i + 1] : from;
      for (int p = from; p < to; p++) {
        int j = w.col()[p];
        if (free != null && !free[j]) {
          continue;
        }
        if (j >= i && diagonal < 0) {
          diagonal = at;
          col[at] = i;
          val[at++] = 1.0;
        }
        double entry = alpha * (w.val()[p] / (root[i] * root[j]));
        if (j == i) {
          val[diagonal] -= entry;
        } else {
          col[at] = j;
          val[at++] = -entry;
        }
      }
      if (diagonal < 0) {
        col[at] = i;
        val[at++] = 1.0;
      }
      rowPtr[i + 1] = at;
    }
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, at), Arrays.copyOf(val, at));
  }
}
