package dev.concord.method;

import dev.concord.error.InputException;
import java.util.function.IntFunction;

/**
 * The features that a graph was built from, scaled, before they are collected on the driver.
 *
 * @param values how many values there are, n·d; 0 when edges were given instead
 * @param rows collects them, row by row: of more columns than the number it is given, so many
 *     leading principal components
 */
public record FeatureRows(long values, IntFunction<double[]> rows) {
  /** Edges were given. */
  public static final FeatureRows NONE =
      new FeatureRows(
          0,
          most -> {
            throw new InputException(
                "The method needs input.features, but input.edges was given; name a feature table,"
                    + " or choose another clusters.method.");
          });

  /** Rows that are on the driver, and stay as they are. */
  public static FeatureRows of(double[] values) {
    return new FeatureRows(values.length, most -> values);
  }

  /** Some rows of a matrix, row by row. */
  public static double[] taken(double[] values, int dim, int[] rows) {
    double[] out = new double[Math.multiplyExact(rows.length, dim)];
    for (int r = 0; r < rows.length; r++) {
      System.arraycopy(values, rows[r] * dim, out, r * dim, dim);
    }
    return out;
  }
}
