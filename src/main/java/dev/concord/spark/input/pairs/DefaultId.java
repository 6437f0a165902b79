package dev.concord.spark.input.pairs;

import dev.concord.config.LabelsConfig;
import dev.concord.spark.input.SourceTable;

/** The id column of a table whose configuration names none: that of the features, else id. */
final class DefaultId {
  private DefaultId() {}

  /** The same columns, the id being one that the table has, if it has one. */
  static LabelsConfig of(SourceTable table, LabelsConfig config) {
    boolean usual =
        config.ids().size() > 1
            && table.find(config.id()) == null
            && table.find(LabelsConfig.USUAL_ID) != null;
    return usual ? config.withId(LabelsConfig.USUAL_ID) : config;
  }
}
