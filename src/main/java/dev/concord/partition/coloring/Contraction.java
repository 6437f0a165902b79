package dev.concord.partition.coloring;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Merges the rows and columns of a symmetric matrix: entry (r, c) of the result is the sum of the
 * entries between the members of r and those of c. Entries within a node are dropped.
 *
 * <p>Sums run over the members of the smaller node number in ascending order, so both triangles
 * hold the same bits. Time O(n + nnz log(row length)) on all cores, memory that of the result twice
 * and 13 bytes a node and part.
 */
record Contraction(CsrMatrix matrix, int[] nodeOf, int nodes) {
  /** Matrices of fewer entries are contracted on one core. */
  private static final int LARGE = 1 << 17;

  /** A part has 13 bytes a node of its own while it is contracted. */
  private static final int MOST_PARTS = 16;

  private static final int CORES = ForkJoinPool.getCommonPoolParallelism() + 1;

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

    int parts = matrix.nonZeros() < LARGE ? 1 : Math.min(MOST_PARTS, 2 * CORES);
    Upper[] uppers = new Upper[parts];
    IntStream range = IntStream.range(0, parts);
    (parts == 1 ? range : range.parallel())
        .forEach(part -> uppers[part] = upper(start, members, part, parts));
    return mirrored(uppers);
  }

  /**
   * The entries above the diagonal of neighbouring rows.
   *
   * @param start of each row's entries, and their number at the end
   */
  private record Upper(int first, int[] start, int[] col, double[] val) {
    int rows() {
      return start.length - 1;
    }
  }

  /** The rows of one of several parts; every part is the same for any number of them. */
  private Upper upper(int[] start, int[] members, int part, int parts) {
    int first = (int) ((long) nodes * part / parts);
    int end = (int) ((long) nodes * (part + 1) / parts);
    int[] upperStart = new int[end - first + 1];
    int[] upperCol = new int[Math.max(16, matrix.nonZeros() / 2 / parts + 1)];
    double[] upperVal = new double[upperCol.length];
    double[] sum = new double[nodes];
    boolean[] seen = new boolean[nodes];
    int[] touched = new int[nodes];
    int[] rowPtr = matrix.rowPtr();
    int[] col = matrix.col();
    double[] val = matrix.val();
    int filled = 0;
    for (int r = first; r < end; r++) {
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
      if (filled + count > upperCol.length) {
        int more = Math.max(filled + count, upperCol.length + (upperCol.length >> 1));
        upperCol = Arrays.copyOf(upperCol, more);
        upperVal = Arrays.copyOf(upperVal, more);
      }
      for (int t = 0; t < count; t++) {
        int c = touched[t];
        upperCol[filled] = c;
        upperVal[filled++] = sum[c];
        sum[c] = 0.0;
        seen[c] = false;
      }
      upperStart[r - first + 1] = filled;
    }
    return new Upper(first, upperStart, upperCol, upperVal);
  }

  private CsrMatrix mirrored(Upper[] uppers) {
    int[] rowPtr = new int[nodes + 1];
    int filled = 0;
    for (Upper upper : uppers) {
      int entries = upper.start[upper.rows()];
      filled = Math.addExact(filled, entries);
      for (int r = 0; r < upper.rows(); r++) {
        rowPtr[upper.first + r + 1] += upper.start[r + 1] - upper.start[r];
      }
      for (int p = 0; p < entries; p++) {
        rowPtr[upper.col[p] + 1]++;
      }
    }
    for (int r = 0; r < nodes; r++) {
      rowPtr[r + 1] += rowPtr[r];
    }
    int[] col = new int[Math.multiplyExact(2, filled)];
    double[] val = new double[col.length];
    int[] next = Arrays.copyOf(rowPtr, nodes);
    // Ascending rows put the lower triangle's entries first, in ascending columns.
    for (Upper upper : uppers) {
      for (int r = 0; r < upper.rows(); r++) {
        for (int p = upper.start[r]; p < upper.start[r + 1]; p++) {
          int c = upper.col[p];
          col[next[c]] = upper.first + r;
          val[next[c]++] = upper.val[p];
        }
      }
    }
    for (Upper upper : uppers) {
      for (int r = 0; r < upper.rows(); r++) {
        int count = upper.start[r + 1] - upper.start[r];
        int to = next[upper.first + r];
        System.arraycopy(upper.col, upper.start[r], col, to, count);
        System.arraycopy(upper.val, upper.start[r], val, to, count);
      }
    }
    return new CsrMatrix(nodes, rowPtr, col, val);
  }
}
