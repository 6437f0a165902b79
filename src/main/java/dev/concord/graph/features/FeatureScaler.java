package dev.concord.graph.features;

import dev.concord.error.InputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Scales features before distances are taken, the rows of the data and new rows alike.
 *
 * <p>{@code STANDARD}: each column minus its mean, over its standard deviation (n - 1); a constant
 * column becomes 0 and has no effect. {@code UNIT}: each row over its 2-norm; a zero row stays
 * zero. {@code NONE}: nothing.
 */
public final class FeatureScaler implements Serializable {
  private static final long serialVersionUID = 1L;

  private final FeatureScaling scaling;
  private final double @Nullable [] mean;
  private final double @Nullable [] deviation;

  private FeatureScaler(
      FeatureScaling scaling, double @Nullable [] mean, double @Nullable [] deviation) {
    this.scaling = scaling;
    this.mean = mean;
    this.deviation = deviation;
  }

  /**
   * The scaler of the given kind.
   *
   * @param stats of all rows; only {@code STANDARD} uses them
   */
  public static FeatureScaler of(FeatureScaling scaling, ColumnStats stats) {
    if (scaling != FeatureScaling.STANDARD) {
      return new FeatureScaler(scaling, null, null);
    }
    double[] deviation = new double[stats.mean().length];
    for (int d = 0; d < deviation.length; d++) {
      deviation[d] = stats.deviation(d);
    }
    return new FeatureScaler(scaling, stats.mean().clone(), deviation);
  }

  /** A {@code STANDARD} scaler from its figures, as a saved model holds them; length dim each. */
  public static FeatureScaler standard(double[] mean, double[] deviation) {
    return new FeatureScaler(FeatureScaling.STANDARD, mean.clone(), deviation.clone());
  }

  /** A scaler that needs no figures: {@code NONE} or {@code UNIT}. */
  public static FeatureScaler plain(FeatureScaling scaling) {
    if (scaling == FeatureScaling.STANDARD) {
      throw new IllegalArgumentException("standard scaling needs means and deviations");
    }
    return new FeatureScaler(scaling, null, null);
  }

  /** The kind of scaling. */
  public FeatureScaling scaling() {
    return scaling;
  }

  /** Column means under {@code STANDARD}, else null. A copy. */
  public double @Nullable [] mean() {
    return mean == null ? null : mean.clone();
  }

  /** Column standard deviations under {@code STANDARD}, 0 for dropped ones, else null. A copy. */
  public double @Nullable [] deviation() {
    return deviation == null ? null : deviation.clone();
  }

  /** The constant columns that {@code STANDARD} scales to 0, ascending; none under the others. */
  public int[] droppedColumns() {
    if (deviation == null) {
      return new int[0];
    }
    int[] dropped = new int[deviation.length];
    int count = 0;
    for (int d = 0; d < deviation.length; d++) {
      if (deviation[d] == 0.0) {
        dropped[count++] = d;
      }
    }
    return Arrays.copyOf(dropped, count);
  }

  /** The scaled panel; under {@code NONE} the panel itself. Time O(rows·dim). */
  public FeaturePanel apply(FeaturePanel panel) {
    if (scaling == FeatureScaling.NONE) {
      return panel;
    }
    int dim = panel.dim();
    double[] values = new double[Math.multiplyExact(panel.rows(), dim)];
    double[] row = new double[dim];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      apply(row);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    return FeaturePanel.of(panel.index(), panel.firstRow(), panel.rows(), dim, values);
  }

  /** Scales one row in place. */
  public void apply(double[] row) {
    if (scaling == FeatureScaling.UNIT) {
      toUnit(row);
    } else if (mean != null && deviation != null) {
      if (row.length != mean.length) {
        throw new IllegalArgumentException(row.length + " features, scaler of " + mean.length);
      }
      for (int d = 0; d < row.length; d++) {
        row[d] = deviation[d] == 0.0 ? 0.0 : (row[d] - mean[d]) / deviation[d];
      }
    }
  }

  private static void toUnit(double[] row) {
    double largest = 0.0;
    for (double v : row) {
      largest = Math.max(largest, Math.abs(v));
    }
    if (largest == 0.0) {
      return;
    }
    // A power of two near the largest value: exact, and no square overflows or vanishes.
    double scale = Math.scalb(1.0, -Math.max(-1000, Math.getExponent(largest)));
    double sum = 0.0;
    for (double v : row) {
      sum += (v * scale) * (v * scale);
    }
    double length = Math.sqrt(sum);
    for (int d = 0; d < row.length; d++) {
      row[d] = row[d] * scale / length;
    }
  }

  /** Dense ids of the rows of a panel that are all zero, ascending. */
  public static int[] zeroRows(FeaturePanel panel) {
    double[] row = new double[panel.dim()];
    int[] zero = new int[panel.rows()];
    int count = 0;
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      boolean any = false;
      for (double v : row) {
        any |= v != 0.0;
      }
      if (!any) {
        zero[count++] = panel.firstRow() + r;
      }
    }
    return Arrays.copyOf(zero, count);
  }

  /**
   * Refuses a panel with a zero row, which has no angle to any other.
   *
   * @param names the user's name of a dense id
   * @throws InputException naming the first such row
   */
  public static void requireDirections(FeaturePanel panel, IntFunction<String> names) {
    int[] zero = zeroRows(panel);
    if (zero.length > 0) {
      throw new InputException(
          "table features: all features of row "
              + names.apply(zero[0])
              + " are 0, so it has no cosine with any other row, but graph.kernel = cosine needs"
              + " one; remove such rows or choose another graph.kernel.");
    }
  }
}
