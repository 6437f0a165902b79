package dev.concord.spark.base;

import dev.concord.graph.search.ListLayout;
import dev.concord.graph.search.PanelSearch;
import dev.concord.graph.search.ProbeEffort;
import dev.concord.graph.search.ProbedLists;
import dev.concord.graph.search.ProbedRows;
import dev.concord.graph.search.Reduction;
import dev.concord.graph.search.SearchSize;
import dev.concord.spark.graph.RecallSample;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Effort of a search, calibrated on a sample of rows whose true neighbours are computed exactly.
 */
final class SearchCalibration {
  /** Probes of the sample's rows, until some number up to that suffices. */
  private static final int[] LIMITS = {64, 256, 1024, 4096};

  private static final int[] PROBES = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 96, 112,
    128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 512, 576, 640, 704,
    768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096
  };

  private static final int[] CANDIDATES = {20, 24, 28, 32, 40, 48, 64, 80, 96, 128, 160, 192};

  private SearchCalibration() {}

  /**
   * The cheapest effort whose recall suffices even at the lower end of its confidence interval; the
   * largest where none up to 4,096 inverted lists does.
   */
  static ProbeEffort effort(
      JavaSparkContext context,
      IvfTable table,
      Reduction reduction,
      SearchSize size,
      RecallSample sample,
      int k,
      double recall) {
    int least = PanelSearch.keepFor(k);
    int[] candidates =
        reduction.isNone()
            ? new int[] {least}
            : IntStream.concat(IntStream.of(least), IntStream.of(CANDIDATES).filter(m -> m > least))
                .toArray();
    int most = Math.max(candidates[candidates.length - 1], 8 * least);
    int invertedLists = table.quantizer().value().lists();
    for (int limit : LIMITS) {
      int searched = Math.min(invertedLists, limit);
      ProbedRows rows = rows(table, reduction, sample, searched);
      ProbeEffort cheapest =
          ProbeEffort.cheapest(
              probe(context, table, rows, most),
              sample.kth(),
              k,
              recall,
              choices(searched),
              candidates,
              SearchSize.LIST_ROWS,
              reduction.reduced(),
              size.dim());
      if (cheapest != null) {
        return cheapest;
      }
      if (searched == invertedLists) {
        break;
      }
    }
    return new ProbeEffort(
        Math.min(invertedLists, LIMITS[LIMITS.length - 1]), candidates[candidates.length - 1]);
  }

  private static ProbedRows rows(
      IvfTable table, Reduction reduction, RecallSample sample, int probes) {
    int[] positions = table.positions();
    return ProbedRows.of(
        sample.features(),
        reduction.apply(sample.features()),
        IntStream.of(sample.ids()).map(id -> positions[id]).toArray(),
        table.quantizer().value(),
        table.layout().value(),
        probes);
  }

  private static int[] choices(int searched) {
    IntStream some = IntStream.of(PROBES).filter(p -> p < searched);
    return IntStream.concat(some, IntStream.of(searched)).toArray();
  }

  /** The points nearest to the sample's rows in the inverted lists they probe. */
  private static ProbedLists probe(
      JavaSparkContext context, IvfTable table, ProbedRows rows, int most) {
    Broadcast<ProbedRows> shared = context.broadcast(rows);
    Broadcast<ListLayout> layout = table.layout();
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
}
