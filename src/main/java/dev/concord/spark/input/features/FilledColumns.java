package dev.concord.spark.input.features;

import dev.concord.graph.features.MissingRule;
import dev.concord.spark.input.SourceTable;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The missing values of a table and what they are filled with.
 *
 * @param counts missing values of each column
 * @param substitutes a value for each column, NaN for a column that has none
 */
record FilledColumns(MissingRule rule, long[] counts, double[] substitutes) {

  /** Refuses a column without any value; {@code n} rows. */
  void refuseEmpty(SourceTable table, FeatureColumns columns, int n) {
    for (int d = 0; d < counts.length; d++) {
      if (Double.isNaN(substitutes[d]) && counts[d] == n) {
        throw table.refuse(
            ("column %s has no value at all, so input.features.missing = %s finds none to fill"
                    + " it with; leave the column out of input.features.columns")
                .formatted(columns.nameOf(d), word()));
      }
    }
  }

  /** Tells how many values are filled. */
  void report(Consumer<String> warnings) {
    long values = 0;
    int columns = 0;
    for (long count : counts) {
      values += count;
      columns += count > 0 ? 1 : 0;
    }
    if (values > 0) {
      warnings.accept(
          (values == 1 ? "1 value" : values + " values")
              + (columns == 1 ? " of 1 column" : " of " + columns + " columns")
              + " of input.features"
              + (values == 1 ? " was" : " were")
              + " missing, filled with the "
              + word()
              + (columns == 1 ? " of the column." : " of their columns."));
    }
  }

  private String word() {
    return rule.name().toLowerCase(Locale.ROOT);
  }
}
