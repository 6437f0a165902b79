package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The missing values (NaN) of a panel, and what values for them are found from.
 *
 * @param rows of the panel
 * @param present length dim: values that are not missing
 * @param sum length dim: their sum
 * @param sample evenly spaced rows of the table that are in this panel
 */
@DefaultSerializer(JavaSerializer.class)
public record MissingValues(int rows, long[] present, double[] sum, FeaturePanel sample)
    implements Serializable {

  /**
   * Those of one panel. Time O(rows·dim).
   *
   * @param n rows of the table
   */
  public static MissingValues of(FeaturePanel panel, int n) {
    int dim = panel.dim();
    long[] present = new long[dim];
    double[] sum = new double[dim];
    double[] row = new double[dim];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      for (int d = 0; d < dim; d++) {
        if (!Double.isNaN(row[d])) {
          present[d]++;
          sum[d] += row[d];
        }
      }
    }
    return new MissingValues(panel.rows(), present, sum, ColumnSample.rows(panel, n));
  }

  /**
   * A value for each column, length dim: the mean, summed in panel order, or the lower median of
   * evenly spaced rows, which are all rows of a table of up to 4,194,304 values. NaN for a column
   * without any value; the mean for one that only rows beside the sample fill.
   *
   * @param parts in panel order
   * @param rule mean or median
   */
  public static double[] substitutes(List<MissingValues> parts, MissingRule rule) {
    int dim = parts.get(0).sum.length;
    double[] values = new double[dim];
    int sampled = parts.stream().mapToInt(part -> part.sample.rows()).sum();
    double[] column = new double[sampled];
    for (int d = 0; d < dim; d++) {
      long present = 0;
      double sum = 0.0;
      for (MissingValues part : parts) {
        present += part.present[d];
        sum += part.sum[d];
      }
      values[d] = sum / present;
      int found = rule == MissingRule.MEDIAN ? copyColumn(parts, d, column) : 0;
      if (found > 0) {
        Arrays.sort(column, 0, found);
        values[d] = column[(found - 1) / 2];
      }
    }
    return values;
  }

  /** Copies the sampled values of a column; returns how many there are. */
  private static int copyColumn(List<MissingValues> parts, int d, double[] column) {
    int found = 0;
    for (MissingValues part : parts) {
      for (int r = 0; r < part.sample.rows(); r++) {
        double value = part.sample.value(r, d);
        if (!Double.isNaN(value)) {
          column[found++] = value;
        }
      }
    }
    return found;
  }

  /** How many values of each column are missing, length dim. */
  public static long[] counts(List<MissingValues> parts) {
    long[] counts = new long[parts.get(0).sum.length];
    for (MissingValues part : parts) {
      for (int d = 0; d < counts.length; d++) {
        counts[d] += part.rows - part.present[d];
      }
    }
    return counts;
  }

  /** The panel with the values of {@code substitutes} for those that are missing. */
  public static FeaturePanel filled(FeaturePanel panel, double[] substitutes) {
    int dim = panel.dim();
    double[] values = new double[Math.multiplyExact(panel.rows(), dim)];
    double[] row = new double[dim];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      fill(row, 0, substitutes);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    return FeaturePanel.of(panel.index(), panel.firstRow(), panel.rows(), dim, values);
  }

  /** Replaces NaN in one row, which begins at {@code offset}. */
  public static void fill(double[] values, int offset, double[] substitutes) {
    for (int d = 0; d < substitutes.length; d++) {
      if (Double.isNaN(values[offset + d])) {
        values[offset + d] = substitutes[d];
      }
    }
  }
}
