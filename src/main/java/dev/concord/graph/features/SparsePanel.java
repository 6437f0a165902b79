package dev.concord.graph.features;

import java.util.Arrays;

/**
 * Rows in single precision without their zeros, and their inner products with others. Row r has the
 * entries from {@code start[r]} to {@code start[r + 1]}, columns ascending.
 */
public record SparsePanel(int[] start, int[] column, float[] value) {
  /** The rows of a panel, rounded. */
  static SparsePanel of(FeaturePanel panel) {
    int[] columns = new int[panel.dim()];
    double[] values = new double[panel.dim()];
    int[] start = new int[panel.rows() + 1];
    int[] column = new int[Math.max(16, panel.rows())];
    float[] value = new float[column.length];
    for (int r = 0; r < panel.rows(); r++) {
      int filled = panel.copyFilled(r, columns, values);
      int end = Math.addExact(start[r], filled);
      if (end > column.length) {
        long room = Math.max(end, column.length + column.length / 2L);
        column = Arrays.copyOf(column, (int) Math.min(room, Integer.MAX_VALUE - 8L));
        value = Arrays.copyOf(value, column.length);
      }
      for (int p = 0; p < filled; p++) {
        column[start[r] + p] = columns[p];
        value[start[r] + p] = (float) values[p];
      }
      start[r + 1] = end;
    }
    return new SparsePanel(start, column, value);
  }

  /** The square of a row's length. */
  double square(int row) {
    double sum = 0.0;
    for (int p = start[row]; p < start[row + 1]; p++) {
      sum += (double) value[p] * value[p];
    }
    return sum;
  }

  /** All rows with their zeros, row-major. */
  float[] filled(int dim) {
    int rows = start.length - 1;
    float[] all = new float[Math.multiplyExact(rows, dim)];
    for (int r = 0; r < rows; r++) {
      for (int p = start[r]; p < start[r + 1]; p++) {
        all[r * dim + column[p]] = value[p];
      }
    }
    return all;
  }

  /**
   * Some consecutive rows by column: column d has the entries from {@code first[d]} to {@code
   * first[d + 1]}. Memory 4·dim bytes, and 8 an entry.
   */
  public static final class ByColumn {
    private final int[] first;
    private final int[] row;
    private final float[] value;
    private final int rows;

    private ByColumn(int dim, int entries, int rows) {
      first = new int[dim + 1];
      row = new int[entries];
      value = new float[entries];
      this.rows = rows;
    }
  }

  /** The rows from {@code from} to {@code to} by column. Time O(dim + entries). */
  public ByColumn byColumn(int dim, int from, int to) {
    ByColumn by = new ByColumn(dim, start[to] - start[from], to - from);
    for (int p = start[from]; p < start[to]; p++) {
      by.first[column[p] + 1]++;
    }
    for (int d = 0; d < dim; d++) {
      by.first[d + 1] += by.first[d];
    }
    int[] next = Arrays.copyOf(by.first, dim);
    for (int r = from; r < to; r++) {
      for (int p = start[r]; p < start[r + 1]; p++) {
        int at = next[column[p]]++;
        by.row[at] = r - from;
        by.value[at] = value[p];
      }
    }
    return by;
  }

  /**
   * Inner products of the rows from {@code from} to {@code to} with others, row-major into {@code
   * tile}: float products, added in column order. Time O(tile + pairs of entries of one column).
   */
  public void multiply(int from, int to, ByColumn others, float[] tile) {
    int n = others.rows;
    Arrays.fill(tile, 0, (to - from) * n, 0f);
    for (int r = from; r < to; r++) {
      int base = (r - from) * n;
      for (int p = start[r]; p < start[r + 1]; p++) {
        float own = value[p];
        int end = others.first[column[p] + 1];
        for (int q = others.first[column[p]]; q < end; q++) {
          tile[base + others.row[q]] += own * others.value[q];
        }
      }
    }
  }
}
