package dev.concord.graph.features;

import dev.concord.error.InputException;
import org.jspecify.annotations.Nullable;

/**
 * A panel's rows minus a fixed vector, rounded to float, with their norms. Used within one task.
 */
public final class CentredPanel {
  public final int firstRow;
  public final int rows;
  public final int dim;

  /** rows·dim, row-major; empty where the rows are sparse. */
  public final float[] values;

  /** The rows without their zeros, or null. */
  public final @Nullable SparsePanel sparse;

  /** Squared norms of the rounded rows. */
  public final double[] square;

  /** Half of them, in float. */
  public final float[] half;

  /** Norms, rounded up. */
  public final float[] norm;

  /** The largest of them. */
  public final float maxNorm;

  public CentredPanel(FeaturePanel panel, double[] mean) {
    firstRow = panel.firstRow();
    rows = panel.rows();
    dim = panel.dim();
    if (mean.length != dim || dim > DistanceBound.LARGEST_DIM) {
      throw new IllegalArgumentException("panel of dimension " + dim + ", mean of " + mean.length);
    }
    sparse = panel.isSparse() && isOrigin(mean) ? SparsePanel.of(panel) : null;
    values = new float[sparse == null ? rows * dim : 0];
    square = new double[rows];
    half = new float[rows];
    norm = new float[rows];
    float largest = 0.0f;
    double farthest = 0.0;
    int farthestRow = 0;
    double[] row = new double[dim];
    for (int r = 0; r < rows; r++) {
      double sum = 0.0;
      if (sparse != null) {
        sum = sparse.square(r);
      } else {
        panel.copyRow(r, row);
        for (int d = 0; d < dim; d++) {
          float v = (float) (row[d] - mean[d]);
          values[r * dim + d] = v;
          sum += (double) v * v;
        }
      }
      double length = Math.sqrt(sum);
      if (!(length <= farthest) && !Double.isNaN(farthest)) {
        farthest = length;
        farthestRow = r;
      }
      square[r] = sum;
      half[r] = (float) (0.5 * sum);
      norm[r] = Math.nextUp((float) length);
      largest = Math.max(largest, norm[r]);
    }
    maxNorm = largest;
    if (!(farthest <= DistanceBound.LARGEST_NORM)) {
      throw new InputException(
          ("features: row %s (counted from 0) lies %s from the centre of all rows; neighbours are"
                  + " searched within 1.15e18 of it only; correct or remove the row, or choose"
                  + " graph.scale-features = range.")
              .formatted(firstRow + farthestRow, farthest));
    }
  }

  /** The same rows with their zeros; this panel where it has them. */
  public CentredPanel filled() {
    return sparse == null ? this : new CentredPanel(this, sparse);
  }

  private CentredPanel(CentredPanel panel, SparsePanel rowsOfPanel) {
    firstRow = panel.firstRow;
    rows = panel.rows;
    dim = panel.dim;
    square = panel.square;
    half = panel.half;
    norm = panel.norm;
    maxNorm = panel.maxNorm;
    sparse = null;
    values = rowsOfPanel.filled(dim);
  }

  private static boolean isOrigin(double[] mean) {
    for (double value : mean) {
      if (value != 0.0) {
        return false;
      }
    }
    return true;
  }
}
