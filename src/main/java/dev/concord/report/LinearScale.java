package dev.concord.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * From data to drawing, linearly.
 *
 * @param low data at {@code from}
 * @param high data at {@code to}; above {@code low}
 * @param from coordinate of {@code low}
 * @param to coordinate of {@code high}
 */
public record LinearScale(double low, double high, double from, double to) {
  /** A place on an axis and what is written there. */
  public record Tick(double at, String label) {}

  public LinearScale {
    if (!(low < high) || !Double.isFinite(high - low)) {
      throw new IllegalArgumentException("no interval: [" + low + ", " + high + "]");
    }
  }

  /** A scale over the values with a margin on both sides; a single value gets a range around it. */
  public static LinearScale around(double[] values, double from, double to) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (values.length == 0) {
      return new LinearScale(0, 1, from, to);
    }
    double span = high - low;
    double margin = span > 1e-12 * Math.abs(high) ? 0.04 * span : Math.max(1e-3, Math.abs(high));
    return new LinearScale(low - margin, high + margin, from, to);
  }

  /** The coordinate of {@code value}. */
  public double at(double value) {
    return from + (to - from) * (value - low) / (high - low);
  }

  /**
   * At most about {@code wanted} round values (1, 2 or 5 times a power of ten) within the scale.
   */
  public List<Tick> ticks(int wanted) {
    double raw = (high - low) / wanted;
    int exponent = (int) Math.floor(StrictMath.log10(raw));
    double fraction = raw / StrictMath.pow(10, exponent);
    int lead = fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10;
    BigDecimal step = BigDecimal.valueOf(lead).scaleByPowerOfTen(exponent);
    long first = (long) Math.ceil(low / step.doubleValue() - 1e-9);
    long last = (long) Math.floor(high / step.doubleValue() + 1e-9);
    List<Tick> out = new ArrayList<>();
    for (long i = first; i <= last; i++) {
      double value = step.multiply(BigDecimal.valueOf(i)).doubleValue();
      out.add(new Tick(at(value), Figures.number(value)));
    }
    return out;
  }
}
