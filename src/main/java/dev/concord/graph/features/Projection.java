package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Maps rows to their coordinates along orthonormal axes, the rows of the data and new rows alike.
 * Sums are taken in double precision in feature order and rounded to single precision at the end: a
 * row has the same coordinates on every machine.
 */
@DefaultSerializer(JavaSerializer.class)
public final class Projection implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] centre;

  /**
   * For each feature its component of every axis: arrays of their own, so that sums take vectors.
   */
  private final double[][] axes;

  private final double[] offset;
  private final int count;
  private final double explained;
  private final boolean directions;

  /**
   * Coordinates along axes through a centre.
   *
   * @param centre length dim
   * @param axes dim·count: for each feature its component of every axis; rounded to single
   *     precision, in which a saved model keeps them
   * @param explained the share of the variance that lies along the axes, at most 1
   */
  public Projection(double[] centre, double[] axes, double explained) {
    this(centre, axes, explained, false);
  }

  /**
   * As {@link #Projection(double[], double[], double)}.
   *
   * @param directions whether rows of coordinates are brought to length 1; those of length 0 stay
   */
  public Projection(double[] centre, double[] axes, double explained, boolean directions) {
    this.directions = directions;
    int dim = centre.length;
    if (dim == 0 || axes.length == 0 || axes.length % dim != 0) {
      throw new IllegalArgumentException(axes.length + " values for axes of " + dim);
    }
    this.count = axes.length / dim;
    this.centre = centre.clone();
    this.axes = new double[dim][count];
    this.offset = new double[count];
    this.explained = explained;
    for (int d = 0; d < dim; d++) {
      for (int j = 0; j < count; j++) {
        float rounded = (float) axes[d * count + j];
        this.axes[d][j] = rounded;
        offset[j] += centre[d] * rounded;
      }
    }
  }

  /** Features of a row before the projection. */
  public int dim() {
    return centre.length;
  }

  /** Coordinates of a row. */
  public int count() {
    return count;
  }

  /** The share of the variance that lies along the axes. */
  public double explained() {
    return explained;
  }

  /** Whether rows of coordinates have length 1. */
  public boolean directions() {
    return directions;
  }

  /** The centre, length dim. A copy. */
  public double[] centre() {
    return centre.clone();
  }

  /** The axes, dim·count: for each feature its component of every axis. A copy. */
  public double[] axes() {
    double[] copy = new double[axes.length * count];
    for (int d = 0; d < axes.length; d++) {
      System.arraycopy(axes[d], 0, copy, d * count, count);
    }
    return copy;
  }

  /**
   * The coordinates of all rows of a panel. Time O(filled values · count).
   *
   * @throws InputException if a coordinate exceeds single precision
   */
  public FeaturePanel apply(FeaturePanel panel) {
    int dim = centre.length;
    if (panel.dim() != dim) {
      throw new IllegalArgumentException("panel of dimension " + panel.dim() + ", not " + dim);
    }
    float[] values = new float[Math.multiplyExact(panel.rows(), count)];
    int[] columns = new int[dim];
    double[] row = new double[dim];
    double[] out = new double[count];
    for (int r = 0; r < panel.rows(); r++) {
      project(panel.copyFilled(r, columns, row), columns, row, out);
      int base = r * count;
      for (int j = 0; j < count; j++) {
        values[base + j] = (float) out[j];
        if (Float.isInfinite(values[base + j]) || Float.isNaN(values[base + j])) {
          throw tooFar(panel.firstRow() + r);
        }
      }
    }
    return FeaturePanel.of(panel.index(), panel.firstRow(), panel.rows(), count, values);
  }

  private void project(int filled, int[] columns, double[] values, double[] out) {
    Arrays.fill(out, 0.0);
    for (int p = 0; p < filled; p++) {
      add(values[p], axes[columns[p]], out);
    }
    for (int j = 0; j < out.length; j++) {
      out[j] -= offset[j];
    }
    if (directions) {
      double square = 0.0;
      for (double value : out) {
        square += value * value;
      }
      for (int j = 0; j < out.length && square > 0.0; j++) {
        out[j] /= Math.sqrt(square);
      }
    }
  }

  private static void add(double value, double[] along, double[] out) {
    for (int j = 0; j < out.length; j++) {
      out[j] += value * along[j];
    }
  }

  private static InputException tooFar(int row) {
    return new InputException(
        ("input.features: row %s (counted from 0) lies farther from the mean of all rows than"
                + " single precision can hold (3.4e38), so it has no principal components;"
                + " correct or remove the row, or set graph.reduce = none.")
            .formatted(row));
  }
}
