package dev.concord.graph.features;

import java.util.Arrays;

/**
 * Decides whether the columns of a table are brought to one range, or their far values limited.
 *
 * <p>A squared distance is a sum over columns, so a column whose range is below a tenth of the
 * widest one adds less than a hundredth of what that one adds: it has next to no effect. Such a
 * column is called lost. Columns of one unit, such as pixels, are rarely lost, and mostly because
 * few rows vary there. Columns of mixed units are lost because their unit is large. So columns are
 * scaled when the lost ones have at least a quarter of all variation, each column counting by the
 * share of its values that differ from its median.
 *
 * <p>Columns of comparable ranges keep their units. But where a few values far outside the ranges
 * make up more than half of all squared deviations from the medians, and so of all squared
 * distances, these are moved nearer.
 *
 * <p>Rows of many features of which nearly all are 0 and none is negative hold counts or weights of
 * words, or are like them: how long a text is says little about its subject. They are compared by
 * direction (Salton, Wong and Yang 1975).
 *
 * <p>Three kinds of tables are left as they are whatever their ranges: with rows of one length
 * (unit vectors, histograms), with centred columns (principal components, standardized tables), and
 * with fewer than two columns that vary.
 */
public final class ScalingRule {
  /** Below this part of the widest range a column is lost. */
  static final double LOST = 0.1;

  /** Columns are scaled when this share of the variation is lost. */
  static final double SHARE = 0.25;

  /** Far values are limited when less than this share of all squared deviations is left then. */
  static final double NEAR = 0.5;

  /**
   * Rows have one length when their sums differ by at most this part of what they would differ by
   * if all columns were largest in one row and smallest in another.
   */
  static final double LENGTHS = 1e-3;

  /** A column is centred when its mean is at most this part of its deviation. */
  static final double CENTRED = 1e-3;

  /** Rows of fewer features are not taken for texts. */
  static final int WORDS = 256;

  /** The least share of zeros in rows of few values. */
  static final double ZEROS = 0.9;

  private ScalingRule() {}

  /** Decides. Time as {@link ColumnSample#ranges}. */
  public static ScalingChoice of(ColumnSample sample) {
    ColumnRange[] ranges = sample.ranges();
    double widest = 0.0;
    double narrowest = Double.POSITIVE_INFINITY;
    int varying = 0;
    for (ColumnRange range : ranges) {
      if (range.half() > 0.0) {
        varying++;
        widest = Math.max(widest, range.half());
        narrowest = Math.min(narrowest, range.half());
      }
    }
    double factor = varying == 0 ? 1.0 : widest / narrowest;
    int unit = FeatureScaler.unit(widest);
    if (unit != 0) {
      // The rule adds squares, which hold near 1 only.
      ColumnSample near = sample.divided(unit);
      ColumnRange[] divided = near.ranges();
      double width = Math.scalb(widest, -unit);
      ScalingReason reason = reason(near, divided, varying, width);
      return new ScalingChoice(scaler(ranges), reason, unit, factor);
    }
    return new ScalingChoice(scaler(ranges), reason(sample, ranges, varying, widest), 0, factor);
  }

  private static ScalingReason reason(
      ColumnSample sample, ColumnRange[] ranges, int varying, double widest) {
    if (varying < 2) {
      return ScalingReason.ONE_COLUMN;
    }
    if (isSparse(sample)) {
      return ScalingReason.SPARSE_ROWS;
    }
    if (isOneLength(sample)) {
      return ScalingReason.ONE_LENGTH;
    }
    if (isCentred(sample.stats())) {
      return ScalingReason.CENTRED;
    }
    double lost = 0.0;
    double all = 0.0;
    double spread = 0.0;
    double limited = 0.0;
    for (ColumnRange range : ranges) {
      all += range.varied();
      lost += range.half() < LOST * widest ? range.varied() : 0.0;
      spread += range.spread();
      limited += range.limited();
    }
    if (lost >= SHARE * all) {
      return ScalingReason.MIXED;
    }
    return limited < NEAR * spread ? ScalingReason.FAR_VALUES : ScalingReason.COMPARABLE;
  }

  /** Whether the values of a row, or their squares, have nearly the same sum in all rows. */
  private static boolean isOneLength(ColumnSample sample) {
    double values = 0.0;
    double squares = 0.0;
    for (int d = 0; d < sample.stats().min().length; d++) {
      double min = sample.stats().min()[d];
      double max = sample.stats().max()[d];
      double far = Math.max(Math.abs(min), Math.abs(max));
      double near = min <= 0.0 && max >= 0.0 ? 0.0 : Math.min(Math.abs(min), Math.abs(max));
      values += far - near;
      squares += far * far - near * near;
    }
    double[] lengths = sample.lengths();
    return isSmall(lengths[1] - lengths[0], values) || isSmall(lengths[3] - lengths[2], squares);
  }

  private static boolean isSmall(double difference, double most) {
    return Double.isFinite(most) && difference <= LENGTHS * most;
  }

  /** Whether rows have few values, and no negative one. */
  private static boolean isSparse(ColumnSample sample) {
    double[] least = sample.stats().min();
    return least.length >= WORDS
        && Arrays.stream(least).allMatch(value -> value >= 0.0)
        && sample.filled() <= 1.0 - ZEROS;
  }

  private static boolean isCentred(ColumnStats stats) {
    for (int d = 0; d < stats.mean().length; d++) {
      if (!stats.isConstant(d) && !(Math.abs(stats.mean()[d]) <= CENTRED * stats.deviation(d))) {
        return false;
      }
    }
    return true;
  }

  private static FeatureScaler scaler(ColumnRange[] ranges) {
    double[] low = new double[ranges.length];
    double[] high = new double[ranges.length];
    for (int d = 0; d < ranges.length; d++) {
      low[d] = ranges[d].low();
      high[d] = ranges[d].high();
    }
    return FeatureScaler.range(low, high);
  }
}
