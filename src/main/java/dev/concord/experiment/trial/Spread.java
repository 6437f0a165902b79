package dev.concord.experiment.trial;

import java.util.Arrays;

/**
 * How the figures of several trials are spread.
 *
 * @param count how many there are
 * @param mean their mean, NaN without any
 * @param standardError of the mean: the sample deviation over the root of the count, NaN below two
 * @param min the least
 * @param max the greatest
 */
public record Spread(int count, double mean, double standardError, double min, double max) {

  /** The spread of the values that are numbers; sums in their order. */
  public static Spread of(double[] values) {
    double[] numbers = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    int n = numbers.length;
    if (n == 0) {
      return new Spread(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double sum = 0.0;
    double min = numbers[0];
    double max = numbers[0];
    for (double value : numbers) {
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    double mean = sum / n;
    double squares = 0.0;
    for (double value : numbers) {
      squares += (value - mean) * (value - mean);
    }
    double error = n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1.0) / n);
    return new Spread(n, mean, error, min, max);
  }
}
