package dev.concord.spark.graph;

import dev.concord.figure.Key;
import dev.concord.graph.RecallEstimate;
import org.jspecify.annotations.Nullable;

/**
 * How the neighbours were found; all null where the graph was given.
 *
 * @param search exact or approximate
 * @param recallEstimate share of the true neighbours that were found
 * @param recallInterval of an approximate search, as what follows but the last
 * @param invertedLists that the rows were divided into
 * @param probes lists that a row was compared with
 * @param candidates whose distance was measured, for each row
 * @param rounds of NN-Descent in version 1.0; 0
 * @param coordinates of a row in the index
 * @param timesRaised how often the effort of the calibration was not enough
 * @param rowsScannedInLists rows that were scanned in full within their lists
 * @param rowsScannedInFull rows that were scanned against all points
 */
public record SearchFigures(
    @Nullable String search,
    @Nullable Double recallEstimate,
    @Nullable Interval recallInterval,
    @Key("cells") @Nullable Integer invertedLists,
    @Key("cellsSearched") @Nullable Integer probes,
    @Nullable Integer candidates,
    @Key("linkRounds") @Nullable Integer rounds,
    @Nullable Integer coordinates,
    @Nullable Integer timesRaised,
    @Key("rowsScannedInCells") @Nullable Integer rowsScannedInLists,
    @Nullable Integer rowsScannedInFull) {

  /** The graph was given. */
  public static final SearchFigures NONE =
      new SearchFigures(null, null, null, null, null, null, null, null, null, null, null);

  /**
   * The confidence interval of a recall.
   *
   * @param level of confidence
   * @param rows of the sample
   */
  public record Interval(double low, double high, double level, int rows) {
    /** At 95 %. */
    public static Interval of(RecallEstimate recall) {
      return new Interval(recall.low(), recall.high(), 0.95, recall.rows());
    }
  }

  /** All true neighbours were found. */
  public static SearchFigures exact(int rowsScannedInFull) {
    return new SearchFigures(
        "exact", 1.0, null, null, null, null, null, null, null, null, rowsScannedInFull);
  }

  /** Lists of an earlier approximate search, brought up to date. */
  public static SearchFigures updated(RecallEstimate recall) {
    return new SearchFigures(
        "approximate",
        recall.recall(),
        Interval.of(recall),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
