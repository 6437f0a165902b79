package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.ivf.PrincipalAxes;
import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.ivf.Reduction;
import dev.concord.graph.neighbors.ExactLists;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.neighbors.PanelNeighbors;
import dev.concord.graph.neighbors.RecallEstimate;
import dev.concord.graph.nndescent.DescentEffort;
import dev.concord.graph.nndescent.SearchSize;
import dev.concord.linalg.Seeds;
import dev.concord.spark.neighbors.ExecutorNeighbors;
import dev.concord.spark.neighbors.FullScan;
import dev.concord.spark.neighbors.NeighborTable;
import dev.concord.spark.neighbors.RecallSample;
import dev.concord.spark.plan.SearchPlan;
import dev.concord.spark.progress.StageClock;
import dev.concord.spark.progress.TaskCounter;
import dev.concord.spark.rdd.PanelTask;
import dev.concord.spark.rdd.SampleRows;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;

/**
 * The k nearest neighbours of all rows among the points of their nearest cells, or among those that
 * neighbours of neighbours lead to.
 *
 * <p>Rows are reduced to few coordinates and sorted by cell. A sample of rows whose true neighbours
 * are known tells how many cells a row must search; where that is dearer, rows search few cells,
 * link to the nearest points there, and then look at the links of those, round by round, until the
 * sample's neighbours are found. Another sample judges the outcome; when the recall is too low,
 * more is searched. Every step is defined without rounding, so the lists are the same on any
 * cluster.
 *
 * <p>Cost: n·probes·256·coordinates products in GEMM, n·candidates·dim differences, and the exact
 * neighbours of 1,024 rows; one shuffle of the features. With links n·2·width²·coordinates
 * differences a round and a shuffle of the links.
 */
public final class ApproximateNeighborSearch {
  /** Rounds over the links at most, and how often they become more meanwhile. */
  private static final int MOST_ROUNDS = 12;

  private static final int MOST_WIDENINGS = 2;

  /** Which of the two ways is taken. */
  enum Way {
    CHEAPER,
    CELLS,
    LINKS
  }

  private final JavaSparkContext context;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;
  private final StageClock clock;
  private final boolean onExecutors;
  private final Way way;

  /**
   * A search over panels, the cheaper way.
   *
   * @param panels panel p in partition p, persisted
   * @param onExecutors whether the lists stay on the executors
   */
  public ApproximateNeighborSearch(
      JavaSparkContext context,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      Seeds seeds,
      StageClock clock,
      boolean onExecutors) {
    this(context, panels, size, seeds, clock, onExecutors, Way.CHEAPER);
  }

  /** A search over panels, one way or the other. */
  public ApproximateNeighborSearch(
      JavaSparkContext context,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      Seeds seeds,
      StageClock clock,
      boolean onExecutors,
      Way way) {
    this.context = context;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
    this.clock = clock;
    this.onExecutors = onExecutors;
    this.way = way;
  }

  /**
   * What the search found.
   *
   * @param effort cells searched and candidates measured; with links the links of a row
   * @param rounds over the links, 0 without them
   * @param undecided rows that were scanned in full within their cells
   * @param scannedRows rows that were scanned against all points
   * @param raised how many times more had to be searched than the sample promised
   */
  public record Result(
      NeighborTable table,
      RecallEstimate recall,
      ProbeEffort effort,
      int rounds,
      int cells,
      int reduced,
      int undecided,
      int scannedRows,
      int raised) {
    /** The lists in this process. */
    NeighborLists lists() {
      return table.onDriver();
    }
  }

  /** What all searches have in common. */
  private record Ground(
      IvfTable table, Reduction reduction, RecallSample sample, RecallSample judge) {
    int cells() {
      return table.tree().value().cells();
    }
  }

  /**
   * Searches. Starts and ends the stage "cells", starts the stage "search".
   *
   * @param recall the share of true neighbours to find
   * @return null when the exact search is cheaper than finding that many, which has then been told;
   *     no stage is running then
   */
  public @Nullable Result search(int k, double recall) {
    clock.start("cells", -1);
    Reduction reduction = reduction();
    IvfTable table = IvfTable.build(context, panels, reduction, size, seeds);
    boolean held = false;
    try {
      int[] rows = SampleRows.draw(size.n(), 2 * size.sampleRows(), seeds.random("recall sample"));
      RecallSample known = RecallSample.of(context, panels, reduction.centre(), rows, k);
      Ground ground = new Ground(table, reduction, known.half(0), known.half(1));
      SearchCalibration calibration =
          SearchCalibration.of(context, table, reduction, size, ground.sample(), k, recall);
      ProbeEffort alone = calibration.cells();
      DescentEffort links = preferred(calibration, reduction);
      if (links == null && (alone == null || isDearer(cost(alone, reduction)))) {
        clock.finish(ground.cells() + " cells; the exact search is as cheap");
        return null;
      }
      clock.finish(
          "%,d cells of %d rows, %d of %d coordinates; %s"
              .formatted(
                  ground.cells(),
                  size.n() / ground.cells(),
                  reduction.reduced(),
                  size.dim(),
                  links == null
                      ? Objects.requireNonNull(alone).probes() + " cells a row"
                      : links.probes() + " cells a row and " + links.width() + " links"));
      Result linked = links == null ? null : searchLinks(ground, links, alone, k, recall);
      Result result = linked;
      if (result == null && alone != null && !isDearer(cost(alone, reduction))) {
        result = searchCells(ground, alone, links == null ? 0 : 1, k, recall);
      }
      held = onExecutors && result != null;
      return result;
    } finally {
      if (!held) {
        table.close();
      }
    }
  }

  /** Where links start from when they are the cheaper way, else null. */
  private @Nullable DescentEffort preferred(SearchCalibration calibration, Reduction reduction) {
    DescentEffort links = calibration.links();
    ProbeEffort cells = calibration.cells();
    if (links == null || way == Way.CELLS) {
      return null;
    }
    boolean cheaper =
        !isDearer(cost(links, reduction))
            && (cells == null
                || links.isPreferredTo(
                    cells, SearchSize.CELL_ROWS, reduction.reduced(), size.dim()));
    return cheaper || way == Way.LINKS ? links : null;
  }

  /** Searches with more and more cells until the recall is reached. */
  private @Nullable Result searchCells(
      Ground ground, ProbeEffort first, int raisedBefore, int k, double recall) {
    ProbeEffort effort = first;
    for (int raised = raisedBefore; ; raised++) {
      Found found = run(ground.table(), effort, k);
      RecallEstimate estimate = ground.judge().recall(found.table);
      if (estimate.recall() >= recall) {
        return result(ground, found, estimate, effort, 0, raised);
      }
      found.table.drop();
      ProbeEffort next = effort.raised(ground.cells());
      clock.finish("recall %.4f is too low".formatted(estimate.recall()));
      if (isDearer(cost(next, ground.reduction()))) {
        return null;
      }
      warn(
          "The search of %d cells a row found %.4f of the true neighbours of %d sample rows,"
              .formatted(effort.probes(), estimate.recall(), estimate.rows()),
          recall,
          next.probes() + " cells");
      effort = next;
    }
  }

  /**
   * Searches by links, with more and more of them as long as that is cheaper than cells alone.
   *
   * @return null when the recall was not reached; no stage is running then
   */
  private @Nullable Result searchLinks(
      Ground ground, DescentEffort first, @Nullable ProbeEffort alone, int k, double recall) {
    DescentEffort effort = first;
    for (int raised = 0; ; raised++) {
      clock.start("search", -1);
      RecallEstimate reached;
      DescentTable links = DescentTable.start(ground.table(), effort.probes(), effort.width());
      boolean held = false;
      try {
        int rounds = refine(links, ground, k, recall);
        Found found =
            onExecutors
                ? kept(links.lists(k), k, new LinkSource(links, ground.table()))
                : assemble(links.neighbors(k), k);
        reached = ground.judge().recall(found.table);
        if (reached.recall() >= recall) {
          held = onExecutors;
          return result(
              ground,
              found,
              reached,
              new ProbeEffort(effort.probes(), links.width()),
              rounds,
              raised);
        }
        found.table.drop();
      } finally {
        if (!held) {
          links.close();
        }
      }
      DescentEffort next = effort.raised(ground.cells());
      boolean again =
          !isDearer(cost(next, ground.reduction()))
              && (alone == null
                  || cost(next, ground.reduction()) < cost(alone, ground.reduction()));
      warn(
          "The search of neighbours of neighbours found %.4f of the true neighbours of %d sample rows,"
              .formatted(reached.recall(), reached.rows()),
          recall,
          again
              ? next.probes() + " cells and " + next.width() + " links a row"
              : alone == null ? "all points" : alone.probes() + " cells a row");
      clock.finish("recall %.4f is too low".formatted(reached.recall()));
      if (!again) {
        return null;
      }
      effort = next;
    }
  }

  /**
   * Rounds until both samples say that the recall is reached. A round gains less than the one
   * before: when it gains less than is missing, rows keep more links.
   */
  private int refine(DescentTable links, Ground ground, int k, double recall) {
    int[] rows =
        IntStream.concat(IntStream.of(ground.sample().ids()), IntStream.of(ground.judge().ids()))
            .sorted()
            .toArray();
    double before = 0.0;
    int widenings = 0;
    for (int round = 1; ; round++) {
      links.refine();
      List<PanelNeighbors> found = links.neighbors(rows, k);
      double reached =
          Math.min(
              ground.sample().recall(found, k).recall(), ground.judge().recall(found, k).recall());
      clock.advance(-1, "round %d, %d links, recall %.4f".formatted(round, links.width(), reached));
      if (reached >= recall || round == MOST_ROUNDS) {
        return round;
      }
      if (reached - before < recall - reached) {
        if (widenings++ == MOST_WIDENINGS) {
          return round;
        }
        links.widen(DescentEffort.more(links.width()));
      }
      before = reached;
    }
  }

  private void warn(String outcome, double recall, String next) {
    clock
        .listener()
        .warning(outcome + " below graph.recall = " + recall + "; searching " + next + ".");
  }

  private static Result result(
      Ground ground,
      Found found,
      RecallEstimate recall,
      ProbeEffort effort,
      int rounds,
      int raised) {
    return new Result(
        found.table,
        recall,
        effort,
        rounds,
        ground.cells(),
        ground.reduction().reduced(),
        found.undecided,
        found.scanned,
        raised);
  }

  private double cost(ProbeEffort effort, Reduction reduction) {
    return effort.cost(SearchSize.CELL_ROWS, reduction.reduced(), size.dim());
  }

  private double cost(DescentEffort effort, Reduction reduction) {
    return effort.cost(SearchSize.CELL_ROWS, reduction.reduced(), size.dim());
  }

  private boolean isDearer(double row) {
    return row * size.n() > size.exactWork();
  }

  private Reduction reduction() {
    int wanted = PrincipalAxes.sampleRows(size.n(), size.dim());
    int[] rows = SampleRows.draw(size.n(), wanted, seeds.random("axes sample"));
    return PrincipalAxes.of(new FullScan(context, panels).rows(rows), seeds);
  }

  /** Lists of all rows. */
  private record Found(NeighborTable table, int undecided, int scanned) {}

  /** What lists by links are made of. */
  private record LinkSource(DescentTable links, IvfTable table)
      implements ExecutorNeighbors.Source {
    @Override
    public void release() {
      links.close();
      table.release();
    }

    @Override
    public void close() {
      links.close();
      table.close();
    }
  }

  private Found run(IvfTable table, ProbeEffort effort, int k) {
    List<PanelTask> tasks =
        PanelTask.grouped(
            table.panels().rdd(),
            SearchPlan.panelsOfTask(
                size,
                effort.probes(),
                context.defaultParallelism(),
                context.sc().getExecutorMemoryStatus().size() - 1));
    clock.start("search", tasks.size());
    JavaRDD<PanelNeighbors> search =
        JavaRDD.fromRDD(
            new IvfSearchRdd(table.panels().rdd(), tasks, table.tree(), table.layout(), effort, k),
            ClassTag.apply(PanelNeighbors.class));
    List<PanelNeighbors> parts;
    try (TaskCounter counter =
        new TaskCounter(context.sc(), clock.listener(), clock.current(), tasks.size())) {
      counter.watch();
      if (onExecutors) {
        return kept(search, k, table);
      }
      parts = search.collect();
    }
    return assemble(parts, k);
  }

  /** Leaves the lists where they are found; rows with too few are searched for among all. */
  private Found kept(JavaRDD<PanelNeighbors> lists, int k, ExecutorNeighbors.Source source) {
    ExecutorNeighbors kept =
        ExecutorNeighbors.of(
            context,
            lists.map(PanelNeighbors::rows),
            size.n(),
            k,
            rows -> new FullScan(context, panels).scan(rows, k),
            source);
    return new Found(kept, kept.undecided(), kept.scannedRows());
  }

  /** Puts the lists of all panels together; rows with too few are searched for among all. */
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
    for (ExactLists lists : new FullScan(context, panels).scan(rest, k)) {
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
