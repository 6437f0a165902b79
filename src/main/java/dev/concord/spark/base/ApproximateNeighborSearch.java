package dev.concord.spark.base;

import dev.concord.graph.NeighborLists;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.PrincipalAxes;
import dev.concord.graph.search.ProbeEffort;
import dev.concord.graph.search.Reduction;
import dev.concord.graph.search.SearchSize;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.FullScan;
import dev.concord.spark.graph.NeighborTable;
import dev.concord.spark.graph.RecallSample;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Approximate k nearest neighbours of all rows, by inverted lists (IVF).
 *
 * <p>Rows are reduced to few coordinates and sorted by inverted list. On a calibration sample of
 * rows the true neighbours are computed exactly; it determines how many inverted lists a row must
 * probe. A test sample measures the recall of the result; when it is too low, the effort is raised.
 * Every step is defined without rounding, so the lists are the same on any cluster.
 *
 * <p>Cost: n·probes·256·coordinates products in GEMM, n·candidates·dim differences, and the exact
 * neighbours of 1,024 rows; one shuffle of the features.
 */
public final class ApproximateNeighborSearch {
  private final JavaSparkContext spark;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;
  private final StageClock clock;
  private final boolean onExecutors;
  private final SearchedLists lists;

  /**
   * A search over panels.
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
    this.spark = spark;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
    this.clock = clock;
    this.onExecutors = onExecutors;
    this.lists = new SearchedLists(spark, panels, size, clock, onExecutors);
  }

  /**
   * The result of a search.
   *
   * @param effort probes and candidates of a row
   * @param undecided rows that were scanned in full within their inverted lists
   * @param scannedRows rows that were scanned against all points
   * @param raised how many times the effort of the calibration had to be raised
   */
  public record Result(
      NeighborTable table,
      RecallEstimate recall,
      ProbeEffort effort,
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

  /** What a search works on: index, reduction and test sample. */
  private record SearchContext(IvfTable table, Reduction reduction, RecallSample judge) {
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
      SearchContext context = new SearchContext(table, reduction, known.half(1));
      ProbeEffort effort =
          SearchCalibration.effort(spark, table, reduction, size, known.half(0), k, recall);
      if (isDearer(effort, reduction)) {
        clock.finish(context.invertedLists() + " inverted lists; the exact search is as cheap");
        return null;
      }
      clock.finish(
          "%,d inverted lists of %d rows, %d of %d coordinates; %s lists a row"
              .formatted(
                  context.invertedLists(),
                  size.n() / context.invertedLists(),
                  reduction.reduced(),
                  size.dim(),
                  effort.probes()));
      Result result = search(context, effort, k, recall);
      retained = onExecutors && result != null;
      return result;
    } finally {
      if (!retained) {
        table.close();
      }
    }
  }

  /** Searches and raises the effort until the recall is reached. */
  private @Nullable Result search(SearchContext context, ProbeEffort first, int k, double recall) {
    ProbeEffort effort = first;
    for (int raised = 0; ; raised++) {
      SearchedLists.Found found = lists.run(context.table(), effort, k);
      RecallEstimate estimate = context.judge().recall(found.table());
      if (estimate.recall() >= recall) {
        return result(context, found, estimate, effort, raised);
      }
      found.table().drop();
      ProbeEffort next = effort.raised(context.invertedLists());
      clock.finish("recall %.4f is too low".formatted(estimate.recall()));
      if (isDearer(next, context.reduction())) {
        return null;
      }
      clock
          .listener()
          .warning(
              ("The search of %d lists a row found %.4f of the true neighbours of %d sample rows,"
                      + " below graph.recall = %s; searching %d lists.")
                  .formatted(
                      effort.probes(), estimate.recall(), estimate.rows(), recall, next.probes()));
      effort = next;
    }
  }

  private static Result result(
      SearchContext context,
      SearchedLists.Found found,
      RecallEstimate recall,
      ProbeEffort effort,
      int raised) {
    return new Result(
        found.table(),
        recall,
        effort,
        context.invertedLists(),
        context.reduction().reduced(),
        found.undecided(),
        found.scanned(),
        raised);
  }

  private boolean isDearer(ProbeEffort effort, Reduction reduction) {
    return effort.cost(SearchSize.LIST_ROWS, reduction.reduced(), size.dim()) * size.n()
        > size.exactWork();
  }

  private Reduction reduction() {
    int wanted = PrincipalAxes.sampleRows(size.n(), size.dim());
    int[] rows = SampleRows.draw(size.n(), wanted, seeds.random("axes sample"));
    return PrincipalAxes.of(new FullScan(spark, panels).rows(rows), seeds);
  }
}
