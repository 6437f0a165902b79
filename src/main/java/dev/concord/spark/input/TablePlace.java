package dev.concord.spark.input;

import dev.concord.config.TableConfig;

/** How messages name a table. */
final class TablePlace {
  private TablePlace() {}

  /** "input.features (/data/points.csv)". */
  static String of(TableConfig table) {
    return table.paths().isEmpty()
        ? table.key()
        : table.key() + " (" + String.join(", ", table.paths()) + ")";
  }
}
