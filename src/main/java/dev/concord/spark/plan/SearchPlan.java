package dev.concord.spark.plan;

import dev.concord.config.GraphConfig;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.search.PrincipalAxes;
import dev.concord.graph.search.SearchSize;
import dev.concord.graph.weights.KernelType;
import dev.concord.spark.graph.ExactNeighborSearch;
import dev.concord.spark.graph.SearchChoice;
import dev.concord.spark.input.features.PanelLayout;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Estimate of a neighbour search: kind, work and memory.
 *
 * @param approximate whether the search is approximate
 * @param text summary in a few words
 * @param work operations, counted as those of a matrix product
 * @param mostWork the same for data without structure
 * @param driver bytes on the driver, part by part
 * @param retained bytes over all executors that stay after the search, part by part
 * @param executors bytes over all executors that the search alone takes, part by part
 */
public record SearchPlan(
    boolean approximate,
    String text,
    double work,
    double mostWork,
    Map<String, Long> driver,
    Map<String, Long> retained,
    Map<String, Long> executors) {

  /** The part that is released when a search ends. */
  static final String TASKS = "search tasks";

  /** No search: the graph is given. */
  static final SearchPlan NONE =
      new SearchPlan(false, "none", 0.0, 0.0, Map.of(), Map.of(), Map.of());

  /**
   * Operations a second of one core that the estimated time assumes. What they cost is counted as
   * matrix products would; the approximate search spends more of its time on other things.
   */
  private static final double EXACT_RATE = 8e10;

  private static final double APPROXIMATE_RATE = 4e10;

  /** Estimates that differ by less than this factor are shown as one. */
  private static final double ALIKE = 1.2;

  /** Bytes that a row of a running approximate task takes: candidates, probes, lists. */
  private static final long TASK_ROW = 3_000;

  /** Bytes that the rows of a task of several panels may take, and tasks that a core gets then. */
  private static final long TASK_BYTES = 256L << 20;

  private static final int TASKS_PER_CORE = 4;

  /** Arrays of all features that a task on sparse rows has: rows with zeros, places of columns. */
  private static final int SPARSE_ARRAYS = 16;

  /** Bytes of a probe of a row. */
  private static final long PROBE = 8;

  /**
   * The plan of a search.
   *
   * @param config with {@code graph.scale-features = auto} resolved, or taken for none
   * @param table what is searched
   * @param cores tasks that run at a time
   * @param hosts executors, 0 in local mode
   */
  static SearchPlan of(GraphConfig config, Table table, int cores, int hosts) {
    int n = table.n();
    int dim = table.dim();
    long bytes = table.bytes();
    Map<String, Long> executors = new LinkedHashMap<>();
    Map<String, Long> retained = Map.of("features", bytes);
    long searched = bytes;
    FeatureScaling scaling = config.scaleFeatures();
    boolean scaled = scaling != FeatureScaling.NONE && scaling != FeatureScaling.AUTO;
    if (scaled || config.kernel() == KernelType.COSINE) {
      // Scaled values need double precision; what is sparse stays so unless means are subtracted.
      boolean fills = scaling == FeatureScaling.STANDARD;
      long values = (long) Double.BYTES * n * dim;
      boolean sparse = SearchSize.isSparse(n, dim, bytes);
      searched = sparse && !fills ? 2 * bytes : values;
      executors.put("scaled features", searched);
    }
    SearchSize size = SearchSize.of(n, dim, bytes);
    if (table.components() > 0) {
      searched = (long) Float.BYTES * n * table.components();
      executors.clear();
      executors.put("principal components", searched);
      size = SearchSize.of(n, table.components(), searched);
    }
    return SearchChoice.isApproximate(config, size)
        ? approximate(size, searched, cores, hosts, retained, executors)
        : exact(size, table.panelRows(), searched, cores, retained, executors);
  }

  /**
   * The table that is searched.
   *
   * @param n points
   * @param dim features of a point
   * @param bytes memory that the features take
   * @param components principal components that stand for the features, 0 where they do not
   * @param panelRows rows of a feature panel, 0 for automatic
   */
  record Table(int n, int dim, long bytes, int components, int panelRows) {}

  private static SearchPlan exact(
      SearchSize size,
      int panelRows,
      long bytes,
      int cores,
      Map<String, Long> retained,
      Map<String, Long> executors) {
    PanelLayout layout = PanelLayout.of(size.n(), size.dim(), panelRows);
    // Two panels of a task, centred and in single precision.
    long task = 2L * Float.BYTES * layout.panelRows() * size.dim();
    if (SearchSize.isSparse(size.n(), size.dim(), bytes)) {
      // The same without zeros, by row and by column, and a few arrays of all features.
      task = 6L * (bytes / layout.panels()) + (long) SPARSE_ARRAYS * Double.BYTES * size.dim();
    }
    executors.put(TASKS, task * cores);
    String text =
        String.format(
            Locale.ROOT,
            "exact, %d feature panels, %d tasks",
            layout.panels(),
            ExactNeighborSearch.tasks(layout.panels()));
    return new SearchPlan(
        false, text, size.exactWork(), size.exactWork(), Map.of(), retained, executors);
  }

  private static SearchPlan approximate(
      SearchSize size,
      long bytes,
      int cores,
      int hosts,
      Map<String, Long> retained,
      Map<String, Long> executors) {
    int n = size.n();
    int reduced = PrincipalAxes.mostCoordinates(size.dim());
    long coordinates = (long) Float.BYTES * n * reduced;
    executors.put("coordinates", coordinates);
    executors.put("rows by inverted list", bytes + coordinates + (long) Integer.BYTES * n);
    long panel = (long) size.panelRows() * ((bytes + coordinates) / n);
    int probes = size.mostProbes();
    long own = panelsOfTask(size, probes, cores, hosts) * (panel + size.panelRows() * row(probes));
    executors.put(TASKS, cores * (own + panel));
    Map<String, Long> driver = new LinkedHashMap<>();
    driver.put("inverted lists", 8L * n + 2L * Float.BYTES * size.trainingRows() * reduced);
    String text =
        String.format(
            Locale.ROOT,
            "approximate, about %,d inverted lists of %d rows, %d tasks",
            size.lists(),
            n / size.lists(),
            size.panels());
    return new SearchPlan(
        true,
        text,
        size.approximateWork(),
        size.mostApproximateWork(),
        driver,
        retained,
        executors);
  }

  /**
   * Panels that one task of an approximate search serves: one where all panels are in one process;
   * else as many as leave every core some tasks and fit into its memory, because every panel that a
   * task reads from another executor is sent to it.
   *
   * @param probes inverted lists a row searches
   * @param cores tasks that run at a time
   * @param executors how many there are, 0 in local mode
   */
  public static int panelsOfTask(SearchSize size, int probes, int cores, int executors) {
    if (executors <= 1) {
      return 1;
    }
    long fitting = TASK_BYTES / (size.panelRows() * row(probes));
    return (int) Math.max(1, Math.min(fitting, size.panels() / ((long) TASKS_PER_CORE * cores)));
  }

  private static long row(int probes) {
    return TASK_ROW + PROBE * probes;
  }

  /** The search in two lines, for people. */
  String describe(int cores) {
    boolean range = mostWork > ALIKE * work;
    String least = String.format(Locale.ROOT, "%.1e", work);
    String most = String.format(Locale.ROOT, "%.1e", mostWork);
    return String.format(
        Locale.ROOT,
        "search         %s%nsearch work    %s operations, about %s on %d core%s%s%n",
        text,
        range ? least + " to " + most : least,
        range ? seconds(work, cores) + " to " + seconds(mostWork, cores) : seconds(work, cores),
        cores,
        cores == 1 ? "" : "s",
        range ? ": the less structure, the more" : "");
  }

  private String seconds(double operations, int cores) {
    return duration(operations / (approximate ? APPROXIMATE_RATE : EXACT_RATE) / cores);
  }

  static String duration(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, "%.0f s", Math.max(1.0, seconds));
    }
    return seconds < 5400
        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }
}
