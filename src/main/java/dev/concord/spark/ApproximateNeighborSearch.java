package dev.concord.spark;

import dev.concord.graph.ExactLists;
import dev.concord.graph.FeaturePanel;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.PanelSearch;
import dev.concord.graph.cells.CellLayout;
import dev.concord.graph.cells.PanelNeighbors;
import dev.concord.graph.cells.PrincipalAxes;
import dev.concord.graph.cells.ProbedLists;
import dev.concord.graph.cells.ProbedRows;
import dev.concord.graph.cells.RecallEstimate;
import dev.concord.graph.cells.Reduction;
import dev.concord.graph.cells.SearchEffort;
import dev.concord.graph.cells.SearchSize;
import dev.concord.linalg.Seeds;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;

/**
 * The k nearest neighbours of all rows among the points of their nearest cells.
 *
 * <p>Rows are reduced to few coordinates, sorted by cell, and each searches the cells nearest to
 * it. How many is chosen on a sample of rows whose true neighbours are known, and the recall that
 * comes out is measured on another; when it is too low, more cells are searched. Every step is
 * defined without rounding, so the lists are the same on any cluster.
 *
 * <p>Cost: n·probes·256·coordinates products in GEMM, n·candidates·dim differences, and the exact
 * neighbours of 1,024 rows; one shuffle of the features.
 */
final class ApproximateNeighborSearch {
  /** Cells that the sample's rows search, at first. */
  private static final int SAMPLE_PROBES = 64;

  /** The same when these do not suffice. */
  private static final int MORE_SAMPLE_PROBES = 256;

  private static final int[] PROBES = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192,
    224, 256
  };

  private static final int[] CANDIDATES = {20, 24, 28, 32, 40, 48, 64, 80, 96, 128, 160, 192};

  private final JavaSparkContext context;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;
  private final StageClock clock;

  /**
   * A search over panels.
   *
   * @param panels panel p in partition p, persisted
   */
  ApproximateNeighborSearch(
      JavaSparkContext context,
      JavaRDD<FeaturePanel> panels,
      SearchSize size,
      Seeds seeds,
      StageClock clock) {
    this.context = context;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
    this.clock = clock;
  }

  /**
   * What the search found.
   *
   * @param undecided rows that were scanned in full within their cells
   * @param scannedRows rows that were scanned against all points
   * @param raised how many times more cells had to be searched than the sample promised
   */
  record Result(
      NeighborLists lists,
      RecallEstimate recall,
      SearchEffort effort,
      int cells,
      int reduced,
      int undecided,
      int scannedRows,
      int raised) {}

  /**
   * Searches. Starts and ends the stage "cells", starts the stage "search".
   *
   * @param recall the share of true neighbours to find
   * @return null when the exact search is cheaper than finding that many, which has then been told;
   *     no stage is running then
   */
  @Nullable Result search(int k, double recall) {
    clock.start("cells", -1);
    Reduction reduction = reduction();
    try (CellTable table = CellTable.build(context, panels, reduction, size, seeds)) {
      int cells = table.tree().value().cells();
      int[] rows = SampleRows.draw(size.n(), 2 * size.sampleRows(), seeds.random("recall sample"));
      RecallSample sample = RecallSample.of(context, panels, reduction.centre(), rows, k);
      SearchEffort effort = calibrate(table, reduction, sample.half(0), k, recall);
      if (effort == null || isDearer(effort, reduction)) {
        clock.finish(cells + " cells; the exact search is as cheap");
        return null;
      }
      clock.finish(
          "%,d cells of %d rows, %d of %d coordinates; %d cells a row"
              .formatted(
                  cells, size.n() / cells, reduction.reduced(), size.dim(), effort.probes()));
      return search(table, reduction, effort, sample.half(1), k, recall);
    }
  }

  /** Searches with more and more effort until the recall is reached. */
  private @Nullable Result search(
      CellTable table,
      Reduction reduction,
      SearchEffort first,
      RecallSample judge,
      int k,
      double recall) {
    int cells = table.tree().value().cells();
    SearchEffort effort = first;
    for (int raised = 0; ; raised++) {
      Found found = run(table, effort, k);
      RecallEstimate estimate = judge.recall(found.lists);
      if (estimate.recall() >= recall) {
        return new Result(
            found.lists,
            estimate,
            effort,
            cells,
            reduction.reduced(),
            found.undecided,
            found.scanned,
            raised);
      }
      SearchEffort next = effort.raised(cells);
      clock.finish("recall %.4f is too low".formatted(estimate.recall()));
      if (isDearer(next, reduction)) {
        return null;
      }
      clock
          .listener()
          .warning(
              ("The search of %d cells a row found %.4f of the true neighbours of %d sample rows,"
                      + " below graph.recall = %s; searching %d cells.")
                  .formatted(
                      effort.probes(), estimate.recall(), estimate.rows(), recall, next.probes()));
      effort = next;
    }
  }

  private boolean isDearer(SearchEffort effort, Reduction reduction) {
    double row = effort.cost(SearchSize.CELL_ROWS, reduction.reduced(), size.dim());
    return row * size.n() > size.exactWork();
  }

  private Reduction reduction() {
    int wanted = PrincipalAxes.sampleRows(size.n(), size.dim());
    int[] rows = SampleRows.draw(size.n(), wanted, seeds.random("axes sample"));
    return PrincipalAxes.of(new FullScan(context, panels).rows(rows), seeds);
  }

  /** The cheapest effort that reaches the recall on a sample, null when there is none. */
  private @Nullable SearchEffort calibrate(
      CellTable table, Reduction reduction, RecallSample sample, int k, double recall) {
    int least = PanelSearch.keepFor(k);
    int[] candidates =
        reduction.isNone()
            ? new int[] {least}
            : IntStream.concat(IntStream.of(least), IntStream.of(CANDIDATES).filter(m -> m > least))
                .toArray();
    int most = Math.max(candidates[candidates.length - 1], 8 * least);
    float[] coordinates = reduction.apply(sample.features());
    int[] positions = table.positions();
    int[] stands = IntStream.of(sample.ids()).map(id -> positions[id]).toArray();
    int cells = table.tree().value().cells();
    for (int probes : new int[] {SAMPLE_PROBES, MORE_SAMPLE_PROBES}) {
      int searched = Math.min(cells, probes);
      ProbedRows rows =
          ProbedRows.of(
              sample.features(),
              coordinates,
              stands,
              table.tree().value(),
              table.layout().value(),
              searched);
      SearchEffort effort =
          SearchEffort.cheapest(
              probe(table, rows, most),
              sample.kth(),
              k,
              recall,
              choices(searched),
              candidates,
              SearchSize.CELL_ROWS,
              reduction.reduced(),
              size.dim());
      if (effort != null || searched == cells) {
        return effort;
      }
    }
    return null;
  }

  private static int[] choices(int searched) {
    IntStream some = IntStream.of(PROBES).filter(p -> p < searched);
    return IntStream.concat(some, IntStream.of(searched)).toArray();
  }

  /** The points nearest to the sample's rows in the cells they search. */
  private ProbedLists probe(CellTable table, ProbedRows rows, int most) {
    Broadcast<ProbedRows> shared = context.broadcast(rows);
    Broadcast<CellLayout> layout = table.layout();
    int count = rows.featureRow().length;
    try {
      return table
          .panels()
          .map(
              panel -> {
                ProbedLists lists = new ProbedLists(count, most);
                lists.scan(shared.value(), layout.value(), panel);
                return lists.packed();
              })
          .reduce(
              (a, b) -> {
                ProbedLists merged = new ProbedLists(count, most);
                merged.merge(a);
                merged.merge(b);
                return merged;
              });
    } finally {
      shared.destroy();
    }
  }

  /** Lists of all rows. */
  private record Found(NeighborLists lists, int undecided, int scanned) {}

  private Found run(CellTable table, SearchEffort effort, int k) {
    int panelCount = table.layout().value().panels();
    clock.start("search", panelCount);
    List<PanelNeighbors> parts;
    try (TaskCounter counter =
        new TaskCounter(context.sc(), clock.listener(), clock.current(), panelCount)) {
      counter.watch();
      parts =
          JavaRDD.fromRDD(
                  new CellSearchRdd(
                      table.panels().rdd(), panelCount, table.tree(), table.layout(), effort, k),
                  ClassTag.apply(PanelNeighbors.class))
              .collect();
    }
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
    return new Found(new NeighborLists(size.n(), k, index, distance), undecided, rest.length);
  }
}
