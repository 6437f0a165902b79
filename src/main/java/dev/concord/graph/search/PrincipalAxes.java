package dev.concord.graph.search;

import dev.concord.graph.features.Centre;
import dev.concord.graph.features.CentredRows;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.DominantSubspace;
import dev.concord.linalg.Seeds;

/**
 * Chooses the coordinates of the approximate search from a sample: the features themselves when
 * there are few, else the principal axes of most of the sample's variance.
 */
public final class PrincipalAxes {
  /** Up to so many features are kept as they are. */
  private static final int FEW = 64;

  private static final int FEWEST = 32;
  private static final int MOST = 128;
  private static final int STEP = 16;
  private static final double VARIANCE = 0.9;

  /** A reduction by less than this saves no time. */
  private static final double WORTHWHILE = 0.75;

  private static final int SAMPLE_ROWS = 2048;
  private static final long SAMPLE_VALUES = 1L << 24;

  private PrincipalAxes() {}

  /** Size of the sample for {@link #of}, drawn at random from all n rows. */
  public static int sampleRows(int n, int dim) {
    return (int) Math.min(n, Math.max(256, Math.min(SAMPLE_ROWS, SAMPLE_VALUES / dim)));
  }

  /** Coordinates that a search among rows of {@code dim} features uses at most. */
  public static int mostCoordinates(int dim) {
    return dim <= FEW || MOST > WORTHWHILE * dim ? dim : MOST;
  }

  /**
   * The smallest multiple of 16 axes, from 32 to 128, that holds nine tenths of the sample's
   * variance. Time some 12·rows·dim·128.
   *
   * @param sample {@link #sampleRows} rows
   */
  public static Reduction of(FeaturePanel sample, Seeds seeds) {
    int dim = sample.dim();
    double[] centre = Centre.of(sample);
    if (dim <= FEW) {
      return Reduction.none(centre);
    }
    int rows = sample.rows();
    DominantSubspace space =
        DominantSubspace.of(rows, dim, CentredRows.of(sample).values(), MOST, seeds.random("axes"));
    int reduced = count(space);
    if (reduced > WORTHWHILE * dim) {
      return Reduction.none(centre);
    }
    float[] axes = new float[Math.multiplyExact(dim, reduced)];
    for (int j = 0; j < reduced; j++) {
      for (int d = 0; d < dim; d++) {
        axes[d * reduced + j] = (float) space.axes()[j * dim + d];
      }
    }
    return Reduction.onto(centre, axes, reduced);
  }

  private static int count(DominantSubspace space) {
    double explained = 0.0;
    for (int j = 0; j < space.count(); j++) {
      explained += space.values()[j];
      boolean enough = explained >= VARIANCE * space.total();
      if (enough && j + 1 >= FEWEST && (j + 1) % STEP == 0) {
        return j + 1;
      }
    }
    return space.count();
  }
}
