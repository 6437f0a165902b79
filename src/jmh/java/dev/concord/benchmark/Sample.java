package dev.concord.benchmark;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Measurements of one quantity: their median, and the least and the most of them. */
record Sample(double least, double median, double most, int count) {
  static Sample of(double... values) {
    if (values.length == 0) {
      return new Sample(Double.NaN, Double.NaN, Double.NaN, 0);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
    return new Sample(sorted[0], median, sorted[sorted.length - 1], sorted.length);
  }

  static Sample of(DoubleStream values) {
    return of(values.toArray());
  }

  /** "12.3 (12.1 to 12.9)"; the number alone when it stands alone, a dash when there is none. */
  @Override
  public String toString() {
    if (count == 0 || Double.isNaN(median)) {
      return "–";
    }
    String spread = " (" + digits(least) + " to " + digits(most) + ")";
    return digits(median) + (count > 1 ? spread : "");
  }

  /** Three significant digits without powers of ten, whole numbers from 100; "0" below 0.0005. */
  static String digits(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    double size = Math.abs(value);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
    return size < 0.0005 ? "0" : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
