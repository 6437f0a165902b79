package dev.concord.graph.features;

import java.util.Arrays;

/**
 * The range of a column without its tails.
 *
 * <p>Let m be the median (a value of the column) and D the values that differ from m. The tails are
 * ⌈|D| / 40⌉ values of D at each end, fewer where they would be all of D. The range is the smallest
 * interval that holds m and the rest of D. A column that is mostly one value so has the range of
 * its other values: an interquartile range would be 0, and a deviation would fall with the number
 * of the others.
 *
 * @param low its lower end
 * @param high its upper end; equal to low for a constant column
 * @param varied the share of the values that differ from m
 * @param spread the sum of (x − m)² over the sample
 * @param limited the same when values farther outside the range than its width are at that limit
 */
record ColumnRange(double low, double high, double varied, double spread, double limited) {
  /** One value in so many of those that differ from the median is a tail, at either end. */
  private static final int TAIL = 40;

  /**
   * The range of a sample of a column. Time O(rows log rows).
   *
   * @param sample values of the column, at least one; sorted by this
   * @param min the smallest value of the whole column
   * @param max the largest; min and max are the range where the sample is constant
   */
  static ColumnRange of(double[] sample, double min, double max) {
    Arrays.sort(sample);
    int n = sample.length;
    double median = sample[n / 2];
    int below = n / 2;
    while (below > 0 && sample[below - 1] == median) {
      below--;
    }
    int above = n / 2;
    while (above < n && sample[above] == median) {
      above++;
    }
    int differing = below + n - above;
    if (differing == 0) {
      return new ColumnRange(min, max, 0.0, 0.0, 0.0);
    }
    int equal = above - below;
    int tail = Math.min((differing + TAIL - 1) / TAIL, (differing - 1) / 2);
    int first = tail < below ? tail : tail + equal;
    int last = differing - 1 - tail;
    last = last < below ? last : last + equal;
    double low = Math.min(median, sample[first]);
    double high = Math.max(median, sample[last]);
    double spread = 0.0;
    double limited = 0.0;
    for (double value : sample) {
      double near = Math.max(2.0 * low - high, Math.min(2.0 * high - low, value));
      spread += (value - median) * (value - median);
      limited += (near - median) * (near - median);
    }
    return new ColumnRange(low, high, (double) differing / n, spread, limited);
  }

  /** Half of its width: that of two finite ends is finite. */
  double half() {
    return 0.5 * high - 0.5 * low;
  }
}
