package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.ivf.PrincipalAxes;
import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.ivf.Reduction;
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
import dev.concord.spark.progress.StageClock;
import dev.concord.spark.rdd.SampleRows;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Approximate k nearest neighbours of all rows, by inverted lists (IVF) or by NN-Descent.
 *
 * <p>Rows are reduced to few coordinates and sorted by inverted list. On a calibration sample of
 * rows the true neighbours are computed exactly; it determines how many inverted lists a row must
 * probe. Where NN-Descent costs less, rows probe few inverted lists for an initial graph, and
 * NN-Descent rounds refine it until the recall of the sample is reached. A test sample measures the
 * recall of the result; when it is too low, the effort is raised. Every step is defined without
 * rounding, so the lists are the same on any cluster.
 *
 * <p>Cost: n·probes·256·coordinates products in GEMM, n·candidates·dim differences, and the exact
 * neighbours of 1,024 rows; one shuffle of the features. NN-Descent adds n·2·width²·coordinates
 * differences and a shuffle of the edges per round.
 */
public final class ApproximateNeighborSearch {
  /** Largest number of NN-Descent rounds, and of increases of the width within them. */
  private static final int MOST_ROUNDS = 12;

  private static final int MOST_WIDENINGS = 2;

  /** The strategy: inverted lists alone, NN-Descent, or the cheaper of both. */
  enum Strategy {
    CHEAPER,
    LISTS,
    GRAPH
  }

  private final JavaSparkContext spark;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;
  private final StageClock clock;
  private final boolean onExecutors;
  private final Strategy strategy;
  private final SearchedLists lists;

  /**
   * A search over panels by the cheaper strategy.
   *
   * @param panels panel p in partition p, persisted
   * @param onExecutors whether the lists stay on the executors
   */
  public ApproximateNeighborSearch(
      JavaSparkContext spark,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      Seeds seeds,
      StageClock clock,
      boolean onExecutors) {
    this(spark, panels, size, seeds, clock, onExecutors, Strategy.CHEAPER);
  }

  /** A search over panels by a given strategy. */
  public ApproximateNeighborSearch(
      JavaSparkContext spark,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      Seeds seeds,
      StageClock clock,
      boolean onExecutors,
      Strategy strategy) {
    this.spark = spark;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
    this.clock = clock;
    this.onExecutors = onExecutors;
    this.strategy = strategy;
    this.lists = new SearchedLists(spark, panels, size, clock, onExecutors);
  }

  /**
   * The result of a search.
   *
   * @param effort probes and candidates of a row; with NN-Descent its probes and edges
   * @param rounds NN-Descent rounds, 0 without
   * @param undecided rows that were scanned in full within their inverted lists
   * @param scannedRows rows that were scanned against all points
   * @param raised how many times the effort of the calibration had to be raised
   */
  public record Result(
      NeighborTable table,
      RecallEstimate recall,
      ProbeEffort effort,
      int rounds,
      int invertedLists,
      int reduced,
      int undecided,
      int scannedRows,
      int raised) {
    /** The lists in this process. */
    NeighborLists lists() {
      return table.onDriver();
    }
  }

  /** The input of both searches: index, reduction, calibration sample and test sample. */
  private record SearchContext(
      IvfTable table, Reduction reduction, RecallSample sample, RecallSample judge) {
    int invertedLists() {
      return table.quantizer().value().lists();
    }
  }

  /**
   * Searches. Starts and ends the stage "cells", starts the stage "search".
   *
   * @param recall the share of true neighbours to find
   * @return null when the exact search is cheaper; the log has a line, and no stage is running
   */
  public @Nullable Result search(int k, double recall) {
    clock.start("cells", -1);
    Reduction reduction = reduction();
    IvfTable table = IvfTable.build(spark, panels, reduction, size, seeds);
    boolean retained = false;
    try {
      int[] rows = SampleRows.draw(size.n(), 2 * size.sampleRows(), seeds.random("recall sample"));
      RecallSample known = RecallSample.of(spark, panels, reduction.centre(), rows, k);
      SearchContext context = new SearchContext(table, reduction, known.half(0), known.half(1));
      SearchCalibration calibration =
          SearchCalibration.of(spark, table, reduction, size, context.sample(), k, recall);
      ProbeEffort ivf = calibration.ivf();
      DescentEffort descent = preferred(calibration, reduction);
      if (descent == null && (ivf == null || isDearer(cost(ivf, reduction)))) {
        clock.finish(context.invertedLists() + " inverted lists; the exact search is as cheap");
        return null;
      }
      clock.finish(
          "%,d inverted lists of %d rows, %d of %d coordinates; %s"
              .formatted(
                  context.invertedLists(),
                  size.n() / context.invertedLists(),
                  reduction.reduced(),
                  size.dim(),
                  descent == null
                      ? Objects.requireNonNull(ivf).probes() + " lists a row"
                      : descent.probes()
                          + " lists a row and neighbour lists of "
                          + descent.width()));
      Result linked = descent == null ? null : searchGraph(context, descent, ivf, k, recall);
      Result result = linked;
      if (result == null && ivf != null && !isDearer(cost(ivf, reduction))) {
        result = searchLists(context, ivf, descent == null ? 0 : 1, k, recall);
      }
      retained = onExecutors && result != null;
      return result;
    } finally {
      if (!retained) {
        table.close();
      }
    }
  }

  /** The initial effort of NN-Descent if it is the cheaper search, else null. */
  private @Nullable DescentEffort preferred(SearchCalibration calibration, Reduction reduction) {
    DescentEffort descent = calibration.descent();
    ProbeEffort ivf = calibration.ivf();
    if (descent == null || strategy == Strategy.LISTS) {
      return null;
    }
    boolean cheaper =
        !isDearer(cost(descent, reduction))
            && (ivf == null
                || descent.isPreferredTo(
                    ivf, SearchSize.LIST_ROWS, reduction.reduced(), size.dim()));
    return cheaper || strategy == Strategy.GRAPH ? descent : null;
  }

  /** Searches by IVF and raises the probes until the recall is reached. */
  private @Nullable Result searchLists(
      SearchContext context, ProbeEffort first, int raisedBefore, int k, double recall) {
    ProbeEffort effort = first;
    for (int raised = raisedBefore; ; raised++) {
      SearchedLists.Found found = lists.run(context.table(), effort, k);
      RecallEstimate estimate = context.judge().recall(found.table());
      if (estimate.recall() >= recall) {
        return result(context, found, estimate, effort, 0, raised);
      }
      found.table().drop();
      ProbeEffort next = effort.raised(context.invertedLists());
      clock.finish("recall %.4f is too low".formatted(estimate.recall()));
      if (isDearer(cost(next, context.reduction()))) {
        return null;
      }
      warn(
          "The search of %d lists a row found %.4f of the true neighbours of %d sample rows,"
              .formatted(effort.probes(), estimate.recall(), estimate.rows()),
          recall,
          next.probes() + " lists");
      effort = next;
    }
  }

  /**
   * Searches by NN-Descent and raises its effort while that is cheaper than IVF alone.
   *
   * @return null when the recall was not reached; no stage is running then
   */
  private @Nullable Result searchGraph(
      SearchContext context, DescentEffort first, @Nullable ProbeEffort ivf, int k, double recall) {
    DescentEffort effort = first;
    for (int raised = 0; ; raised++) {
      clock.start("search", -1);
      RecallEstimate reached;
      DescentTable graph = DescentTable.start(context.table(), effort.probes(), effort.width());
      boolean retained = false;
      try {
        int rounds = refine(graph, context, k, recall);
        SearchedLists.Found found =
            onExecutors
                ? lists.kept(graph.lists(k), k, new DescentSource(graph, context.table()))
                : lists.assemble(graph.neighbors(k), k);
        reached = context.judge().recall(found.table());
        if (reached.recall() >= recall) {
          retained = onExecutors;
          return result(
              context,
              found,
              reached,
              new ProbeEffort(effort.probes(), graph.width()),
              rounds,
              raised);
        }
        found.table().drop();
      } finally {
        if (!retained) {
          graph.close();
        }
      }
      DescentEffort next = effort.raised(context.invertedLists());
      boolean again =
          !isDearer(cost(next, context.reduction()))
              && (ivf == null || cost(next, context.reduction()) < cost(ivf, context.reduction()));
      warn(
          "NN-Descent found %.4f of the true neighbours of %d sample rows,"
              .formatted(reached.recall(), reached.rows()),
          recall,
          again
              ? next.probes() + " lists a row and neighbour lists of " + next.width()
              : ivf == null ? "all points" : ivf.probes() + " lists a row");
      clock.finish("recall %.4f is too low".formatted(reached.recall()));
      if (!again) {
        return null;
      }
      effort = next;
    }
  }

  /**
   * Runs rounds until the recall is reached on both samples. Each round gains less recall than the
   * one before; when it gains less than is missing, the width is raised.
   */
  private int refine(DescentTable graph, SearchContext context, int k, double recall) {
    int[] rows =
        IntStream.concat(IntStream.of(context.sample().ids()), IntStream.of(context.judge().ids()))
            .sorted()
            .toArray();
    double before = 0.0;
    int widenings = 0;
    for (int round = 1; ; round++) {
      graph.refine();
      List<PanelNeighbors> found = graph.neighbors(rows, k);
      double reached =
          Math.min(
              context.sample().recall(found, k).recall(),
              context.judge().recall(found, k).recall());
      clock.advance(
          -1, "round %d, lists of %d, recall %.4f".formatted(round, graph.width(), reached));
      if (reached >= recall || round == MOST_ROUNDS) {
        return round;
      }
      if (reached - before < recall - reached) {
        if (widenings++ == MOST_WIDENINGS) {
          return round;
        }
        graph.widen(DescentEffort.more(graph.width()));
      }
      before = reached;
    }
  }

  /** The tables from which executors recompute lost NN-Descent lists. */
  private record DescentSource(DescentTable graph, IvfTable table)
      implements ExecutorNeighbors.Source {
    @Override
    public void release() {
      graph.close();
      table.release();
    }

    @Override
    public void close() {
      graph.close();
      table.close();
    }
  }

  private void warn(String outcome, double recall, String next) {
    clock
        .listener()
        .warning(outcome + " below graph.recall = " + recall + "; searching " + next + ".");
  }

  private static Result result(
      SearchContext context,
      SearchedLists.Found found,
      RecallEstimate recall,
      ProbeEffort effort,
      int rounds,
      int raised) {
    return new Result(
        found.table(),
        recall,
        effort,
        rounds,
        context.invertedLists(),
        context.reduction().reduced(),
        found.undecided(),
        found.scanned(),
        raised);
  }

  private double cost(ProbeEffort effort, Reduction reduction) {
    return effort.cost(SearchSize.LIST_ROWS, reduction.reduced(), size.dim());
  }

  private double cost(DescentEffort effort, Reduction reduction) {
    return effort.cost(SearchSize.LIST_ROWS, reduction.reduced(), size.dim());
  }

  private boolean isDearer(double row) {
    return row * size.n() > size.exactWork();
  }

  private Reduction reduction() {
    int wanted = PrincipalAxes.sampleRows(size.n(), size.dim());
    int[] rows = SampleRows.draw(size.n(), wanted, seeds.random("axes sample"));
    return PrincipalAxes.of(new FullScan(spark, panels).rows(rows), seeds);
  }
}
