package dev.concord.graph;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of the feature matrix, row-major. Kept in single precision when that loses
 * nothing (pixels, counts), else in double.
 */
public final class FeaturePanel implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int index;
  private final int firstRow;
  private final int rows;
  private final int dim;
  private final float @Nullable [] floats;
  private final double @Nullable [] doubles;

  private FeaturePanel(
      int index,
      int firstRow,
      int rows,
      int dim,
      float @Nullable [] floats,
      double @Nullable [] doubles) {
    this.index = index;
    this.firstRow = firstRow;
    this.rows = rows;
    this.dim = dim;
    this.floats = floats;
    this.doubles = doubles;
  }

  /**
   * A panel over {@code values} (rows·dim, row-major, not kept when single precision holds them
   * all).
   *
   * @param index this panel's place among all panels
   * @param firstRow dense id of its first row
   */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, double[] values) {
    if (values.length != Math.multiplyExact(rows, dim)) {
      throw new IllegalArgumentException(values.length + " values for " + rows + " rows of " + dim);
    }
    float[] floats = new float[values.length];
    for (int p = 0; p < values.length; p++) {
      floats[p] = (float) values[p];
      if (floats[p] != values[p]) {
        return new FeaturePanel(index, firstRow, rows, dim, null, values);
      }
    }
    return new FeaturePanel(index, firstRow, rows, dim, floats, null);
  }

  /** A panel over single-precision values (rows·dim, row-major, kept). */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, float[] values) {
    if (values.length != Math.multiplyExact(rows, dim)) {
      throw new IllegalArgumentException(values.length + " values for " + rows + " rows of " + dim);
    }
    return new FeaturePanel(index, firstRow, rows, dim, values, null);
  }

  public int index() {
    return index;
  }

  public int firstRow() {
    return firstRow;
  }

  public int rows() {
    return rows;
  }

  public int dim() {
    return dim;
  }

  /** The values when single precision holds them, else null. Not a copy. */
  public float @Nullable [] floats() {
    return floats;
  }

  /** The values when they need double precision, else null. Not a copy. */
  public double @Nullable [] doubles() {
    return doubles;
  }

  /** Copies row {@code row} (from 0 within the panel) into {@code target}, length dim. */
  public void copyRow(int row, double[] target) {
    int base = row * dim;
    if (floats != null) {
      for (int d = 0; d < dim; d++) {
        target[d] = floats[base + d];
      }
    } else if (doubles != null) {
      System.arraycopy(doubles, base, target, 0, dim);
    }
  }
}
