package dev.concord.spark.profile;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * A column of numbers over the points of a group.
 *
 * @param points of the group
 * @param present those that have a value
 * @param quartiles of the values; NaN where there is none
 */
@DefaultSerializer(JavaSerializer.class)
record NumberSummary(
    int group, long points, long present, double[] quartiles, double mean, double deviation)
    implements Serializable {

  /**
   * The summaries of a column.
   *
   * @param cells of the points of each group, NaN or infinite where there is no value; among the
   *     groups may be {@link ProfileSample#ALL}, whose values make the grid of the sums
   */
  static List<NumberSummary> of(SortedMap<Integer, double[]> cells) {
    double[] all = cells.getOrDefault(ProfileSample.ALL, new double[0]);
    double[] sorted = finite(all);
    double low = sorted.length == 0 ? 0.0 : sorted[0];
    double span = sorted.length == 0 ? 0.0 : sorted[sorted.length - 1] - low;
    double scale = scale(span, all.length);
    List<NumberSummary> summaries = new ArrayList<>();
    cells.forEach(
        (group, own) ->
            summaries.add(
                of(
                    group,
                    own.length,
                    group == ProfileSample.ALL ? sorted : finite(own),
                    low,
                    scale)));
    return summaries;
  }

  /** The finite values, ascending. */
  private static double[] finite(double[] cells) {
    double[] values = new double[cells.length];
    int count = 0;
    for (double value : cells) {
      if (Math.abs(value) < Double.POSITIVE_INFINITY) {
        values[count++] = value;
      }
    }
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * Steps of the grid per unit; 0 of a column of one value. Sums of squares of whole numbers below
   * 2^bits are below 2^53, so no order rounds them.
   */
  private static double scale(double span, long points) {
    int bits = (52 - (64 - Long.numberOfLeadingZeros(Math.max(1, points)))) / 2;
    boolean usual = span > 0.0 && span < Double.POSITIVE_INFINITY;
    return usual ? Math.scalb(1.0, bits - 1 - Math.getExponent(span)) : 0.0;
  }

  private static NumberSummary of(
      int group, long points, double[] sorted, double low, double scale) {
    double[] quartiles = new double[3];
    for (int q = 0; q < quartiles.length; q++) {
      quartiles[q] = quantile(sorted, 0.25 * (q + 1));
    }
    int present = sorted.length;
    double mean = present == 0 ? Double.NaN : low;
    double deviation = present == 0 ? Double.NaN : 0.0;
    if (present > 0 && scale > 0.0) {
      double sum = 0.0;
      double squares = 0.0;
      for (double value : sorted) {
        double grid = Math.rint((value - low) * scale);
        sum += grid;
        squares += grid * grid;
      }
      double steps = sum / present;
      mean += steps / scale;
      deviation = Math.sqrt(Math.max(0.0, squares / present - steps * steps)) / scale;
    }
    return new NumberSummary(group, points, present, quartiles, mean, deviation);
  }

  /** Linear between the two nearest values; NaN of none. */
  private static double quantile(double[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double position = (sorted.length - 1) * share;
    int lower = (int) Math.floor(position);
    int higher = (int) Math.ceil(position);
    if (higher == lower || sorted[higher] == sorted[lower]) {
      return sorted[lower];
    }
    return (higher - position) * sorted[lower] + (position - lower) * sorted[higher];
  }

  /**
   * Whether the quartiles differ; else most of the column is few values, and its mean says more.
   */
  private boolean isSpread() {
    return quartiles[0] < quartiles[1] && quartiles[1] < quartiles[2];
  }

  private double range() {
    return quartiles[2] - quartiles[0];
  }

  private double missing() {
    return (double) (points - present) / points;
  }

  /** The rows of a column; of a cluster without a value only what is missing. */
  static List<ProfileRow> rows(String column, ProfileRow.Unit unit, List<NumberSummary> groups) {
    NumberSummary all =
        groups.stream().filter(group -> group.group == ProfileSample.ALL).findFirst().orElse(null);
    List<ProfileRow> rows = new ArrayList<>();
    if (all == null || all.present == 0) {
      return rows;
    }
    boolean spread = all.isSpread();
    double middle = spread ? all.quartiles[1] : all.mean;
    double step = spread ? all.range() / ProfileRow.NORMAL_RANGE : all.deviation;
    for (NumberSummary group : groups) {
      if (group.group < 0) {
        continue;
      }
      if (group.present > 0) {
        double value = spread ? group.quartiles[1] : group.mean;
        double difference = value - middle;
        rows.add(
            new ProfileRow(
                group.group,
                column,
                null,
                spread ? "median" : "mean",
                unit,
                value,
                difference,
                step > 0.0 ? difference / step : 0.0));
        double own = spread ? group.range() : group.deviation;
        double usual = spread ? all.range() : all.deviation;
        rows.add(
            new ProfileRow(
                group.group, column, null, spread ? "iqr" : "sd", unit, own, own - usual, null));
      }
      if (all.present < all.points) {
        rows.add(
            ProfileRow.share(group.group, column, null, "missing", group.missing(), all.missing()));
      }
    }
    return rows;
  }
}
