package dev.concord.spark.input.pairs;

import dev.concord.constraint.PairConstraints;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.TableFaults;

/**
 * A constraints table as read.
 *
 * @param pairs the judged pairs in canonical form
 * @param unsure rows of kind {@code unsure}, or not yet judged; they are checked and not used
 * @param rows all rows of the table
 * @param declined pairs of kind {@code unsure}
 * @param dropped pairs with a point that is left out
 */
public record ReadConstraints(
    PairConstraints pairs, long unsure, long rows, DeclinedPairs declined, TableFaults dropped) {

  /** No table, so no pairs. */
  public static ReadConstraints none(IdTable points) {
    PairConstraints none = PairConstraints.none(points.size(), points);
    return new ReadConstraints(none, 0, 0, DeclinedPairs.NONE, new TableFaults());
  }
}
