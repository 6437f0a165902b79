package dev.concord.spark.plan;

import dev.concord.config.OperatorPlacement;
import dev.concord.error.MemoryException;
import dev.concord.error.StartScript;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The stages, memory and placement of a job, computed before any long work. Memory is counted stage
 * by stage: the memory of a stage alone is released before the next one, so a job needs that of its
 * largest stage.
 *
 * @param operator where the matrix of the graph is multiplied; never {@code AUTO}
 * @param edgesFor what needs single edges on the driver and what to do without, or empty
 * @param coarseNodes nodes that the graph is coarsened to; 0: it is not
 * @param search what the neighbour search does
 * @param blockRows rows of a block of the distributed operator
 * @param productSeconds what a product with the graph and its share of the eigensolver take, about
 * @param always what is held from the first stage to the last
 * @param stages the others, in their order
 * @param capacity what may be used
 */
public record Plan(
    OperatorPlacement operator,
    String edgesFor,
    int coarseNodes,
    SearchPlan search,
    int blockRows,
    double productSeconds,
    StageMemory always,
    List<StageMemory> stages,
    Capacity capacity) {

  /** Of the heap, the part that planned data may fill; the rest is the collector's. */
  private static final double USABLE = 0.85;

  /** Entries of the graph up to which the driver multiplies faster than a Spark job starts. */
  private static final long LOCAL_ENTRIES = 400_000_000L;

  /** Entries that one array of the driver holds. */
  private static final long ARRAY = Integer.MAX_VALUE - 8L;

  /** Blocks of the distributed operator for each core: each is a task of every product. */
  private static final int BLOCKS_PER_CORE = 1;

  /** Bounds of the rows of a block unless given. */
  private static final int LEAST_BLOCK_ROWS = 4_096;

  private static final int MOST_BLOCK_ROWS = 1 << 19;

  /** Nodes that a graph is coarsened to by itself: as many of these as the driver holds. */
  private static final int[] COARSE_NODES = {200_000, 100_000, 50_000, 20_000, 10_000, 5_000};

  /** Products that an eigensolver is expected to take. */
  private static final int PRODUCTS = 500;

  /** Bytes a second that reading a matrix or a basis is expected to reach. */
  private static final double BANDWIDTH = 8e9;

  /** Seconds of an empty Spark job, and bytes a second to all executors. */
  private static final double JOB = 0.03;

  private static final double NETWORK = 5e8;

  /** Vectors of a Lanczos basis, about. */
  private static final int BASIS = 40;

  /** Decides; refuses nothing yet. */
  public static Plan of(JobSize size) {
    JobSize.Coarse coarse = size.coarse();
    if (coarse.nodes() > 0 && coarse.nodes() < size.points()) {
      return of(size, OperatorPlacement.DISTRIBUTED_EDGES, coarse.nodes());
    }
    if (size.operator() != OperatorPlacement.AUTO) {
      boolean remote = size.operator() == OperatorPlacement.DISTRIBUTED_EDGES;
      return remote && !size.edgesFor().isEmpty() && coarse.isPossible()
          ? coarsened(size)
          : of(size, size.operator(), 0);
    }
    Plan collected =
        of(
            size,
            size.entries() <= LOCAL_ENTRIES
                ? OperatorPlacement.LOCAL
                : OperatorPlacement.DISTRIBUTED,
            0);
    if (collected.fitsDriver() && size.entries() <= ARRAY) {
      return collected;
    }
    if (size.edgesFor().isEmpty()) {
      collected = of(size, OperatorPlacement.DISTRIBUTED_EDGES, 0);
      if (collected.fitsDriver() || coarse.vectors() == 0) {
        return collected;
      }
    }
    if (!coarse.isPossible() || size.points() < 2L * COARSE_NODES[COARSE_NODES.length - 1]) {
      return collected; // what does not fit with so few points is not their edges
    }
    Plan coarsened = coarsened(size);
    return coarsened.driverBytes() < collected.driverBytes() ? coarsened : collected;
  }

  /** The plan with the most nodes that fit the driver. */
  private static Plan coarsened(JobSize size) {
    Plan plan = null;
    for (int nodes : COARSE_NODES) {
      if (plan == null || !plan.fitsDriver()) {
        plan =
            of(
                size,
                OperatorPlacement.DISTRIBUTED_EDGES,
                (int) Math.min(nodes, Math.max(1, size.points() / 2)));
      }
    }
    return java.util.Objects.requireNonNull(plan);
  }

  private static Plan of(JobSize size, OperatorPlacement operator, int coarseNodes) {
    int blockRows = size.blockRows() > 0 ? size.blockRows() : blockRows(size);
    return new Plan(
        operator,
        coarseNodes > 0 ? size.coarse().barredBy() : size.edgesFor(),
        coarseNodes,
        size.search(),
        blockRows,
        coarseNodes > 0 ? 0.0 : productSeconds(size, operator),
        PlanStages.always(size, operator == OperatorPlacement.DISTRIBUTED_EDGES, coarseNodes > 0),
        operator == OperatorPlacement.DISTRIBUTED_EDGES
            ? PlanStages.onExecutors(size, blockRows, coarseNodes)
            : PlanStages.of(size, operator),
        size.capacity());
  }

  /** Rows of a block: a block a core, none with more entries than an array holds well. */
  private static int blockRows(JobSize size) {
    long blocks = (long) BLOCKS_PER_CORE * Math.max(1, size.capacity().cores());
    long rows = (size.points() + blocks - 1) / blocks;
    return (int) Math.max(LEAST_BLOCK_ROWS, Math.min(MOST_BLOCK_ROWS, rows));
  }

  /** A pass over the matrix and two over a basis; on executors a job and two vectors beside it. */
  private static double productSeconds(JobSize size, OperatorPlacement operator) {
    double matrix = 12.0 * size.entries();
    double basis = 2.0 * Double.BYTES * size.points() * BASIS;
    if (operator == OperatorPlacement.LOCAL) {
      return (matrix + basis) / BANDWIDTH;
    }
    int executors = Math.max(1, size.capacity().executors());
    double moved = 2.0 * Double.BYTES * size.points();
    return (matrix / executors + basis) / BANDWIDTH + JOB + moved / NETWORK;
  }

  /** Rows of a block of an operator on executors; 0 for one on the driver. */
  public int operatorRows() {
    return operator == OperatorPlacement.LOCAL ? 0 : blockRows;
  }

  /** Bytes the driver needs; in local mode those of the executors too. */
  public long driverBytes() {
    return driverBytes(always) + driverBytes(largest());
  }

  private long driverBytes(StageMemory stage) {
    return stage.driverBytes() + (capacity.local() ? stage.executorBytes() : 0L);
  }

  /** The stage at which the driver needs most. */
  private StageMemory largest() {
    StageMemory found = stages.get(0);
    for (StageMemory stage : stages) {
      found = driverBytes(stage) > driverBytes(found) ? stage : found;
    }
    return found;
  }

  /** Bytes of all executors together. */
  public long executorBytes() {
    return always.executorBytes()
        + stages.stream().mapToLong(StageMemory::executorBytes).max().orElse(0L);
  }

  private boolean fitsDriver() {
    return driverBytes() <= (long) (USABLE * capacity.driverLimit());
  }

  /** Refuses a plan that does not fit. */
  public void check() {
    long usable = (long) (USABLE * capacity.driverLimit());
    if (operator == OperatorPlacement.DISTRIBUTED_EDGES && !edgesFor.isEmpty()) {
      if (coarseNodes > 0) {
        throw new MemoryException(
            ("plan.coarse-nodes leaves the edges of the points on the executors, but %s needs them"
                    + " on the driver. Change that, or leave plan.coarse-nodes and plan.operator"
                    + " at auto and give the driver the memory that --dry-run then names.")
                .formatted(edgesFor));
      }
      throw new MemoryException(
          "plan.operator = distributed-edges keeps every edge on the executors, but "
              + edgesFor
              + " needs all edges on the driver. Change that, or leave plan.operator at auto and"
              + " give the driver the memory that --dry-run then names.");
    }
    if (!fitsDriver()) {
      throw new MemoryException(
          "The plan needs about "
              + gibibytes(driverBytes())
              + " of memory in the driver"
              + (capacity.local() ? ", which runs the tasks too," : "")
              + " and "
              + gibibytes(usable)
              + " of its "
              + gibibytes(capacity.driverLimit())
              + " heap can be planned with. It is the stage \""
              + largest().name()
              + "\" that needs most; its largest part is "
              + largestPart()
              + (edgesFor.isEmpty() || largestPart().startsWith(SearchPlan.TASKS)
                  ? ""
                  : ". All edges are on the driver because of " + edgesFor)
              + ". Give more memory (CONCORD_MEMORY="
              + enough()
              + "g before "
              + StartScript.name()
              + ", --driver-memory with spark-submit), lower the number of neighbors or eigenvectors, or use fewer features.");
    }
    long ofExecutors = (long) (USABLE * capacity.executorLimit());
    if (!capacity.local() && executorBytes() > ofExecutors) {
      throw new MemoryException(
          ("The plan needs about %s of memory in the executors together, and %s of the %s heap of"
                  + " %s executors can be planned with. Give more executors or more memory each"
                  + " (--num-executors, --executor-memory), or use fewer features.")
              .formatted(
                  gibibytes(executorBytes()),
                  gibibytes(ofExecutors),
                  gibibytes(capacity.executorLimit()),
                  capacity.executors()));
    }
  }

  /** The least heap of the driver in whole GiB that the plan fits into. */
  private long enough() {
    return (long) Math.ceil(driverBytes() / USABLE / (1L << 30));
  }

  private String largestPart() {
    Map<String, Long> parts = new LinkedHashMap<>(always.driver());
    parts.putAll(largest().driver());
    if (capacity.local()) {
      parts.putAll(always.executors());
      parts.putAll(largest().executors());
    }
    Map.Entry<String, Long> most = null;
    for (Map.Entry<String, Long> part : parts.entrySet()) {
      most = most == null || part.getValue() > most.getValue() ? part : most;
    }
    return most == null ? "unknown" : most.getKey() + ", " + gibibytes(most.getValue());
  }

  /** The plan in a few lines, for people. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    text.append("operator       ").append(operator.word());
    if (operator != OperatorPlacement.LOCAL) {
      text.append(", blocks of ").append(blockRows).append(" rows");
    }
    text.append('\n');
    if (search.work() > 0.0) {
      text.append(search.describe(capacity.cores()));
    }
    if (coarseNodes > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "coarsening     on the executors, to at most %,d nodes for the driver%n",
              coarseNodes));
    }
    if (coarseNodes == 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "eigenvectors   about %s if they take %d products%n",
              SearchPlan.duration(PRODUCTS * productSeconds),
              PRODUCTS));
    }
    describe(text, always);
    stages.forEach(stage -> describe(text, stage));
    text.append("driver total   ").append(gibibytes(driverBytes()));
    text.append(capacity.local() ? " (tasks included) of " : " of ");
    text.append(gibibytes(capacity.driverLimit())).append(" heap\n");
    if (!capacity.local()) {
      text.append("executors      ").append(gibibytes(executorBytes())).append(" of ");
      text.append(gibibytes(capacity.executorLimit())).append(" heap of ");
      text.append(capacity.executors()).append(" executors\n");
    }
    return text.toString();
  }

  private static void describe(StringBuilder text, StageMemory stage) {
    stage.driver().forEach((part, bytes) -> line(text, stage.name(), "driver", part, bytes));
    stage.executors().forEach((part, bytes) -> line(text, stage.name(), "executors", part, bytes));
  }

  private static void line(
      StringBuilder text, String stage, String where, String part, long bytes) {
    if (bytes > 0) {
      text.append(
          String.format(
              Locale.ROOT, "%-14s %-9s %-28s %s%n", stage, where, part, gibibytes(bytes)));
    }
  }

  private static String gibibytes(long bytes) {
    if (bytes < 1L << 30) {
      return String.format(Locale.ROOT, "%.0f MiB", Math.ceil(bytes / 1048576.0));
    }
    return String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
  }
}
