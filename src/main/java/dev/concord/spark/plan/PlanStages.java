package dev.concord.spark.plan;

import dev.concord.config.OperatorPlacement;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.graph.TallMatrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The memory of each stage of a job, in bytes by part, on the driver and on all executors. */
final class PlanStages {
  /** Heap of Spark, its classes' tables and small objects, in bytes. */
  private static final long SPARK = 80L << 20;

  /** Entries of a coarse graph for each of its nodes, at most. */
  static final long COARSE_ENTRIES = 100;

  private static final String LISTS = "neighbour lists for the next run";

  private PlanStages() {}

  /**
   * What is held from the first stage to the last.
   *
   * @param remote whether the edges, and so the lists, stay on the executors
   * @param coarse whether the graph is coarsened
   */
  static StageMemory always(JobSize size, boolean remote, boolean coarse) {
    Map<String, Long> driver = new LinkedHashMap<>();
    driver.put("Spark itself", SPARK);
    driver.put("ids and labels", size.idBytes() + 8L * size.points());
    if (size.kept().lists() > 0) {
      driver.put("points of this run and the earlier one", size.kept().points());
    }
    if (size.kept().lists() > 0 && !remote) {
      driver.put(LISTS, size.kept().lists());
    }
    // Where no edge of the points is on the driver, must-link components are found from the pairs.
    driver.put("constraints", 17L * size.pairs() + (coarse ? 0L : 8L * size.points()));
    Map<String, Long> executors = new LinkedHashMap<>(size.search().retained());
    if (size.kept().lists() > 0 && remote) {
      executors.put(LISTS, size.kept().lists());
    }
    if (!size.capacity().local()) {
      executors.put("Spark itself", SPARK * size.capacity().executors());
    }
    return new StageMemory("always", driver, executors);
  }

  /** The stages with edges on the driver. */
  static List<StageMemory> of(JobSize size, OperatorPlacement operator) {
    long points = size.points();
    long lists = 12L * points * size.neighbors();
    long graph = 12L * size.entries() + 12L * points;
    List<StageMemory> stages = new ArrayList<>();
    Map<String, Long> searching = new LinkedHashMap<>(size.search().driver());
    searching.put("neighbour lists", 2 * lists);
    stages.add(new StageMemory("search", searching, size.search().executors()));
    Map<String, Long> building = new LinkedHashMap<>();
    building.put("neighbour lists", lists);
    building.put("pairs", 36L * points * size.neighbors());
    building.put("graph", graph);
    stages.add(new StageMemory("graph", building, Map.of()));
    Map<String, Long> solving = new LinkedHashMap<>();
    solving.put("graph", graph);
    solving.put("normalized graph", 12L * size.entries());
    solving.put("eigenvectors and method", size.methodBytes());
    Map<String, Long> rows =
        operator == OperatorPlacement.DISTRIBUTED
            ? Map.of("rows of the graph", 12L * size.entries())
            : Map.of();
    stages.add(new StageMemory("method", solving, rows));
    Map<String, Long> rounding = new LinkedHashMap<>();
    rounding.put("graph and normalized graph", graph + 12L * size.entries());
    rounding.put("eigenvectors", 8L * points * size.embeddingColumns());
    rounding.put("k-means", 3L * 8 * points * size.embeddingColumns());
    stages.add(new StageMemory("rounding", rounding, Map.of("k-means", rounding(size))));
    addDoubt(stages, size, graph, Map.of());
    return stages;
  }

  /**
   * The doubt about points, where it is asked for: four blocks of shares, the points' evidence and
   * scores, and the labels of the partitions that vote.
   *
   * @param held bytes of the graph, or of what stands for it
   */
  private static void addDoubt(
      List<StageMemory> stages, JobSize size, long held, Map<String, Long> rows) {
    if (size.doubtedClusters() > 0) {
      Map<String, Long> doubt = new LinkedHashMap<>();
      doubt.put("graph", held);
      doubt.put("confidences", Doubt.bytes(size.points(), size.doubtedClusters()));
      stages.add(new StageMemory("doubt", doubt, rows));
    }
  }

  /**
   * Coarsening, the method on the coarse graph, and the way back. A task of a round holds sums of a
   * row; what is broadcast is on every executor.
   *
   * @param kept bytes of the driver for the graph on the executors
   * @param copies executors
   * @param rows bytes of the rows of the graph
   */
  private static void addCoarse(
      List<StageMemory> stages, JobSize size, int nodes, long kept, long copies, long rows) {
    long points = size.points();
    // The coarser levels together have about a quarter of the points, and half of the entries.
    long levels = rows / 2;
    Map<String, Long> grouping = new LinkedHashMap<>();
    grouping.put("scales, degrees, components", kept);
    // With the clusters of an earlier run twice as much; its own are counted with the points.
    long nights = size.kept().points() > 0 ? 2L : 1L;
    grouping.put("groups", nights * 2 * 4 * points);
    grouping.put("groups and votes on their way", 3L * 4 * points);
    Map<String, Long> there = new LinkedHashMap<>();
    there.put("rows of the graph", rows + levels);
    there.put("groups", copies * 3L * 4 * points);
    stages.add(new StageMemory("coarsening", grouping, there));
    Map<String, Long> solving = new LinkedHashMap<>();
    long entries = COARSE_ENTRIES * nodes;
    solving.put("scales, degrees, components", kept);
    solving.put("nodes of the points", 2L * 5 * points);
    solving.put("coarse graph", 2L * 12 * entries);
    solving.put("method", size.coarse().methodBytes().applyAsLong(nodes));
    stages.add(new StageMemory("method", solving, Map.of("rows of the graph", rows + levels)));
    if (size.coarse().vectors() > 0) {
      addVectors(stages, size, kept, copies, rows + levels);
    }
    Map<String, Long> moving = new LinkedHashMap<>();
    moving.put("scales, degrees, components", kept);
    moving.put("nodes of the points", 5L * points);
    // Of those that vote 24 bytes each as votes come, and as many while these are sorted.
    long voting = points / JobSize.votingParts(points);
    moving.put("clusters and votes", 12L * points + 48L * voting);
    stages.add(new StageMemory("fine moves", moving, there));
  }

  /**
   * Eigenvectors of the points of a coarsened job: rows in their order, four blocks of vectors, and
   * for each task the rows of the vectors that its points are joined to, as they come and as they
   * are multiplied.
   */
  private static void addVectors(
      List<StageMemory> stages, JobSize size, long kept, long copies, long graph) {
    long points = size.points();
    long row = (long) Double.BYTES * size.coarse().vectors();
    Map<String, Long> driver = new LinkedHashMap<>();
    driver.put("scales, degrees, components", kept);
    driver.put("nodes and places of the points", 4L * 4 * points);
    Map<String, Long> there = new LinkedHashMap<>();
    there.put("rows of the graph", graph);
    there.put("rows in the order of the vectors", 16L * size.entries() + 4L * points);
    there.put("vectors", 4 * row * points);
    long joined =
        Math.min(points, Math.min(points, TallMatrix.ROWS) * size.entries() / Math.max(1, points));
    there.put("tasks", size.capacity().cores() * 2L * row * joined);
    there.put("places", copies * 4L * points);
    stages.add(new StageMemory("eigenvectors", driver, there));
  }

  /** The embedding on the executors: broadcast to each of them, and its rows cached once. */
  private static long rounding(JobSize size) {
    long copies = size.capacity().local() ? 0 : Math.max(1, size.capacity().executors());
    return (1 + copies) * Double.BYTES * size.points() * size.embeddingColumns();
  }

  /** What the driver has of the points while the graph is built on the executors. */
  private static Map<String, Long> ofPoints(long points, long scales, long kept) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("scales and degrees", scales + Double.BYTES * points);
    numbers.put("components", 12L * points);
    numbers.put("on their way", 2L * Double.BYTES * points);
    numbers.put("kept to make lost rows again", kept);
    return numbers;
  }

  /**
   * With edges on the executors alone. A task of the graph holds the entries of a block, as they
   * come and sorted; a task of the components a number a point. What is broadcast is on every
   * executor.
   */
  static List<StageMemory> onExecutors(JobSize size, int blockRows, int coarseNodes) {
    long points = size.points();
    long listed = points * size.neighbors();
    long copies = Math.max(1, size.capacity().executors());
    long cores = size.capacity().cores();
    long vector = Double.BYTES * points;
    long rows = 12L * size.entries() + 4L * points;
    // The list of each row and its scale as they are sent, and for products the roots of degrees:
    // none of given edges.
    boolean given = size.neighbors() == 0;
    long kept = given ? 0L : (coarseNodes > 0 ? 2 : 4) * vector;
    long scales = given ? 0L : vector;
    List<StageMemory> stages = new ArrayList<>();
    Map<String, Long> searching = new LinkedHashMap<>(size.search().executors());
    searching.put("neighbour lists", 12L * listed);
    stages.add(new StageMemory("search", size.search().driver(), searching));
    long block = Math.min(points, blockRows) * 2L * size.neighbors();
    Map<String, Long> folding = new LinkedHashMap<>();
    // The searched rows are released when the lists are shuffled to the rows.
    size.search().executors().entrySet().stream()
        .filter(part -> !part.getKey().equals(SearchPlan.TASKS))
        .forEach(part -> folding.put(part.getKey(), part.getValue()));
    folding.put("neighbour lists", 12L * listed);
    folding.put("rows of the graph", rows);
    folding.put("tasks", cores * (56L * block + 4L * points));
    folding.put("scales and labels", copies * (vector + 4L * points));
    stages.add(new StageMemory("graph", ofPoints(points, scales, kept), folding));
    if (coarseNodes > 0) {
      addCoarse(stages, size, coarseNodes, kept + scales + vector + 4L * points, copies, rows);
      if (size.doubtAsked()) {
        addDoubt(stages, size, 2 * vector, Map.of("rows of the graph", rows));
      }
      return stages;
    }
    Map<String, Long> solving = new LinkedHashMap<>();
    solving.put("scales, degrees, components", 2 * vector + 4L * points);
    solving.put("eigenvectors and method", size.productBytes());
    solving.put("vectors on their way", 4 * vector);
    solving.put("kept to make lost rows again", kept);
    Map<String, Long> multiplying = new LinkedHashMap<>();
    multiplying.put("rows of the graph", rows);
    multiplying.put("normalized rows", 8L * size.entries());
    multiplying.put("vectors", copies * 3 * vector);
    stages.add(new StageMemory("method", solving, multiplying));
    Map<String, Long> rounding = new LinkedHashMap<>();
    rounding.put("scales, degrees, components", 2 * vector + 4L * points);
    rounding.put("kept to make lost rows again", kept);
    rounding.put("eigenvectors", vector * size.embeddingColumns());
    rounding.put("k-means", 3 * vector * size.embeddingColumns());
    Map<String, Long> cached = new LinkedHashMap<>();
    cached.put("rows of the graph", rows + 8L * size.entries());
    cached.put("k-means", rounding(size));
    stages.add(new StageMemory("rounding", rounding, cached));
    if (size.doubtAsked()) {
      addDoubt(stages, size, 2 * vector, Map.of("rows of the graph", rows));
    }
    return stages;
  }
}
