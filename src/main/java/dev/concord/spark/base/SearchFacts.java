package dev.concord.spark.base;

import dev.concord.graph.RecallEstimate;
import dev.concord.spark.graph.SearchFigures;
import java.util.Locale;

/** Figures of an approximate search for metrics.json and its closing line. */
public final class SearchFacts {
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
