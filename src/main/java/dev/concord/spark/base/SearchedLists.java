package dev.concord.spark.base;

import dev.concord.graph.ExactLists;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.PanelNeighbors;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ProbeEffort;
import dev.concord.graph.search.SearchSize;
import dev.concord.spark.files.PanelTask;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.TaskCounter;
import dev.concord.spark.graph.ExecutorNeighbors;
import dev.concord.spark.graph.FullScan;
import dev.concord.spark.graph.NeighborTable;
import dev.concord.spark.plan.SearchPlan;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.reflect.ClassTag;

/**
 * The neighbour lists that a search found, on the driver or kept on the executors. Rows with too
 * few neighbours are scanned against all points.
 */
final class SearchedLists {
  private final JavaSparkContext spark;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final StageClock clock;
  private final boolean onExecutors;

  /**
   * The lists of all rows.
   *
   * @param undecided rows that were scanned in full within their inverted lists
   * @param scanned rows that were scanned against all points
   */
  record Found(NeighborTable table, int undecided, int scanned) {}

  /**
   * @param panels panel p in partition p, persisted
   * @param onExecutors whether the lists of {@link #run} stay on the executors
   */
  SearchedLists(
      JavaSparkContext spark,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      StageClock clock,
      boolean onExecutors) {
    this.spark = spark;
    this.panels = panels;
    this.size = size;
    this.clock = clock;
    this.onExecutors = onExecutors;
  }

  /** Searches the inverted lists. Starts the stage "search". */
  Found run(IvfTable table, ProbeEffort effort, int k) {
    List<PanelTask> tasks =
        PanelTask.grouped(
            table.panels().rdd(),
            SearchPlan.panelsOfTask(
                size,
                effort.probes(),
                spark.defaultParallelism(),
                spark.sc().getExecutorMemoryStatus().size() - 1));
    clock.start("search", tasks.size());
    JavaRDD<PanelNeighbors> search =
        JavaRDD.fromRDD(
            new IvfSearchRdd(
                table.panels().rdd(), tasks, table.quantizer(), table.layout(), effort, k),
            ClassTag.apply(PanelNeighbors.class));
    List<PanelNeighbors> parts;
    try (TaskCounter counter =
        new TaskCounter(spark.sc(), clock.listener(), clock.current(), tasks.size())) {
      counter.watch();
      if (onExecutors) {
        return kept(search, k, table);
      }
      parts = search.collect();
    }
    return assemble(parts, k);
  }

  /**
   * Keeps the lists on the executors; rows with too few neighbours are scanned against all points.
   */
  private Found kept(JavaRDD<PanelNeighbors> lists, int k, ExecutorNeighbors.Source source) {
    ExecutorNeighbors kept =
        ExecutorNeighbors.of(
            spark,
            lists.map(PanelNeighbors::rows),
            size.n(),
            k,
            rows -> new FullScan(spark, panels).scan(rows, k),
            source);
    return new Found(kept, kept.undecided(), kept.scannedRows());
  }

  /**
   * Collects the lists of all panels; rows with too few neighbours are scanned against all points.
   */
  private Found assemble(List<PanelNeighbors> parts, int k) {
    int[] index = new int[Math.multiplyExact(size.n(), k)];
    double[] distance = new double[index.length];
    BitSet incomplete = new BitSet();
    int undecided = 0;
    for (PanelNeighbors part : parts) {
      undecided += part.undecided();
      for (int r = 0; r < part.ids().length; r++) {
        int row = part.ids()[r];
        System.arraycopy(part.index(), r * k, index, row * k, k);
        System.arraycopy(part.distance(), r * k, distance, row * k, k);
        if (part.index()[(r + 1) * k - 1] < 0) {
          incomplete.set(row);
        }
      }
    }
    int[] rest = incomplete.stream().toArray();
    for (ExactLists lists : new FullScan(spark, panels).scan(rest, k)) {
      for (int r = 0; r < lists.rowIds().length; r++) {
        int row = lists.rowIds()[r];
        System.arraycopy(lists.index(), r * k, index, row * k, k);
        System.arraycopy(lists.distance(), r * k, distance, row * k, k);
      }
    }
    NeighborTable collected =
        new NeighborTable.OnDriver(new NeighborLists(size.n(), k, index, distance));
    return new Found(collected, undecided, rest.length);
  }
}
