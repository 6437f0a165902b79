package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Maps features to the coordinates of the approximate search: x - centre, rounded to float, or its
 * components along orthonormal axes. The coordinates only select candidates; distances are computed
 * between the features.
 *
 * <p>Float arithmetic in a fixed order, in Java: a row has the same coordinates on every machine.
 *
 * @param centre the vector subtracted from each row, length dim. Not a copy
 * @param axes for each feature its component of every axis: arrays of their own, so that sums take
 *     vectors
 * @param reduced coordinates of a row
 */
@DefaultSerializer(JavaSerializer.class)
public record Reduction(double[] centre, float @Nullable [][] axes, int reduced)
    implements Serializable {
  /** Largest coordinate: squares of larger ones come close to the largest float. */
  private static final float LARGEST = 0x1p56f;

  /** All features, centred. */
  public static Reduction none(double[] centre) {
    return new Reduction(centre, null, centre.length);
  }

  /**
   * Components along axes.
   *
   * @param centre length dim
   * @param axes dim·reduced: for each feature its component of every axis
   */
  public static Reduction onto(double[] centre, float[] axes, int reduced) {
    if (axes.length != Math.multiplyExact(centre.length, reduced)) {
      throw new IllegalArgumentException(
          axes.length + " values for " + reduced + " axes of " + centre.length);
    }
    float[][] along = new float[centre.length][];
    Arrays.setAll(along, d -> Arrays.copyOfRange(axes, d * reduced, (d + 1) * reduced));
    return new Reduction(centre, along, reduced);
  }

  /** Whether the coordinates are the features themselves, centred and rounded. */
  public boolean isNone() {
    return axes == null;
  }

  /**
   * The coordinates of all rows, rows·reduced. Time O(rows · features that differ from the centre ·
   * reduced).
   *
   * @throws InputException if a row is farther from the centre than single precision can square
   */
  public float[] apply(FeaturePanel panel) {
    int dim = centre.length;
    if (panel.dim() != dim) {
      throw new IllegalArgumentException("panel of dimension " + panel.dim() + ", not " + dim);
    }
    float[] values = new float[Math.multiplyExact(panel.rows(), reduced)];
    double[] row = new double[dim];
    float[] out = new float[reduced];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      if (axes == null) {
        for (int d = 0; d < dim; d++) {
          out[d] = (float) (row[d] - centre[d]);
        }
      } else {
        project(row, axes, out);
      }
      check(panel, r, out);
      System.arraycopy(out, 0, values, r * reduced, reduced);
    }
    return values;
  }

  private void project(double[] row, float[][] along, float[] out) {
    Arrays.fill(out, 0f);
    for (int d = 0; d < row.length; d++) {
      float value = (float) (row[d] - centre[d]);
      if (value != 0f) {
        add(value, along[d], out);
      }
    }
  }

  private static void add(float value, float[] along, float[] out) {
    for (int j = 0; j < out.length; j++) {
      out[j] += value * along[j];
    }
  }

  private static void check(FeaturePanel panel, int r, float[] out) {
    for (float value : out) {
      if (!(Math.abs(value) <= LARGEST)) {
        throw new InputException(
            ("features: row %s (counted from 0) lies farther from the centre of all rows than the"
                    + " neighbour search can measure (7e16); correct or remove the row, or choose"
                    + " graph.scale-features = range.")
                .formatted(panel.firstRow() + r));
      }
    }
  }
}
