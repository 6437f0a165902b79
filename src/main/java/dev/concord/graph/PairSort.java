package dev.concord.graph;

import dev.concord.error.InputException;
import java.util.Arrays;

/**
 * Listed pairs (source, target, weight) as the rows of a symmetric pattern: each pair is put into
 * both of its rows, and each row is sorted by column. A pair that is listed twice, in whichever
 * directions, occurs twice, in adjacent places.
 *
 * <p>Two counting sorts, first by column, then by row, both stable. Time O(n + m) for m listed
 * pairs. Memory beside the input: 48·m + 8·n bytes while sorting, 24·m + 4·n afterwards.
 *
 * @param rowPtr length n + 1
 * @param col length 2·m, ascending within a row
 * @param val length 2·m
 */
public record PairSort(int[] rowPtr, int[] col, double[] val) {
  /** How the two entries of a pair that is listed twice become one. */
  @FunctionalInterface
  public interface Fold {
    /**
     * The weight of the pair {@code (row, col)}; 0 to drop it and count it as dropped, NaN to leave
     * it out.
     *
     * @param first the first of the two entries
     * @param second the entry beside it, NaN when the pair is listed once
     */
    double weight(int row, int col, double first, double second);
  }

  /**
   * Refuses more pairs than arrays hold.
   *
   * @param m listed pairs
   */
  public static void checkSize(long m) {
    if (m > (Integer.MAX_VALUE - 8) / 2) {
      throw new InputException(
          ("graph: %s listed neighbour pairs need twice as many matrix entries, more than the %s"
                  + " that one array holds; lower graph.neighbors or use fewer points.")
              .formatted(m, Integer.MAX_VALUE - 8));
    }
  }

  /** Sorts the pairs; ids must lie in 0..n-1 and source and target must differ. */
  public static PairSort of(int n, int[] source, int[] target, double[] weight) {
    int m = source.length;
    checkSize(m);
    int[] start = new int[n + 1];
    for (int e = 0; e < m; e++) {
      start[source[e] + 1]++;
      start[target[e] + 1]++;
    }
    for (int i = 0; i < n; i++) {
      start[i + 1] += start[i];
    }
    // By column: `row` holds the row of each entry. The pattern is symmetric, so the buckets of the
    // columns and those of the rows have the same sizes.
    int[] next = Arrays.copyOf(start, n);
    int[] row = new int[2 * m];
    double[] byColumn = new double[2 * m];
    for (int e = 0; e < m; e++) {
      int s = source[e];
      int t = target[e];
      double w = weight[e];
      int p = next[t]++;
      row[p] = s;
      byColumn[p] = w;
      p = next[s]++;
      row[p] = t;
      byColumn[p] = w;
    }
    System.arraycopy(start, 0, next, 0, n);
    int[] col = new int[2 * m];
    double[] val = new double[2 * m];
    for (int j = 0; j < n; j++) {
      for (int p = start[j]; p < start[j + 1]; p++) {
        int q = next[row[p]]++;
        col[q] = j;
        val[q] = byColumn[p];
      }
    }
    return new PairSort(start, col, val);
  }

  /**
   * Folds entries of equal column into one and drops the pairs whose folded weight is 0. Works in
   * place; the result shares nothing with this object, which must not be used again.
   *
   * <p>The fold must give the same weight for (i, j) as for (j, i).
   */
  public Folded fold(Fold fold) {
    int n = rowPtr.length - 1;
    int[] ptr = new int[n + 1];
    int kept = 0;
    int dropped = 0;
    for (int i = 0; i < n; i++) {
      int p = rowPtr[i];
      int end = rowPtr[i + 1];
      while (p < end) {
        int j = col[p];
        int q = p + 1;
        double w = q < end && col[q] == j ? val[q++] : Double.NaN;
        w = fold.weight(i, j, val[p], w);
        for (; q < end && col[q] == j; q++) {
          w = fold.weight(i, j, w, val[q]);
        }
        p = q;
        if (w > 0.0 || w < 0.0) {
          col[kept] = j;
          val[kept] = w;
          kept++;
        } else if (!Double.isNaN(w)) {
          dropped++;
        }
      }
      ptr[i + 1] = kept;
    }
    return new Folded(ptr, Arrays.copyOf(col, kept), Arrays.copyOf(val, kept), dropped / 2);
  }

  /**
   * A symmetric matrix in compressed rows.
   *
   * @param droppedPairs pairs whose folded weight was 0
   */
  public record Folded(int[] rowPtr, int[] col, double[] val, int droppedPairs) {}
}
