package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.CentredRows;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.DominantSubspace;
import dev.concord.linalg.Seeds;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Few coordinates of a row, whose distances are never above those of the rows: its components along
 * orthonormal axes through a centre, and the length of what is left of it. For rows x and y with
 * components p and q and rests of length a and b, |x - y|² ≥ |p - q|² + (a - b)², because the rests
 * are orthogonal to all axes and the triangle inequality holds for them. The axes change the speed
 * of a search, never its result.
 */
@DefaultSerializer(JavaSerializer.class)
public record FilterAxes(double[] centre, double @Nullable [] axes, int count)
    implements Serializable {
  /** Up to so many features are coordinates as they are. */
  private static final int FEW = 64;

  private static final int MOST = 64;
  private static final int STEP = 16;
  private static final double VARIANCE = 0.95;
  private static final int SAMPLE_ROWS = 1024;
  private static final long SAMPLE_VALUES = 1L << 23;

  /** Size of the sample for {@link #of}. */
  public static int sampleRows(int n, int dim) {
    return (int) Math.min(n, Math.max(128, Math.min(SAMPLE_ROWS, SAMPLE_VALUES / dim)));
  }

  /**
   * Axes of most of a sample's variance, a multiple of 16 up to 64; none for few features.
   *
   * @param sample {@link #sampleRows} rows
   */
  public static FilterAxes of(FeaturePanel sample, Seeds seeds) {
    int dim = sample.dim();
    if (dim <= FEW) {
      return new FilterAxes(Centre.of(sample), null, dim);
    }
    CentredRows rows = CentredRows.of(sample);
    DominantSubspace space =
        DominantSubspace.of(sample.rows(), dim, rows.values(), MOST, seeds.random("filter axes"));
    int count = 0;
    double explained = 0.0;
    while (count < space.count() && (count % STEP != 0 || explained < VARIANCE * space.total())) {
      explained += space.values()[count++];
    }
    double[] along = new double[Math.multiplyExact(dim, count)];
    for (int j = 0; j < count; j++) {
      for (int d = 0; d < dim; d++) {
        along[d * count + j] = space.axes()[j * dim + d];
      }
    }
    return new FilterAxes(rows.mean(), along, count);
  }

  /**
   * The coordinates of all rows, in single precision, with their norms. Time O(rows · values that
   * differ from the centre · axes).
   *
   * @throws dev.concord.error.InputException if a row is farther from the centre than single
   *     precision can square
   */
  CentredPanel apply(FeaturePanel panel) {
    if (axes == null) {
      return new CentredPanel(panel, centre).filled();
    }
    int dim = centre.length;
    int width = count + 1;
    float[] values = new float[Math.multiplyExact(panel.rows(), width)];
    double[] row = new double[dim];
    double[] out = new double[count];
    for (int r = 0; r < panel.rows(); r++) {
      panel.copyRow(r, row);
      double rest = project(row, axes, out);
      for (int j = 0; j < count; j++) {
        values[r * width + j] = (float) out[j];
      }
      values[r * width + count] = (float) rest;
    }
    FeaturePanel coordinates =
        FeaturePanel.of(panel.index(), panel.firstRow(), panel.rows(), width, values);
    return new CentredPanel(coordinates, new double[width]).filled();
  }

  /** The components of a row into {@code out}; returns the length of the rest. */
  private double project(double[] row, double[] along, double[] out) {
    Arrays.fill(out, 0.0);
    double square = 0.0;
    for (int d = 0; d < row.length; d++) {
      double value = row[d] - centre[d];
      square += value * value;
      if (value != 0.0) {
        int base = d * out.length;
        for (int j = 0; j < out.length; j++) {
          out[j] += value * along[base + j];
        }
      }
    }
    double held = 0.0;
    for (double component : out) {
      held += component * component;
    }
    return Math.sqrt(Math.max(0.0, square - held));
  }
}
