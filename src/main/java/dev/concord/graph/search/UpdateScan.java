package dev.concord.graph.search;

import dev.concord.graph.ExactLists;
import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Gemm;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Searches panels, one after the other, for the nearest rows of some rows, and for the lists that
 * new rows enter: those of rows whose reach ({@link UpdatableLists}) is not below the distance.
 *
 * <p>Exact among the rows that are compared: all, or those of the inverted lists that a query
 * probes. Single precision estimates the distance of two rows by their coordinates ({@link
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
 * <p>Single-threaded. Time 2·coordinates operations in GEMM and one comparison for each pair
 * compared.
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
  private final int[] all;
  private final float[] left;
  private final float[] right;
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
    all = upTo(own.rows);
    left = new float[TILE * own.dim];
    right = new float[TILE * own.dim];
  }

  /**
   * Searches a panel for all queries.
   *
   * @param reach of all rows by dense id, {@link UpdatableLists#NOTHING} for lists that nothing
   *     enters
   */
  public void add(FeaturePanel panel, double[] reach) {
    Columns columns = columns(panel, reach);
    scan(all, 0, own.rows, upTo(panel.rows()), 0, panel.rows(), columns);
  }

  /** Searches a panel, each query among the rows of the inverted lists that it probes. */
  public void add(FeaturePanel panel, double[] reach, ProbedQueries probed) {
    Columns columns = columns(panel, reach);
    RowsByList rows = probed.rows(panel);
    RowsByList probing = probed.queries();
    for (int list = 0; list < probed.lists(); list++) {
      scan(
          probing.members(),
          probing.from(list),
          probing.to(list),
          rows.members(),
          rows.from(list),
          rows.to(list),
          columns);
    }
  }

  /**
   * A panel that is searched.
   *
   * @param entry of each row the threshold of its list, for the score x·y - |y|²/2
   */
  private record Columns(
      FeaturePanel panel, CentredPanel coordinates, float[] entry, double[] reach) {}

  private Columns columns(FeaturePanel panel, double[] reach) {
    CentredPanel coordinates = axes.apply(panel);
    double norms = (double) own.maxNorm + coordinates.maxNorm;
    float[] entry = new float[coordinates.rows];
    for (int c = 0; c < entry.length; c++) {
      double limit = reach[coordinates.firstRow + c];
      entry[c] =
          limit < 0.0
              ? Float.NEGATIVE_INFINITY
              : Math.nextUp((float) (0.5 * limit(limit, norms, coordinates.dim)));
    }
    return new Columns(panel, coordinates, entry, reach);
  }

  private static int[] upTo(int rows) {
    return IntStream.range(0, rows).toArray();
  }

  /** Compares some queries with some rows of a panel, tile by tile. */
  private void scan(
      int[] asking, int firstQuery, int endQuery, int[] rows, int first, int end, Columns columns) {
    int dim = own.dim;
    for (int j = first; j < end; j += TILE) {
      int n = Math.min(TILE, end - j);
      gather(columns.coordinates.values, rows, j, n, dim, right);
      for (int i = firstQuery; i < endQuery; i += TILE) {
        int m = Math.min(TILE, endQuery - i);
        gather(own.values, asking, i, m, dim, left);
        Gemm.abt(m, n, dim, left, 0, right, 0, tile);
        for (int r = 0; r < m; r++) {
          scan(asking[i + r], r * n, rows, j, n, columns);
        }
      }
    }
  }

  private static void gather(
      float[] values, int[] rows, int first, int count, int dim, float[] into) {
    for (int r = 0; r < count; r++) {
      System.arraycopy(values, rows[first + r] * dim, into, r * dim, dim);
    }
  }

  /** The largest estimated square of a pair whose distance may be within {@code distance}. */
  private static double limit(double distance, double norms, int dim) {
    double within = distance + COMPONENTS * norms;
    return within * within + (dim + 8) * PRODUCT * norms * norms;
  }

  private void scan(int q, int base, int[] rows, int first, int count, Columns columns) {
    CentredPanel coordinates = columns.coordinates;
    float half = Math.nextDown((float) (0.5 * own.square[q]));
    float least = threshold(q, coordinates);
    boolean enters = queries.enters()[q];
    boolean copied = false;
    for (int e = 0; e < count; e++) {
      int c = rows[first + e];
      float score = tile[base + e] - coordinates.half[c];
      boolean near = score >= least;
      boolean entering = enters && score + columns.entry[c] >= half;
      if (!near && !entering) {
        continue;
      }
      int row = coordinates.firstRow + c;
      if (row == queries.ids()[q]) {
        continue;
      }
      if (!copied) {
        queries.features().copyRow(q, x);
        copied = true;
      }
      double d = columns.panel.distance(queries.features(), q, x, c);
      if (near) {
        lists.insert(q, row, d);
        least = threshold(q, coordinates);
      }
      if (entering && d <= columns.reach[row]) {
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
