package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.exact.PanelSearch;
import dev.concord.graph.ivf.ListLayout;
import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.ivf.ProbedLists;
import dev.concord.graph.ivf.ProbedRows;
import dev.concord.graph.ivf.Reduction;
import dev.concord.graph.nndescent.DescentEffort;
import dev.concord.graph.nndescent.DescentGraph;
import dev.concord.graph.nndescent.SearchSize;
import dev.concord.spark.neighbors.RecallSample;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * Effort of a search, calibrated on a sample of rows whose true neighbours are computed exactly:
 * the probes of an IVF search that reaches the recall, and of the initial graph of NN-Descent.
 *
 * @param ivf the cheapest effort whose recall suffices even at the lower end of its confidence
 *     interval; null when it takes more than 1,024 inverted lists
 * @param descent effort of NN-Descent; null when its initial graph finds too few neighbours
 */
record SearchCalibration(@Nullable ProbeEffort ivf, @Nullable DescentEffort descent) {
  /** Probes of the sample's rows at first. */
  private static final int FEW_PROBES = 64;

  /** Probes of the second attempt. */
  private static final int MORE_PROBES = 256;

  private static final int MOST_PROBES = 1024;

  private static final int[] PROBES = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 96, 112,
    128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 512, 576, 640, 704,
    768, 896, 1024
  };

  private static final int[] CANDIDATES = {20, 24, 28, 32, 40, 48, 64, 80, 96, 128, 160, 192};

  /** Calibrates on a sample. */
  static SearchCalibration of(
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
    ProbeEffort ivf = null;
    DescentEffort descent = null;
    for (int probes : new int[] {FEW_PROBES, MORE_PROBES, MOST_PROBES}) {
      int searched = Math.min(invertedLists, probes);
      ProbedRows rows = rows(table, reduction, sample, searched);
      ProbedLists lists = probe(context, table, rows, most);
      int[] choices = choices(searched);
      ivf =
          ProbeEffort.cheapest(
              lists,
              sample.kth(),
              k,
              recall,
              choices,
              candidates,
              SearchSize.LIST_ROWS,
              reduction.reduced(),
              size.dim());
      if (descent == null && DescentGraph.fit(table.layout().value())) {
        descent =
            DescentEffort.start(lists, sample.kth(), k, size.n(), choices, candidates, recall);
      }
      if (ivf != null || searched == invertedLists) {
        break;
      }
    }
    return new SearchCalibration(ivf, descent);
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
