package dev.concord.partition.contract;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Merges the rows and columns of a symmetric matrix: entry (r, c) of the result is the sum of the
 * entries between the members of r and those of c. Entries within a node are dropped.
 *
 * <p>Sums run over the members of the smaller node number in ascending order, so both triangles
 * hold the same bits. Time O(n + nnz log(row length)), memory that of the result twice.
 */
final class Contraction {
  private final CsrMatrix matrix;
  private final int[] nodeOf;
  private final int nodes;

  private Contraction(CsrMatrix matrix, int[] nodeOf, int nodes) {
    this.matrix = matrix;
    this.nodeOf = nodeOf;
    this.nodes = nodes;
  }

  /**
   * The matrix between nodes.
   *
   * @param matrix symmetric, n rows
   * @param nodeOf node of each row, length n, in 0..nodes-1
   */
  static CsrMatrix of(CsrMatrix matrix, int[] nodeOf, int nodes) {
    return new Contraction(matrix, nodeOf, nodes).contract();
  }

  private CsrMatrix contract() {
    int[] start = new int[nodes + 1];
    for (int node : nodeOf) {
      start[node + 1]++;
    }
    for (int r = 0; r < nodes; r++) {
      start[r + 1] += start[r];
    }
    int[] members = new int[nodeOf.length];
    int[] next = Arrays.copyOf(start, nodes);
    for (int i = 0; i < nodeOf.length; i++) {
      members[next[nodeOf[i]]++] = i;
    }

    int capacity = Math.max(16, matrix.nonZeros() / 2 + 1);
    int[] upperCol = new int[capacity];
    double[] upperVal = new double[capacity];
    int[] upperStart = new int[nodes + 1];
    double[] sum = new double[nodes];
    boolean[] seen = new boolean[nodes];
    int[] touched = new int[nodes];
    int[] rowPtr = matrix.rowPtr();
    int[] col = matrix.col();
    double[] val = matrix.val();
    int filled = 0;
    for (int r = 0; r < nodes; r++) {
      int count = 0;
      for (int m = start[r]; m < start[r + 1]; m++) {
        int i = members[m];
        for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
          int c = nodeOf[col[p]];
          if (c > r) {
            if (!seen[c]) {
              seen[c] = true;
              touched[count++] = c;
            }
            sum[c] += val[p];
          }
        }
      }
      Arrays.sort(touched, 0, count);
      for (int t = 0; t < count; t++) {
        int c = touched[t];
        upperCol[filled] = c;
        upperVal[filled++] = sum[c];
        sum[c] = 0.0;
        seen[c] = false;
      }
      upperStart[r + 1] = filled;
    }
    return mirrored(upperStart, upperCol, upperVal);
  }

  private CsrMatrix mirrored(int[] upperStart, int[] upperCol, double[] upperVal) {
    int filled = upperStart[nodes];
    int[] rowPtr = new int[nodes + 1];
    for (int r = 0; r < nodes; r++) {
      rowPtr[r + 1] += upperStart[r + 1] - upperStart[r];
    }
    for (int p = 0; p < filled; p++) {
      rowPtr[upperCol[p] + 1]++;
    }
    for (int r = 0; r < nodes; r++) {
      rowPtr[r + 1] += rowPtr[r];
    }
    int[] col = new int[2 * filled];
    double[] val = new double[2 * filled];
    int[] next = Arrays.copyOf(rowPtr, nodes);
    // Ascending rows put the lower triangle's entries first, in ascending columns.
    for (int r = 0; r < nodes; r++) {
      for (int p = upperStart[r]; p < upperStart[r + 1]; p++) {
        int c = upperCol[p];
        col[next[c]] = r;
        val[next[c]++] = upperVal[p];
      }
    }
    for (int r = 0; r < nodes; r++) {
      for (int p = upperStart[r]; p < upperStart[r + 1]; p++) {
        col[next[r]] = upperCol[p];
        val[next[r]++] = upperVal[p];
      }
    }
    return new CsrMatrix(nodes, rowPtr, col, val);
  }
}
