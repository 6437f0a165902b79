package dev.concord.spark.input;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows on their way to one panel, packed: where each belongs and its values, in single precision
 * when that loses nothing.
 */
final class RowChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] rows;
  private final float @Nullable [] floats;
  private final double @Nullable [] doubles;

  /** The first {@code count} of the given rows; both arrays are copied. */
  RowChunk(int count, int dim, int[] rows, double[] values) {
    this.rows = Arrays.copyOf(rows, count);
    float[] packed = new float[count * dim];
    boolean exact = true;
    for (int p = 0; p < packed.length && exact; p++) {
      packed[p] = (float) values[p];
      exact = packed[p] == values[p];
    }
    floats = exact ? packed : null;
    doubles = exact ? null : Arrays.copyOf(values, count * dim);
  }

  /** Dense indices of the rows. */
  int[] rows() {
    return rows;
  }

  float @Nullable [] floats() {
    return floats;
  }

  double @Nullable [] doubles() {
    return doubles;
  }
}
