package dev.concord.graph.search;

/**
 * The sizes of an approximate search, which follow from the data's shape alone.
 *
 * @param n rows
 * @param dim features
 * @param lists number of inverted lists to train
 * @param trainingRows rows of the training sample
 * @param panelRows rows of a list panel
 * @param product operations of GEMM that take as long as the product of two rows
 */
public record SearchSize(
    int n, int dim, int lists, int trainingRows, int panelRows, double product) {
  /**
   * Rows of an inverted list on average. Smaller lists need more centres, larger ones more
   * comparisons.
   */
  public static final int LIST_ROWS = 256;

  /** Rows of the calibration sample and of the test sample. */
  public static final int SAMPLE_ROWS = 512;

  private static final int FEWEST_SAMPLE_ROWS = 64;
  private static final long SAMPLE_VALUES = 1L << 23;

  /** Inverted lists a row probes in a plan for data with structure, such as images. */
  public static final int USUAL_PROBES = 32;

  /**
   * Inverted lists a row probes on data without structure: so many for 100,000 rows, growing as a
   * power of the rows. Measured on mixtures of Gaussians in 32 dimensions, recall 0.98.
   */
  private static final double UNSTRUCTURED_PROBES = 28.0;

  private static final double UNSTRUCTURED_ROWS = 1e5;
  private static final double UNSTRUCTURED_GROWTH = 0.76;
  private static final double UNSTRUCTURED_DIM = 32.0;

  /** A sub-list has at most so many times the rows of an average inverted list. */
  private static final int LARGEST_SUB_LIST = 4;

  private static final int TRAINING_ROWS_PER_LIST = 20;
  private static final long TRAINING_VALUES = 1L << 27;

  private static final int MOST_PANEL_ROWS = 1 << 15;
  private static final int LEAST_PANEL_ROWS = 1 << 12;
  private static final int PANELS = 64;
  private static final long PANEL_BYTES = 1L << 25;

  /** Exact searches below this work are preferred: about a minute of one core. */
  private static final double WORTHWHILE = 1e13;

  /** How many times cheaper the approximate search must be to be preferred. */
  private static final double ADVANTAGE = 4.0;

  /** Work of comparing a product with the thresholds of its two rows. */
  private static final double COMPARISONS = 64.0;

  /**
   * Operations of GEMM that take as long as an entry of a sparse row in a product: measured on
   * 30,000 texts of 49 words.
   */
  private static final double SPARSE = 24.0;

  /** Bytes of an entry of a sparse row. */
  private static final double ENTRY = 8.0;

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
                Math.min(n, fitting), (long) TRAINING_ROWS_PER_LIST * Math.max(1, n / LIST_ROWS));
    int lists = Math.max(1, Math.min(n / LIST_ROWS, training));
    int rows = Math.max(LEAST_PANEL_ROWS, Math.min(MOST_PANEL_ROWS, n / PANELS));
    long rowBytes = bytes / n + (long) Float.BYTES * reduced;
    rows = (int) Math.max(1, Math.min(rows, PANEL_BYTES / rowBytes));
    double product = isSparse(n, dim, bytes) ? Math.min(dim, SPARSE * bytes / ENTRY / n) : dim;
    return new SearchSize(n, dim, lists, training, rows, product);
  }

  /** Whether the features take less memory than any dense form: most are zero. */
  public static boolean isSparse(int n, int dim, long bytes) {
    return bytes < (long) n * dim;
  }

  /** Rows of each of the two samples: fewer when they have very many features. */
  public int sampleRows() {
    long fitting = Math.max(FEWEST_SAMPLE_ROWS, SAMPLE_VALUES / dim);
    return (int) Math.max(1, Math.min(Math.min(SAMPLE_ROWS, fitting), n / 2));
  }

  /** Largest number of rows of a sub-list. */
  public int subListRows() {
    return LARGEST_SUB_LIST * LIST_ROWS;
  }

  /** List panels, about. */
  public int panels() {
    return (n + panelRows - 1) / panelRows;
  }

  /**
   * Work of the exact search in operations of GEMM: n² products of rows, each scanned from both
   * sides.
   */
  public double exactWork() {
    return (double) n * n * (product + COMPARISONS);
  }

  /**
   * Work of the approximate search where rows probe the usual inverted lists, sample and inverted
   * lists included.
   */
  public double approximateWork() {
    return n * (lists(USUAL_PROBES) + overhead());
  }

  /** The same for data without structure, where that is more. */
  public double mostApproximateWork() {
    return n * (lists(Math.max(USUAL_PROBES, mostProbes())) + overhead());
  }

  /**
   * About the largest number of inverted lists that a row probes. Features that can be projected on
   * few axes have structure.
   */
  public int mostProbes() {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    if (reduced < dim) {
      return USUAL_PROBES;
    }
    double growth = UNSTRUCTURED_GROWTH * Math.min(1.0, dim / UNSTRUCTURED_DIM);
    double probes = UNSTRUCTURED_PROBES * StrictMath.pow(n / UNSTRUCTURED_ROWS, growth);
    return (int) Math.max(1, Math.min(lists, Math.round(probes)));
  }

  private double lists(int probes) {
    return new ProbeEffort(probes, USUAL_PROBES)
        .cost(LIST_ROWS, PrincipalAxes.mostCoordinates(dim), dim);
  }

  /** Work a row of finding inverted lists, reducing and sampling. */
  private double overhead() {
    int reduced = PrincipalAxes.mostCoordinates(dim);
    double lookup = 2.0 * 2.0 * reduced * (Math.sqrt(lists) * 16.0);
    double reduction = reduced < dim ? 2.0 * 8.0 * dim * reduced : 0.0;
    return lookup + reduction + 2.0 * sampleRows() * 2.0 * dim;
  }

  /** Whether the approximate search is worth giving up exactness. */
  public boolean approximateIsWorthwhile() {
    return exactWork() > WORTHWHILE && exactWork() > ADVANTAGE * approximateWork();
  }
}
