package dev.concord.spark.base;

import dev.concord.config.GraphConfig;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.SearchSize;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.TaskCounter;
import dev.concord.spark.graph.ExactNeighborSearch;
import dev.concord.spark.graph.ExecutorNeighbors;
import dev.concord.spark.graph.NeighborTable;
import dev.concord.spark.graph.SearchChoice;
import dev.concord.spark.graph.SearchFigures;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** The neighbour lists of a graph: searched, or brought up to date from those of an earlier run. */
public final class ListSearch {
  private final JavaSparkContext context;
  private final GraphConfig config;
  private final Seeds seeds;
  private final StageClock clock;
  private final boolean onExecutors;
  private final ListKeeping keeping;

  /**
   * A search.
   *
   * @param onExecutors whether the lists of the graph stay there
   */
  public ListSearch(
      JavaSparkContext context,
      GraphConfig config,
      Seeds seeds,
      StageClock clock,
      boolean onExecutors,
      ListKeeping keeping) {
    this.context = context;
    this.config = config;
    this.seeds = seeds;
    this.clock = clock;
    this.onExecutors = onExecutors;
    this.keeping = keeping;
  }

  /**
   * What is searched: all points, or the distinct ones.
   *
   * @param panels scaled features, panel p in partition p
   * @param bytes memory of the panels
   * @param neighbors wanted of a row
   */
  public record Points(
      JavaRDD<FeaturePanel> panels, int n, int dim, int panelRows, long bytes, int neighbors) {
    int panelCount() {
      return (n + panelRows - 1) / panelRows;
    }

    Points with(int wanted) {
      return new Points(panels, n, dim, panelRows, bytes, wanted);
    }
  }

  /**
   * Lists.
   *
   * @param recall of lists that are not exact, else null
   * @param kept with spare entries, for the next run; null where they are not kept
   */
  public record Found(
      NeighborTable table,
      @Nullable RecallEstimate recall,
      SearchFigures figures,
      @Nullable ListedContents kept) {}

  /**
   * The lists; null when those of the earlier run cannot be brought up to date: a full run is to be
   * made, with nothing taken over.
   *
   * @param fingerprints of the rows' features as read
   */
  public @Nullable Found find(Points points, Supplier<long[]> fingerprints) {
    BaseRun base = keeping.base();
    if (base != null && base.isUsed()) {
      return updated(base, points, fingerprints.get());
    }
    if (!keeping.keep()) {
      return searched(points);
    }
    int width = UpdatableLists.widthFor(points.neighbors, points.n);
    Found found = searched(points.with(width));
    KeptLists lists;
    NeighborTable table;
    if (found.table instanceof ExecutorNeighbors remote) {
      ListBlocks blocks = ListBlocks.of(context, remote);
      lists = blocks;
      table = blocks.nearest(points.neighbors, true);
    } else {
      NeighborLists all = found.table.onDriver();
      int[] rows = new int[all.n()];
      Arrays.setAll(rows, r -> r);
      UpdatableLists here =
          UpdatableLists.of(new ListedRows(rows, all.k(), all.index(), all.distance(), 0), all.n());
      lists = new KeptLists.OnDriver(here);
      ListedRows nearest = here.nearest(points.neighbors);
      table =
          new NeighborTable.OnDriver(
              new NeighborLists(all.n(), nearest.k(), nearest.index(), nearest.distance()));
    }
    boolean exact = found.recall == null;
    return new Found(
        table, found.recall, found.figures, new ListedContents(fingerprints.get(), lists, exact));
  }

  private @Nullable Found updated(BaseRun base, Points points, long[] fingerprints) {
    ListedContents earlier = base.content().contents();
    SearchSize size = SearchSize.of(points.n, points.dim, points.bytes);
    if (earlier.lists().width() < points.neighbors) {
      base.refuse("its points were too few for lists of so many neighbours", clock);
      return null;
    }
    clock.start("update", -1);
    ListUpdate.Prepared prepared =
        base.reading(() -> ListUpdate.prepare(context, earlier, fingerprints, points.neighbors));
    double full = earlier.exact() ? size.exactWork() : size.approximateWork();
    if (ListUpdate.work(prepared, size, earlier.exact()) > full) {
      clock.finish("too many rows");
      prepared.lists().close();
      base.refuse("bringing the neighbour lists up to date takes more than a search", clock);
      return null;
    }
    ListUpdate update = new ListUpdate(context, points.panels, size, seeds);
    ListUpdate.Result result =
        earlier.exact()
            ? update.exact(prepared)
            : update.approximate(prepared, points.neighbors, config.recall());
    RecallEstimate recall = result.recall();
    if (recall != null && recall.recall() < config.recall()) {
      clock.finish("recall %.4f is too low".formatted(recall.recall()));
      result.lists().close();
      base.refuse(
          String.format(
              Locale.ROOT,
              "the neighbour lists brought up to date have a recall of %.4f, below graph.recall = %s",
              recall.recall(),
              config.recall()),
          clock);
      return null;
    }
    clock.finish(
        String.format(
            Locale.ROOT,
            "%,d rows searched%s, %,d entries in other lists%s",
            result.searched(),
            result.among(),
            result.entered(),
            recall == null ? "" : String.format(Locale.ROOT, ", recall %.4f", recall.recall())));
    return new Found(
        table(result.lists(), points.neighbors),
        recall,
        recall == null ? SearchFigures.exact(0) : SearchFigures.updated(recall),
        new ListedContents(
            fingerprints,
            result.lists(),
            earlier.exact(),
            new ListedContents.Update(result.searched(), result.entered())));
  }

  /** The lists of the graph, where they are wanted. */
  private NeighborTable table(ListBlocks lists, int k) {
    ExecutorNeighbors table = lists.nearest(k, keeping.keep());
    if (onExecutors) {
      return table;
    }
    NeighborLists collected = table.onDriver();
    table.close();
    return new NeighborTable.OnDriver(collected);
  }

  private Found searched(Points points) {
    SearchSize size = SearchSize.of(points.n, points.dim, points.bytes);
    if (SearchChoice.isApproximate(config, size)) {
      ApproximateNeighborSearch.Result found =
          new ApproximateNeighborSearch(context, points.panels, size, seeds, clock, onExecutors)
              .search(points.neighbors, config.recall());
      if (found != null) {
        clock.finish(SearchFacts.summary(points.neighbors, found));
        return new Found(found.table(), found.recall(), SearchFacts.of(found), null);
      }
      clock
          .listener()
          .warning(
              "The exact search is used: it takes less than an approximate one with graph.recall"
                  + " = "
                  + config.recall()
                  + " on this data.");
    }
    return exact(points);
  }

  private Found exact(Points points) {
    int panels = points.panelCount();
    int k = points.neighbors;
    clock.start("search", ExactNeighborSearch.tasks(panels));
    ExactNeighborSearch.Result found;
    try (TaskCounter counter =
        new TaskCounter(
            context.sc(), clock.listener(), clock.current(), ExactNeighborSearch.tasks(panels))) {
      counter.watch();
      ExactNeighborSearch exact =
          new ExactNeighborSearch(context, points.panels, panels, points.panelRows, points.n);
      found = onExecutors ? exact.searchOnExecutors(k) : exact.search(k);
    }
    clock.finish(
        k
            + " exact neighbours a point"
            + (found.scannedRows() > 0
                ? ", " + found.scannedRows() + " rows with many equal distances scanned in full"
                : ""));
    return new Found(found.table(), null, SearchFigures.exact(found.scannedRows()), null);
  }

  /** Figures of an approximate search for metrics.json and its closing line. */
  public static final class SearchFacts {
    private SearchFacts() {}

    public static SearchFigures of(ApproximateNeighborSearch.Result found) {
      RecallEstimate recall = found.recall();
      return new SearchFigures(
          "approximate",
          recall.recall(),
          SearchFigures.Interval.of(recall),
          found.invertedLists(),
          found.effort().probes(),
          found.effort().candidates(),
          0,
          found.reduced(),
          found.raised(),
          found.undecided(),
          found.scannedRows());
    }

    public static String summary(int k, ApproximateNeighborSearch.Result found) {
      RecallEstimate recall = found.recall();
      return String.format(
          Locale.ROOT,
          "%d neighbours a point, recall %.4f (95 %% interval %.4f to %.4f, %d rows)",
          k,
          recall.recall(),
          recall.low(),
          recall.high(),
          recall.rows());
    }
  }
}
