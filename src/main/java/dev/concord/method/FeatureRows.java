package dev.concord.method;

import dev.concord.error.InputException;
import java.util.function.Supplier;

/**
 * The features that a graph was built from, scaled, before they are collected on the driver.
 *
 * @param values how many values there are, n·d; 0 when edges were given instead
 * @param rows collects them, row by row
 */
public record FeatureRows(long values, Supplier<double[]> rows) {
  /** Edges were given. */
  public static final FeatureRows NONE =
      new FeatureRows(
          0,
          () -> {
            throw new InputException(
                "The method needs input.features, but input.edges was given; name a feature table,"
                    + " or choose another clusters.method.");
          });

  /** Rows that are on the driver. */
  public static FeatureRows of(double[] values) {
    return new FeatureRows(values.length, () -> values);
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
