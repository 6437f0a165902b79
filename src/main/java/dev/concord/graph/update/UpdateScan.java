package dev.concord.graph.update;

import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.neighbors.ExactLists;
import dev.concord.linalg.Gemm;
import java.util.Arrays;

/**
 * Searches panels, one after the other, for the nearest rows of some rows, and for the lists that
 * new rows enter: those of rows whose reach ({@link UpdatableLists}) is not below the distance.
 *
 * <p>Exact. Single precision estimates the distance of two rows by their coordinates ({@link
 * FilterAxes}), which is never above the true one but for rounding. A pair whose estimate, less a
 * bound on all rounding, is beyond what the query and the row still take is passed over; all others
 * are measured in double by their features, with the bits of any other search.
 *
 * <p>Rounding: a component in single precision is within 2<sup>-24</sup> of its value relatively,
 * so the distance of two rows of norms X and Y within 2<sup>-23</sup>(X + Y); 2<sup>-12</sup>(X +
 * Y) is taken, which holds the errors of the axes too. The estimate 2(X²/2 + Y²/2 - product) is
 * within (c + 8) 2<sup>-23</sup>(X + Y)² for c coordinates, see {@link
 * dev.concord.graph.features.DistanceBound}.
 *
 * <p>Single-threaded. Time 2·queries·rows·coordinates operations in GEMM and one comparison a pair.
 */
public final class UpdateScan {
  private static final int TILE = 512;
  private static final double COMPONENTS = 0x1p-12;
  private static final double PRODUCT = 0x1p-23;

  private final UpdateQueries queries;
  private final FilterAxes axes;
  private final CentredPanel own;
  private final ExactLists lists;
  private final double[] x;
  private final float[] tile = new float[TILE * TILE];
  private int[] rows = new int[64];
  private int[] points = new int[64];
  private double[] distances = new double[64];
  private int count;

  /** Has searched nothing yet. */
  public UpdateScan(UpdateQueries queries, FilterAxes axes) {
    this.queries = queries;
    this.axes = axes;
    own = axes.apply(queries.features());
    lists = ExactLists.empty(queries.ids(), queries.width());
    x = new double[queries.features().dim()];
  }

  /**
   * Searches a panel.
   *
   * @param reach of all rows by dense id, {@link UpdatableLists#NOTHING} for lists that nothing
   *     enters
   */
  public void add(FeaturePanel panel, double[] reach) {
    CentredPanel columns = axes.apply(panel);
    double norms = (double) own.maxNorm + columns.maxNorm;
    // Score x·y - |y|²/2: a pair is measured where it is above a row's or a column's threshold.
    float[] entry = new float[columns.rows];
    for (int c = 0; c < entry.length; c++) {
      double limit = reach[columns.firstRow + c];
      entry[c] =
          limit < 0.0
              ? Float.NEGATIVE_INFINITY
              : Math.nextUp((float) (0.5 * limit(limit, norms, columns.dim)));
    }
    for (int i = 0; i < own.rows; i += TILE) {
      int m = Math.min(TILE, own.rows - i);
      for (int j = 0; j < columns.rows; j += TILE) {
        int n = Math.min(TILE, columns.rows - j);
        Gemm.abt(m, n, own.dim, own.values, i * own.dim, columns.values, j * own.dim, tile);
        for (int r = 0; r < m; r++) {
          scan(i + r, r * n, j, columns, entry, panel, reach);
        }
      }
    }
  }

  /** The largest estimated square of a pair whose distance may be within {@code distance}. */
  private static double limit(double distance, double norms, int dim) {
    double within = distance + COMPONENTS * norms;
    return within * within + (dim + 8) * PRODUCT * norms * norms;
  }

  private void scan(
      int q,
      int base,
      int j,
      CentredPanel columns,
      float[] entry,
      FeaturePanel panel,
      double[] reach) {
    int n = Math.min(TILE, columns.rows - j);
    float half = Math.nextDown((float) (0.5 * own.square[q]));
    float least = threshold(q, columns);
    boolean enters = queries.enters()[q];
    boolean copied = false;
    for (int c = 0; c < n; c++) {
      float score = tile[base + c] - columns.half[j + c];
      boolean near = score >= least;
      boolean entering = enters && score + entry[j + c] >= half;
      if (!near && !entering) {
        continue;
      }
      int row = columns.firstRow + j + c;
      if (row == queries.ids()[q]) {
        continue;
      }
      if (!copied) {
        queries.features().copyRow(q, x);
        copied = true;
      }
      double d = panel.distance(queries.features(), q, x, j + c);
      if (near) {
        lists.insert(q, row, d);
        least = threshold(q, columns);
      }
      if (entering && d <= reach[row]) {
        enter(row, queries.ids()[q], d);
      }
    }
  }

  /** The score below which no point belongs to the list of a query. */
  private float threshold(int q, CentredPanel columns) {
    int k = lists.k();
    if (lists.counts()[q] < k) {
      return Float.NEGATIVE_INFINITY;
    }
    double norms = (double) own.norm[q] + columns.maxNorm;
    double limit = limit(lists.distance()[(q + 1) * k - 1], norms, columns.dim);
    return Math.nextDown((float) (0.5 * (own.square[q] - limit)));
  }

  private void enter(int row, int point, double d) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      points = Arrays.copyOf(points, 2 * count);
      distances = Arrays.copyOf(distances, 2 * count);
    }
    rows[count] = row;
    points[count] = point;
    distances[count++] = d;
  }

  /** What the panels searched so far hold. */
  public FoundNeighbors found() {
    return new FoundNeighbors(
        lists,
        Arrays.copyOf(rows, count),
        Arrays.copyOf(points, count),
        Arrays.copyOf(distances, count));
  }
}
