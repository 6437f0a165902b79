package dev.concord.spark;

import dev.concord.error.MemoryException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a job is going to do and what it needs, decided before any long work.
 *
 * @param operator "local" or "distributed"
 * @param search what the neighbour search does
 * @param cores tasks that run at a time
 * @param blockRows rows of a block of the distributed operator
 * @param driver bytes on the driver, part by part, at the stage that needs most
 * @param executors bytes of cached features and of the running search tasks, over all executors
 * @param local whether executors share the driver's memory
 * @param driverLimit bytes the driver may use
 */
public record Plan(
    String operator,
    SearchPlan search,
    int cores,
    int blockRows,
    Map<String, Long> driver,
    Map<String, Long> executors,
    boolean local,
    long driverLimit) {

  /** Of the heap, the part that planned data may fill; the rest is Spark's and the collector's. */
  private static final double USABLE = 0.85;

  /** Entries of the graph up to which the driver multiplies faster than a Spark job starts. */
  private static final long LOCAL_ENTRIES = 400_000_000L;

  /** Rows of a block of the distributed operator unless given. */
  private static final int BLOCK_ROWS = 16_384;

  /**
   * What the plan is made from.
   *
   * @param points n
   * @param neighbors k of the graph, 0 for an edge table
   * @param entries stored entries of the symmetric graph, or an upper bound
   * @param pairs number of constraints
   * @param idBytes bytes of the id table
   * @param methodBytes what the method holds beyond the graph
   * @param embeddingColumns columns that k-means sees
   * @param search what the neighbour search needs
   * @param operator auto, local or distributed
   * @param blockRows rows of an operator block, 0 for automatic
   * @param local whether executors share the driver's memory
   * @param cores tasks that run at a time
   * @param driverLimit heap of the driver in bytes
   */
  public record Size(
      long points,
      int neighbors,
      long entries,
      long pairs,
      long idBytes,
      long methodBytes,
      int embeddingColumns,
      SearchPlan search,
      String operator,
      int blockRows,
      boolean local,
      int cores,
      long driverLimit) {}

  /** Decides; refuses nothing yet. */
  public static Plan of(Size size) {
    Map<String, Long> driver = new LinkedHashMap<>();
    driver.put("ids", size.idBytes());
    driver.putAll(size.search().driver());
    driver.put("neighbour lists", 12L * size.points() * size.neighbors());
    driver.put("graph and normalized graph", 2 * 12L * size.entries() + 24L * size.points());
    driver.put("constraints", 17L * size.pairs() + 8L * size.points());
    driver.put("eigenvectors and method", size.methodBytes());
    driver.put("k-means", 4L * 8 * size.points() * size.embeddingColumns());
    String operator = size.operator();
    if (operator.equals("auto")) {
      operator = size.entries() <= LOCAL_ENTRIES ? "local" : "distributed";
    }
    int blockRows = size.blockRows() > 0 ? size.blockRows() : BLOCK_ROWS;
    return new Plan(
        operator,
        size.search(),
        size.cores(),
        blockRows,
        driver,
        size.search().executors(),
        size.local(),
        size.driverLimit());
  }

  /** Bytes the driver needs; in local mode those of the executors too. */
  public long driverBytes() {
    long sum = driver.values().stream().mapToLong(Long::longValue).sum();
    return local ? sum + executorBytes() : sum;
  }

  /** Bytes of all executors together. */
  public long executorBytes() {
    return executors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Refuses a plan that does not fit. */
  public void check() {
    long usable = (long) (USABLE * driverLimit);
    if (driverBytes() <= usable) {
      return;
    }
    Map.Entry<String, Long> largest = null;
    Map<String, Long> parts = new LinkedHashMap<>(driver);
    if (local) {
      parts.putAll(executors);
    }
    for (Map.Entry<String, Long> part : parts.entrySet()) {
      if (largest == null || part.getValue() > largest.getValue()) {
        largest = part;
      }
    }
    throw new MemoryException(
        "The plan needs about "
            + gibibytes(driverBytes())
            + " of memory in the driver"
            + (local ? ", which runs the tasks too," : "")
            + " and "
            + gibibytes(usable)
            + " of its "
            + gibibytes(driverLimit)
            + " heap can be planned with. The largest part is "
            + (largest == null
                ? "unknown"
                : largest.getKey() + ", " + gibibytes(largest.getValue()))
            + ". Give more memory (CONCORD_MEMORY=8g before scripts/concord, --driver-memory with"
            + " spark-submit), ask for fewer neighbors or eigenvectors, or use fewer features.");
  }

  /** The plan in a few lines, for people. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    text.append("operator       ").append(operator);
    if (operator.equals("distributed")) {
      text.append(", blocks of ").append(blockRows).append(" rows");
    }
    text.append('\n');
    if (search.work() > 0.0) {
      text.append(search.describe(cores));
    }
    driver.forEach((part, bytes) -> line(text, "driver", part, bytes));
    executors.forEach((part, bytes) -> line(text, "executors", part, bytes));
    text.append("driver total   ").append(gibibytes(driverBytes()));
    text.append(local ? " (tasks included) of " : " of ");
    text.append(gibibytes(driverLimit)).append(" heap\n");
    return text.toString();
  }

  private static void line(StringBuilder text, String where, String part, long bytes) {
    text.append(String.format(Locale.ROOT, "%-14s %-28s %s%n", where, part, gibibytes(bytes)));
  }

  private static String gibibytes(long bytes) {
    if (bytes < 1L << 30) {
      return String.format(Locale.ROOT, "%.0f MiB", Math.ceil(bytes / 1048576.0));
    }
    return String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
  }
}
