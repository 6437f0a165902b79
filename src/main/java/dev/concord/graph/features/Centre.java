package dev.concord.graph.features;

import java.util.Arrays;
import java.util.List;

/**
 * A point amid the rows, to subtract before distances are estimated in single precision: the
 * shorter the rows, the smaller the errors. Medians, because a few outliers would move the mean
 * away from all other rows. Any point gives the right neighbours; this one gives them without
 * exhaustive scans.
 */
public final class Centre {
  /** Rows of a panel that are read. */
  private static final int SAMPLE = 255;

  private Centre() {}

  /** The column medians of up to 255 evenly spaced rows, length dim. */
  public static double[] of(FeaturePanel panel) {
    int sample = Math.min(SAMPLE, panel.rows());
    double[][] rows = new double[sample][panel.dim()];
    for (int s = 0; s < sample; s++) {
      panel.copyRow((int) ((long) s * panel.rows() / sample), rows[s]);
    }
    return medians(rows, panel.dim());
  }

  /**
   * The same, or the origin of a sparse panel: its rows stay sparse, and most of their medians are
   * 0.
   */
  public static double[] keepingZeros(FeaturePanel panel) {
    return panel.isSparse() ? new double[panel.dim()] : of(panel);
  }

  /** The column medians of the panels' centres, in any order. */
  public static double[] combine(List<double[]> centres) {
    return medians(centres.toArray(new double[0][]), centres.get(0).length);
  }

  private static double[] medians(double[][] rows, int dim) {
    double[] medians = new double[dim];
    double[] column = new double[rows.length];
    for (int d = 0; d < dim; d++) {
      for (int r = 0; r < rows.length; r++) {
        column[r] = rows[r][d];
      }
      Arrays.sort(column);
      medians[d] = column[rows.length / 2];
    }
    return medians;
  }
}
