package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.PrincipalAxes;
import dev.concord.graph.ivf.ProbeEffort;

/**
 * The sizes of an approximate search, which follow from the data's shape alone.
 *
 * @param n rows
 * @param dim features
 * @param cells cells asked of the training
 * @param trainingRows rows the cells are found in
 * @param panelRows rows of a cell panel
 */
public record SearchSize(int n, int dim, int cells, int trainingRows, int panelRows) {
  /** Rows of a cell on average. Fewer: more cells to choose from; more: more points to look at. */
  public static final int CELL_ROWS = 256;

  /** Rows of the sample that calibrates the search, and of the one that judges it. */
  public static final int SAMPLE_ROWS = 512;

  private static final int FEWEST_SAMPLE_ROWS = 64;
  private static final long SAMPLE_VALUES = 1L << 23;

  /** Cells a row probes in a plan for data with structure, such as images. */
  public static final int USUAL_PROBES = 32;

  /**
   * Cells a row probes on data without structure: so many for 100,000 rows, growing as a power of
   * the rows. Measured on mixtures of Gaussians in 32 dimensions, recall 0.98.
   */
  private static final double UNSTRUCTURED_PROBES = 28.0;

  private static final double UNSTRUCTURED_ROWS = 1e5;
  private static final double UNSTRUCTURED_GROWTH = 0.76;
  private static final double UNSTRUCTURED_DIM = 32.0;

  private static final int USUAL_NEIGHBORS = 10;

  /** Of these cells, those that links start from. */
  private static final double STARTING = 0.3;

  /** A piece has at most so many times the rows of an average cell. */
  private static final int LARGEST_PIECE = 4;

  private static final int TRAINING_ROWS_PER_CELL = 20;
  private static final long TRAINING_VALUES = 1L << 27;

  private static final int MOST_PANEL_ROWS = 1 << 15;
  private static final int LEAST_PANEL_ROWS = 1 << 12;
  private static final int PANELS = 64;
  private static final long PANEL_BYTES = 1L << 25;

  /** Below so much work the exact search is preferred: about a minute of one core. */
  private static final double WORTHWHILE = 1e13;

  /** How many times cheaper the approximate search must be to be preferred. */
  private static final double ADVANTAGE = 4.0;

  /** Work of comparing a product with the thresholds of its two rows. */
  private static final double COMPARISONS = 64.0;

  /** The sizes for n rows of {@code dim} features in single precision. */
  public static SearchSize of(int n, int dim) {
    return of(n, dim, (long) Float.BYTES * n * dim);
  }

  /**
   * The sizes for n rows.
   *
   * @param bytes memory that the features take
   */
  public static SearchSize of(int n, int dim, long bytes) {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    long fitting = Math.max(1, TRAINING_VALUES / reduced);
    int training =
        (int)
            Math.min(
                Math.min(n, fitting), (long) TRAINING_ROWS_PER_CELL * Math.max(1, n / CELL_ROWS));
    int cells = Math.max(1, Math.min(n / CELL_ROWS, training));
    int rows = Math.max(LEAST_PANEL_ROWS, Math.min(MOST_PANEL_ROWS, n / PANELS));
    long rowBytes = bytes / n + (long) Float.BYTES * reduced;
    rows = (int) Math.max(1, Math.min(rows, PANEL_BYTES / rowBytes));
    return new SearchSize(n, dim, cells, training, rows);
  }

  /** Rows of each of the two samples: fewer when they have very many features. */
  public int sampleRows() {
    long fitting = Math.max(FEWEST_SAMPLE_ROWS, SAMPLE_VALUES / dim);
    return (int) Math.max(1, Math.min(Math.min(SAMPLE_ROWS, fitting), n / 2));
  }

  /** Rows of a piece at most. */
  public int pieceRows() {
    return LARGEST_PIECE * CELL_ROWS;
  }

  /** Cell panels, about. */
  public int panels() {
    return (n + panelRows - 1) / panelRows;
  }

  /**
   * Work of the exact search in operations of GEMM: n² products of dim values, each looked at from
   * both sides.
   */
  public double exactWork() {
    return (double) n * n * (dim + COMPARISONS);
  }

  /** Work of the approximate search where rows probe the usual cells, sample and cells included. */
  public double approximateWork() {
    return n * (cells(USUAL_PROBES) + overhead());
  }

  /** The same for data without structure, where that is more. */
  public double mostApproximateWork() {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    double row =
        mayLink()
            ? linkEffort().cost(CELL_ROWS, reduced, dim)
            : effort(mostProbes()).cost(CELL_ROWS, reduced, dim);
    return n * (Math.max(cells(USUAL_PROBES), row) + overhead());
  }

  /**
   * Cells a row probes at most, about. Features that can be projected on few axes have structure.
   */
  public int mostProbes() {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    if (reduced < dim) {
      return USUAL_PROBES;
    }
    double growth = UNSTRUCTURED_GROWTH * Math.min(1.0, dim / UNSTRUCTURED_DIM);
    double probes = UNSTRUCTURED_PROBES * StrictMath.pow(n / UNSTRUCTURED_ROWS, growth);
    return (int) Math.max(1, Math.min(cells, Math.round(probes)));
  }

  /** Whether data without structure is searched by links. */
  public boolean mayLink() {
    return linkEffort()
        .isPreferredTo(effort(mostProbes()), CELL_ROWS, PrincipalAxes.mostCoordinates(dim), dim);
  }

  /** Links of a row when some ten neighbours are wanted. */
  public int usualLinks() {
    return DescentEffort.widthFor(USUAL_NEIGHBORS, n);
  }

  private double cells(int probes) {
    return effort(probes).cost(CELL_ROWS, PrincipalAxes.mostCoordinates(dim), dim);
  }

  private static ProbeEffort effort(int probes) {
    return new ProbeEffort(probes, USUAL_PROBES);
  }

  private DescentEffort linkEffort() {
    int probes = (int) Math.max(1, Math.round(STARTING * mostProbes()));
    return new DescentEffort(probes, usualLinks());
  }

  /** Work a row of finding cells, reducing and sampling. */
  private double overhead() {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    double lookup = 2.0 * 2.0 * reduced * (Math.sqrt(cells) * 16.0);
    double reduction = reduced < dim ? 2.0 * 8.0 * dim * reduced : 0.0;
    return lookup + reduction + 2.0 * sampleRows() * 2.0 * dim;
  }

  /** Whether the approximate search is worth giving up exactness. */
  public boolean approximateIsWorthwhile() {
    return exactWork() > WORTHWHILE && exactWork() > ADVANTAGE * approximateWork();
  }
}
