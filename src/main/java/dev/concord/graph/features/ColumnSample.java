package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the scaling of a table is decided from, collected in one pass over its panels: statistics of
 * all rows, and some rows themselves.
 *
 * @param stats of the columns
 * @param lengths the smallest and largest sum of absolute values of a row, then the smallest and
 *     largest sum of squares
 * @param rows evenly spaced rows of the table, in order, a panel for each one they come from
 */
@DefaultSerializer(JavaSerializer.class)
public record ColumnSample(ColumnStats stats, double[] lengths, List<FeaturePanel> rows)
    implements Serializable {
  /** Values of the sample, 32 MB in double; a table of fewer is its own sample. */
  private static final int VALUES = 1 << 22;

  private static final int LEAST_ROWS = 256;

  /** Rows of the sample of a table: all, if they have at most 4,194,304 values. */
  static int size(int n, int dim) {
    return Math.min(n, Math.max(LEAST_ROWS, VALUES / dim));
  }

  /**
   * The part of one panel.
   *
   * @param n rows of the table
   */
  public static ColumnSample of(FeaturePanel panel, int n) {
    return new ColumnSample(ColumnStats.of(panel), lengths(panel), List.of(rows(panel, n)));
  }

  /** The rows of the sample of a table of n rows that one panel has. */
  static FeaturePanel rows(FeaturePanel panel, int n) {
    int size = size(n, panel.dim());
    long from = ((long) panel.firstRow() * size + n - 1) / n;
    long to = ((long) (panel.firstRow() + panel.rows()) * size + n - 1) / n;
    int[] picked = new int[(int) (to - from)];
    for (int s = 0; s < picked.length; s++) {
      picked[s] = (int) ((from + s) * n / size) - panel.firstRow();
    }
    return FeaturePanel.gather(panel.index(), 0, List.of(panel), new int[picked.length], picked);
  }

  private static double[] lengths(FeaturePanel panel) {
    double[] lengths = {
      Double.POSITIVE_INFINITY, 0.0, Double.POSITIVE_INFINITY, 0.0,
    };
    double[] row = new double[panel.dim()];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      double sum = 0.0;
      double squares = 0.0;
      for (double value : row) {
        sum += Math.abs(value);
        squares += value * value;
      }
      lengths[0] = Math.min(lengths[0], sum);
      lengths[1] = Math.max(lengths[1], sum);
      lengths[2] = Math.min(lengths[2], squares);
      lengths[3] = Math.max(lengths[3], squares);
    }
    return lengths;
  }

  /** The share of the values of the sample that are not 0. */
  double filled() {
    long filled = 0;
    long all = 0;
    int dim = stats.min().length;
    int[] columns = new int[dim];
    double[] values = new double[dim];
    for (FeaturePanel part : rows) {
      all += (long) part.rows() * dim;
      for (int r = 0; r < part.rows(); r++) {
        filled += part.copyFilled(r, columns, values);
      }
    }
    return all == 0 ? 1.0 : (double) filled / all;
  }

  /** The sample of a table from those of its panels, in their order. */
  public static ColumnSample all(List<ColumnSample> parts) {
    ColumnStats stats = parts.get(0).stats;
    double[] lengths = parts.get(0).lengths.clone();
    List<FeaturePanel> rows = new ArrayList<>(parts.get(0).rows);
    for (ColumnSample part : parts.subList(1, parts.size())) {
      stats = stats.merge(part.stats);
      lengths[0] = Math.min(lengths[0], part.lengths[0]);
      lengths[1] = Math.max(lengths[1], part.lengths[1]);
      lengths[2] = Math.min(lengths[2], part.lengths[2]);
      lengths[3] = Math.max(lengths[3], part.lengths[3]);
      rows.addAll(part.rows);
    }
    return new ColumnSample(stats, lengths, rows);
  }

  /** The sampled rows over 2<sup>exponent</sup>; the statistics are theirs alone. */
  ColumnSample divided(int exponent) {
    FeatureScaler scaler = FeatureScaler.divided(stats.mean().length, exponent);
    List<ColumnSample> parts = new ArrayList<>();
    for (FeaturePanel panel : rows) {
      if (panel.rows() > 0) {
        FeaturePanel near = scaler.apply(panel);
        parts.add(new ColumnSample(ColumnStats.of(near), lengths(near), List.of(near)));
      }
    }
    return all(parts);
  }

  /** The range of each column, length dim. Time O(values log rows), memory of the sample. */
  ColumnRange[] ranges() {
    int dim = stats.mean().length;
    int sampled = rows.stream().mapToInt(FeaturePanel::rows).sum();
    ColumnRange[] ranges = new ColumnRange[dim];
    // As many columns at a time as fit the memory: the rows of a wide table may be sparse.
    int width = Math.max(1, Math.min(dim, VALUES / sampled));
    double[] row = new double[dim];
    for (int from = 0; from < dim; from += width) {
      double[][] columns = new double[Math.min(width, dim - from)][sampled];
      int at = 0;
      for (FeaturePanel panel : rows) {
        for (int r = 0; r < panel.rows(); r++) {
          panel.copyRow(r, row);
          for (int c = 0; c < columns.length; c++) {
            columns[c][at] = row[from + c];
          }
          at++;
        }
      }
      for (int c = 0; c < columns.length; c++) {
        int d = from + c;
        ranges[d] = ColumnRange.of(columns[c], stats.min()[d], stats.max()[d]);
      }
    }
    return ranges;
  }
}
