package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The normalizations of an affinity matrix A = W + δ·I that the spectral methods use, with D the
 * row sums of A and d<sub>max</sub> the largest of them. The diagonal δ is 0 or 1, the similarity
 * of a point with itself. Points without an edge take no part: their rows are empty in every
 * matrix, whatever δ is.
 */
public final class AffinityMatrix {
  private AffinityMatrix() {}

  /** Row sums of W + δ·I, length n; 0 for a point without an edge. */
  public static double[] degrees(SimilarityGraph g, double diagonal) {
    double[] degrees = g.degrees().clone();
    for (int i = 0; i < degrees.length; i++) {
      if (degrees[i] > 0.0) {
        degrees[i] += diagonal;
      }
    }
    return degrees;
  }

  /**
   * D<sup>-1/2</sup> A D<sup>-1/2</sup>, which has the eigenvalues of D<sup>-1</sup> A; those lie
   * in [-1, 1]. Time O(n + nnz).
   */
  public static CsrMatrix normalized(SimilarityGraph g, double diagonal) {
    if (diagonal == 0.0) {
      return NormalizedAdjacency.of(g);
    }
    double[] degrees = degrees(g, diagonal);
    double[] root = new double[degrees.length];
    Arrays.setAll(root, i -> Math.sqrt(degrees[i]));
    Rows sum = withDiagonal(g, i -> diagonal);
    for (int i = 0; i < root.length; i++) {
      for (int p = sum.rowPtr[i]; p < sum.rowPtr[i + 1]; p++) {
        sum.val[p] /= root[i] * root[sum.col[p]];
      }
    }
    return sum.matrix();
  }

  /**
   * (A + d<sub>max</sub>·I - D) / d<sub>max</sub>, the additive normalization of Kamvar, Klein and
   * Manning 2003. It is I - L / d<sub>max</sub> with the Laplacian L = D - A, so its largest
   * eigenvalue is 1. Time O(n + nnz).
   */
  public static CsrMatrix additive(SimilarityGraph g, double diagonal) {
    double[] degrees = degrees(g, diagonal);
    double max = largestDegree(g, diagonal);
    Rows sum = withDiagonal(g, i -> diagonal + (max - degrees[i]));
    for (int p = 0; p < sum.val.length; p++) {
      sum.val[p] /= max;
    }
    return sum.matrix();
  }

  /** d<sub>max</sub>, 0 in a graph without edges. */
  public static double largestDegree(SimilarityGraph g, double diagonal) {
    double max = 0.0;
    for (double degree : degrees(g, diagonal)) {
      max = Math.max(max, degree);
    }
    return max;
  }

  /** A matrix in the making. */
  private record Rows(int[] rowPtr, int[] col, double[] val) {
    CsrMatrix matrix() {
      return new CsrMatrix(rowPtr.length - 1, rowPtr, col, val);
    }
  }

  /** W with an entry on the diagonal of every row that has an edge. */
  private static Rows withDiagonal(SimilarityGraph g, IntToDoubleFunction diagonal) {
    CsrMatrix w = g.weights();
    int n = g.size();
    int room = Math.addExact(w.nonZeros(), n - g.isolated());
    int[] rowPtr = new int[n + 1];
    int[] col = new int[room];
    double[] val = new double[room];
    int to = 0;
    for (int i = 0; i < n; i++) {
      int end = w.rowPtr()[i + 1];
      boolean placed = w.rowPtr()[i] == end;
      for (int p = w.rowPtr()[i]; p < end; p++) {
        if (!placed && w.col()[p] > i) {
          col[to] = i;
          val[to++] = diagonal.applyAsDouble(i);
          placed = true;
        }
        col[to] = w.col()[p];
        val[to++] = w.val()[p];
      }
      if (!placed) {
        col[to] = i;
        val[to++] = diagonal.applyAsDouble(i);
      }
      rowPtr[i + 1] = to;
    }
    return new Rows(rowPtr, col, val);
  }
}
