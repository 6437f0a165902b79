package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Count, mean, sum of squared deviations, smallest and largest value of each column.
 *
 * <p>Two passes within a panel; panels are merged by Chan, Golub and LeVeque's formula, which keeps
 * its accuracy when the mean is large against the deviation. Merge in panel order: the bits then
 * depend on the panels alone.
 *
 * @param count number of rows
 * @param mean length dim
 * @param low length dim: what the mean lacks to more digits than a double has
 * @param m2 length dim: sum of (x - mean)²
 * @param min length dim
 * @param max length dim
 */
@DefaultSerializer(JavaSerializer.class)
public record ColumnStats(
    long count, double[] mean, double[] low, double[] m2, double[] min, double[] max)
    implements Serializable {
  /** The exponent of a column's range from which on its squares are at risk. */
  private static final int FAR = 400;

  /** The statistics of one panel of at least one row. Time O(rows·dim). */
  public static ColumnStats of(FeaturePanel panel) {
    int rows = panel.rows();
    int dim = panel.dim();
    if (rows < 1) {
      throw new IllegalArgumentException("panel " + panel.index() + " has no rows");
    }
    double[] row = new double[dim];
    panel.copyRow(0, row);
    double[] origin = row.clone();
    double[] min = row.clone();
    double[] max = row.clone();
    double[] mean = new double[dim];
    for (int r = 0; r < rows; r++) {
      panel.copyRow(r, row);
      for (int d = 0; d < dim; d++) {
        mean[d] += row[d] - origin[d];
        min[d] = Math.min(min[d], row[d]);
        max[d] = Math.max(max[d], row[d]);
      }
    }
    for (int d = 0; d < dim; d++) {
      mean[d] = origin[d] + mean[d] / rows;
    }
    double[] m2 = new double[dim];
    double[] rest = new double[dim];
    for (int r = 0; r < rows; r++) {
      panel.copyRow(r, row);
      for (int d = 0; d < dim; d++) {
        double deviation = row[d] - mean[d];
        m2[d] += deviation * deviation;
        rest[d] += deviation;
      }
    }
    for (int d = 0; d < dim; d++) {
      // What the rounding of the mean adds.
      m2[d] = Math.max(0.0, m2[d] - rest[d] * rest[d] / rows);
      rest[d] /= rows;
    }
    return new ColumnStats(rows, mean, rest, m2, min, max);
  }

  /** The statistics of these rows and those of {@code next} together. */
  public ColumnStats merge(ColumnStats next) {
    int dim = mean.length;
    if (next.mean.length != dim) {
      throw new IllegalArgumentException(dim + " and " + next.mean.length + " columns");
    }
    long total = Math.addExact(count, next.count);
    double[] mergedMean = new double[dim];
    double[] mergedLow = new double[dim];
    double[] mergedM2 = new double[dim];
    double[] mergedMin = new double[dim];
    double[] mergedMax = new double[dim];
    double share = (double) next.count / total;
    for (int d = 0; d < dim; d++) {
      double step = (next.mean[d] - mean[d]) + (next.low[d] - low[d]);
      double move = low[d] + step * share;
      mergedMean[d] = mean[d] + move;
      // Knuth's two-sum: the part of mean + move that its rounding loses.
      double moved = mergedMean[d] - mean[d];
      mergedLow[d] = (mean[d] - (mergedMean[d] - moved)) + (move - moved);
      mergedM2[d] = m2[d] + next.m2[d] + step * step * share * count;
      mergedMin[d] = Math.min(min[d], next.min[d]);
      mergedMax[d] = Math.max(max[d], next.max[d]);
    }
    return new ColumnStats(total, mergedMean, mergedLow, mergedM2, mergedMin, mergedMax);
  }

  /** The standard deviation of a column, over n - 1; exactly 0 for a constant column. */
  public double deviation(int column) {
    return isConstant(column) || count < 2 ? 0.0 : Math.sqrt(m2[column] / (count - 1));
  }

  /**
   * The exponents of 2 by which columns are to be divided before their statistics are taken, length
   * dim: 0 but for columns whose squares would overflow or vanish.
   */
  public int[] units() {
    int[] units = new int[mean.length];
    for (int d = 0; d < units.length; d++) {
      // By halves: the ends may be finite and their difference not.
      double half = 0.5 * max[d] - 0.5 * min[d];
      int exponent = half == 0.0 ? 0 : Math.getExponent(half);
      units[d] = Math.abs(exponent) > FAR ? exponent : 0;
    }
    return units;
  }

  /** Whether all values of a column are equal. */
  public boolean isConstant(int column) {
    return min[column] == max[column];
  }
}
