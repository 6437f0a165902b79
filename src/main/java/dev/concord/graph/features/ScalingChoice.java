package dev.concord.graph.features;

import java.util.Locale;

/**
 * What {@link FeatureScaling#AUTO} decided for a table.
 *
 * @param ranges the scaler that brings its columns to one range, whether it is applied or not; NONE
 *     where the columns were not read
 * @param unit the exponent of 2 by which features are divided that keep their units; 0 for none
 * @param factor the widest range of a column over the narrowest, constant columns not counted; NaN
 *     where they were not read
 */
public record ScalingChoice(FeatureScaler ranges, ScalingReason reason, int unit, double factor) {
  /** The factor from which on its digits are no longer written out. */
  private static final double LARGE = 1e6;

  /** Standard deviations in the range of a column without its tails, which has width 1. */
  private static final double LEVEL = 4.0;

  /** What is done: {@code RANGE}, {@code LIMIT}, {@code UNIT} or {@code NONE}. */
  public FeatureScaling applied() {
    return switch (reason) {
      case MIXED, CATEGORIES -> FeatureScaling.RANGE;
      case FAR_VALUES -> FeatureScaling.LIMIT;
      case SPARSE_ROWS -> FeatureScaling.UNIT;
      default -> FeatureScaling.NONE;
    };
  }

  /** The scaler to apply. */
  public FeatureScaler scaler() {
    return switch (applied()) {
      case RANGE -> ranges;
      case LIMIT -> limits();
      case UNIT -> FeatureScaler.plain(FeatureScaling.UNIT);
      default -> kept();
    };
  }

  /** The scaler that keeps the features, but for a power of two where they are far from 1. */
  public FeatureScaler kept() {
    double[] low = ranges.low();
    return unit == 0 || low == null
        ? FeatureScaler.plain(FeatureScaling.NONE)
        : FeatureScaler.divided(low.length, unit);
  }

  /** The scaler that limits far values, whether it is applied or not. */
  public FeatureScaler limits() {
    return ranges.limiting();
  }

  /** The choice where rows are compared by direction, whatever the columns are. */
  public static ScalingChoice byDirection() {
    return new ScalingChoice(
        FeatureScaler.plain(FeatureScaling.NONE), ScalingReason.COSINE, 0, Double.NaN);
  }

  /** The choice for a table whose columns are all categories. */
  public static ScalingChoice unscaled() {
    return new ScalingChoice(
        FeatureScaler.plain(FeatureScaling.NONE), ScalingReason.ONE_COLUMN, 0, Double.NaN);
  }

  /**
   * The choice where categories stand beside the columns. These are scaled, because the step from
   * one category to another has no unit, and the features of categories, the last ones, are divided
   * so that two levels differ like two numbers one standard deviation apart.
   *
   * @param dim features in all
   */
  public ScalingChoice besideCategories(int dim) {
    return new ScalingChoice(
        ranges.extended(dim, LEVEL), ScalingReason.CATEGORIES, Math.max(0, unit), factor);
  }

  /** In words, for people. */
  public String text() {
    return text(applied(), reason.text(), factor);
  }

  /** The same from its parts. */
  public static String text(FeatureScaling applied, String reason, double factor) {
    if (reason.equals(ScalingReason.CATEGORIES.text())) {
      return "scaled by range, beside categories";
    }
    return switch (applied) {
      case RANGE -> "scaled by range, columns differ by a factor of " + rounded(factor);
      case LIMIT -> "with far values limited, in their units";
      case UNIT -> "compared by direction, " + reason;
      default -> "as they are, " + reason;
    };
  }

  /** Two digits. */
  private static String rounded(double factor) {
    if (!(factor < LARGE)) {
      return String.format(Locale.ROOT, "%.1e", factor);
    }
    double unit = 1.0;
    while (factor / unit >= 100.0) {
      unit *= 10.0;
    }
    return factor < 10.0
        ? String.format(Locale.ROOT, "%.1f", factor)
        : String.format(Locale.ROOT, "%,d", Math.round(factor / unit) * (long) unit);
  }
}
