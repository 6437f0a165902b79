package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scales features before distances are taken, the rows of the data and new rows alike.
 *
 * <p>{@code STANDARD}: each column minus its mean, over its standard deviation (n - 1); a constant
 * column becomes 0 and has no effect. {@code RANGE}: each column over the width of its range
 * without its tails; values farther outside the range than its width are moved to that limit; a
 * constant column becomes 0. A range that holds 0 keeps zeros, any other begins at 0. {@code
 * LIMIT}: the same far values are moved to the same limits, and nothing else. {@code UNIT}: each
 * row over its 2-norm; a zero row stays zero. {@code NONE}: nothing.
 *
 * <p>Distances must not overflow or vanish whatever the unit of the features is. So {@code LIMIT}
 * divides by a power of two where the widest range is far from 1, and {@link #divided} does the
 * same instead of {@code NONE}.
 */
@DefaultSerializer(JavaSerializer.class)
public final class FeatureScaler implements Serializable {
  private static final long serialVersionUID = 2L;

  /** Features are divided when the exponent of their widest range is farther from 0 than this. */
  private static final int FAR = 50;

  private final FeatureScaling scaling;
  private final double @Nullable [] mean;
  private final double @Nullable [] deviation;
  private final double @Nullable [] low;
  private final double @Nullable [] high;
  private final int unit;

  private FeatureScaler(
      FeatureScaling scaling,
      double @Nullable [] mean,
      double @Nullable [] deviation,
      double @Nullable [] low,
      double @Nullable [] high) {
    this.scaling = scaling;
    this.mean = mean;
    this.deviation = deviation;
    this.low = low;
    this.high = high;
    this.unit =
        scaling == FeatureScaling.LIMIT && low != null && high != null
            ? unit(widest(low, high))
            : 0;
  }

  /**
   * The scaler of a kind that needs no more than these.
   *
   * @param scaling none of {@code AUTO}, {@code LIMIT} and {@code RANGE}
   * @param stats of all rows; only {@code STANDARD} uses them
   */
  public static FeatureScaler of(FeatureScaling scaling, ColumnStats stats) {
    if (scaling != FeatureScaling.STANDARD) {
      return plain(scaling);
    }
    double[] deviation = new double[stats.mean().length];
    for (int d = 0; d < deviation.length; d++) {
      deviation[d] = stats.deviation(d);
    }
    return new FeatureScaler(scaling, stats.mean().clone(), deviation, null, null);
  }

  /** A {@code STANDARD} scaler from its figures, as a saved model holds them; length dim each. */
  public static FeatureScaler standard(double[] mean, double[] deviation) {
    return new FeatureScaler(FeatureScaling.STANDARD, mean.clone(), deviation.clone(), null, null);
  }

  /** Every feature over 2<sup>exponent</sup>, which loses no digit. */
  public static FeatureScaler divided(int dim, int exponent) {
    int[] units = new int[dim];
    Arrays.fill(units, exponent);
    return divided(units);
  }

  /** Feature d over 2 to the power of {@code exponents[d]}. */
  public static FeatureScaler divided(int[] exponents) {
    double[] divisors = Arrays.stream(exponents).mapToDouble(e -> Math.scalb(1.0, e)).toArray();
    return new FeatureScaler(
        FeatureScaling.STANDARD, new double[exponents.length], divisors, null, null);
  }

  /** The exponent of 2 that features of this widest range are divided by; 0 unless it is far. */
  static int unit(double widest) {
    int exponent = widest == 0.0 ? 0 : Math.getExponent(widest);
    return Math.abs(exponent) > FAR ? exponent : 0;
  }

  /** Half the width of the widest range. */
  private static double widest(double[] low, double[] high) {
    double widest = 0.0;
    for (int d = 0; d < low.length; d++) {
      widest = Math.max(widest, 0.5 * high[d] - 0.5 * low[d]);
    }
    return widest;
  }

  /** Whether features as large as this are to be divided, as {@link #unit} says by how much. */
  public static boolean isFar(double largest) {
    return unit(largest) != 0;
  }

  /**
   * A {@code RANGE} scaler from the ends of the ranges, as a saved model holds them; length dim
   * each, equal for columns without effect.
   */
  public static FeatureScaler range(double[] low, double[] high) {
    return ofRanges(FeatureScaling.RANGE, low, high);
  }

  /** A {@code LIMIT} scaler from the ends of the ranges, as {@link #range}. */
  public static FeatureScaler limit(double[] low, double[] high) {
    return ofRanges(FeatureScaling.LIMIT, low, high);
  }

  private static FeatureScaler ofRanges(FeatureScaling scaling, double[] low, double[] high) {
    if (low.length != high.length) {
      throw new IllegalArgumentException(low.length + " and " + high.length + " columns");
    }
    return new FeatureScaler(scaling, null, null, low.clone(), high.clone());
  }

  /** The {@code LIMIT} scaler of the ranges of a {@code RANGE} scaler; any other as it is. */
  FeatureScaler limiting() {
    return low == null || high == null ? this : limit(low, high);
  }

  /** A scaler that needs no figures: {@code NONE} or {@code UNIT}. */
  public static FeatureScaler plain(FeatureScaling scaling) {
    if (scaling != FeatureScaling.NONE && scaling != FeatureScaling.UNIT) {
      throw new IllegalArgumentException(scaling + " needs figures of the columns");
    }
    return new FeatureScaler(scaling, null, null, null, null);
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

  /** Lower ends of the ranges under {@code RANGE} and {@code LIMIT}, else null. A copy. */
  public double @Nullable [] low() {
    return low == null ? null : low.clone();
  }

  /** Upper ends of the same ranges, the lower ones for constant columns. A copy. */
  public double @Nullable [] high() {
    return high == null ? null : high.clone();
  }

  /** A {@code STANDARD} scaler of the first {@code columns} columns; any other as it is. */
  public FeatureScaler upTo(int columns) {
    return mean != null && deviation != null
        ? standard(Arrays.copyOf(mean, columns), Arrays.copyOf(deviation, columns))
        : this;
  }

  /** The same for {@code dim} features, of which those it lacks are left as they are. */
  public FeatureScaler extended(int dim) {
    return extended(dim, 1.0);
  }

  /** The same, of which those it lacks are divided by a number, where it scales by range. */
  FeatureScaler extended(int dim, double divisor) {
    if (mean != null && deviation != null) {
      return standard(padded(mean, dim, 0.0), padded(deviation, dim, 1.0));
    }
    return low != null && high != null
        ? ofRanges(scaling, padded(low, dim, 0.0), padded(high, dim, divisor))
        : this;
  }

  private static double[] padded(double[] values, int dim, double rest) {
    double[] all = Arrays.copyOf(values, dim);
    Arrays.fill(all, Math.min(values.length, dim), dim, rest);
    return all;
  }

  /** The constant columns that are scaled to 0, ascending: of {@code STANDARD} and RANGE only. */
  public int[] droppedColumns() {
    if (deviation != null) {
      double[] spread = deviation;
      return IntStream.range(0, spread.length).filter(d -> spread[d] == 0.0).toArray();
    }
    if (scaling == FeatureScaling.RANGE && low != null && high != null) {
      double[] from = low;
      double[] to = high;
      return IntStream.range(0, from.length).filter(d -> from[d] == to[d]).toArray();
    }
    return new int[0];
  }

  /** The scaled panel; under {@code NONE} the panel itself. Time O(rows·dim). */
  public FeaturePanel apply(FeaturePanel panel) {
    if (scaling == FeatureScaling.NONE) {
      return panel;
    }
    int dim = panel.dim();
    double[] row = new double[dim];
    if (panel.isSparse() && keepsZeros()) {
      return panel.mapped(this::apply);
    }
    double[] values = new double[Math.multiplyExact(panel.rows(), dim)];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      apply(row);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    return FeaturePanel.of(panel.index(), panel.firstRow(), panel.rows(), dim, values);
  }

  /** Whether a value of 0 is 0 afterwards in every column. */
  private boolean keepsZeros() {
    if (mean != null) {
      return Arrays.stream(mean).allMatch(m -> m == 0.0);
    }
    if (low != null && high != null) {
      for (int d = 0; d < low.length; d++) {
        boolean kept =
            scaling == FeatureScaling.RANGE
                ? inRange(0.0, low[d], high[d]) == 0.0
                : limited(0.0, low[d], high[d]) == 0.0;
        if (!kept) {
          return false;
        }
      }
    }
    return true;
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
    } else if (low != null && high != null) {
      if (row.length != low.length) {
        throw new IllegalArgumentException(row.length + " features, scaler of " + low.length);
      }
      for (int d = 0; d < row.length; d++) {
        row[d] =
            scaling == FeatureScaling.RANGE
                ? inRange(row[d], low[d], high[d])
                : Math.scalb(limited(row[d], low[d], high[d]), -unit);
      }
    }
  }

  /** A value in units of a range; by halves, so that finite ends have a finite width. */
  private static double inRange(double value, double low, double high) {
    double half = 0.5 * high - 0.5 * low;
    if (half == 0.0) {
      return 0.0;
    }
    double limited = Math.max(0.5 * low - half, Math.min(0.5 * high + half, 0.5 * value));
    double origin = low <= 0.0 && high >= 0.0 ? 0.0 : 0.5 * low;
    return (limited - origin) / half;
  }

  /** A value in its own unit, no farther outside the range than its width. */
  private static double limited(double value, double low, double high) {
    double half = 0.5 * high - 0.5 * low;
    if (half == 0.0) {
      return value;
    }
    double near = Math.max(0.5 * low - half, Math.min(0.5 * high + half, 0.5 * value));
    return near == 0.5 * value ? value : 2.0 * near;
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
