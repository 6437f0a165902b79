package dev.concord.spark.profile;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * A column of numbers over the points of a group.
 *
 * @param points of the group
 * @param present those that have a value
 * @param quartiles of the values; NaN where there is none
 */
record NumberSummary(
    int group, long points, long present, double[] quartiles, double mean, double deviation) {

  /** Points of a group, and those that have a value. */
  record Counts(int group, long points, long present) {}

  /**
   * From counts, quartiles and sums of whole numbers.
   *
   * @param row group, place, points, values, quartiles, sum and sum of squares on the grid
   * @param low where the grid begins
   * @param scale steps of the grid per unit, 0 of a column of one value
   */
  static NumberSummary of(Row row, double low, double scale) {
    Counts counts = new Counts(row.getInt(0), row.getLong(2), row.getLong(3));
    long present = counts.present;
    double[] quartiles = {Double.NaN, Double.NaN, Double.NaN};
    if (present > 0) {
      List<Double> found = row.getList(4);
      for (int q = 0; q < quartiles.length; q++) {
        quartiles[q] = found.get(q);
      }
    }
    return present == 0
        ? of(counts, quartiles, 0.0, 0.0, low, scale)
        : of(counts, quartiles, row.getDouble(5), row.getDouble(6), low, scale);
  }

  /**
   * From counts, quartiles and sums of whole numbers.
   *
   * @param sum of the values on the grid
   * @param squares of them
   * @param low where the grid begins
   * @param scale steps of the grid per unit, 0 of a column of one value
   */
  static NumberSummary of(
      Counts counts, double[] quartiles, double sum, double squares, double low, double scale) {
    long present = counts.present;
    double mean = present == 0 ? Double.NaN : low;
    double deviation = present == 0 ? Double.NaN : 0.0;
    if (present > 0 && scale > 0.0) {
      double steps = sum / present;
      mean += steps / scale;
      deviation = Math.sqrt(Math.max(0.0, squares / present - steps * steps)) / scale;
    }
    return new NumberSummary(counts.group, counts.points, present, quartiles, mean, deviation);
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
