package dev.concord.spark.profile;

import org.jspecify.annotations.Nullable;

/**
 * A statistic of a column over the points of a cluster.
 *
 * @param level the category or term that a share is of, else null
 * @param statistic "median" and "iqr", or "mean" and "sd", in the units of the column, days and
 *     seconds since 1970 of dates and times; "share" and "missing", 0 to 1
 * @param unit of value and difference
 * @param value of the cluster
 * @param difference from the value of all points
 * @param effect the difference in standard units, null of a spread. Of a median: the difference
 *     over the interquartile range of all points divided by 1.349. Of a mean: over their standard
 *     deviation. Of a share: Cohen's h, 2 asin √p - 2 asin √q.
 */
public record ProfileRow(
    int cluster,
    String column,
    @Nullable String level,
    String statistic,
    Unit unit,
    double value,
    double difference,
    @Nullable Double effect) {
  /** What a value counts: the units of the column, days or seconds since 1970, parts of a whole. */
  enum Unit {
    NUMBER,
    DAYS,
    SECONDS,
    SHARE
  }

  /** The interquartile range of a normal distribution, in standard deviations. */
  static final double NORMAL_RANGE = 1.349;

  /** A share of the points. */
  static ProfileRow share(
      int cluster, String column, @Nullable String level, String statistic, double p, double all) {
    return new ProfileRow(cluster, column, level, statistic, Unit.SHARE, p, p - all, cohen(p, all));
  }

  /** Cohen's h of two shares. */
  static double cohen(double p, double q) {
    return 2.0 * (StrictMath.asin(StrictMath.sqrt(p)) - StrictMath.asin(StrictMath.sqrt(q)));
  }

  /** The size of the effect, 0 where there is none. */
  double size() {
    return effect == null ? 0.0 : Math.abs(effect);
  }
}
