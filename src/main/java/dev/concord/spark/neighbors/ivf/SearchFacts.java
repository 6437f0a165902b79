package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.neighbors.RecallEstimate;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Figures of an approximate search for metrics.json and its closing line. */
public final class SearchFacts {
  private SearchFacts() {}

  public static Map<String, Object> of(ApproximateNeighborSearch.Result found) {
    RecallEstimate recall = found.recall();
    Map<String, Object> interval = new LinkedHashMap<>();
    interval.put("low", recall.low());
    interval.put("high", recall.high());
    interval.put("level", 0.95);
    interval.put("rows", recall.rows());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("search", "approximate");
    facts.put("recallEstimate", recall.recall());
    facts.put("recallInterval", interval);
    facts.put("cells", found.invertedLists());
    facts.put("cellsSearched", found.effort().probes());
    facts.put("candidates", found.effort().candidates());
    facts.put("linkRounds", found.rounds());
    facts.put("coordinates", found.reduced());
    facts.put("timesRaised", found.raised());
    facts.put("rowsScannedInCells", found.undecided());
    facts.put("rowsScannedInFull", found.scannedRows());
    return facts;
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
