package dev.concord.spark.input;

import dev.concord.config.TableConfig;

/** How messages name a table. */
public final class TablePlace {
  private TablePlace() {}

  /** "input.features (/data/points.csv)". */
  public static String of(TableConfig table) {
    return table.paths().isEmpty()
        ? table.key()
        : table.key() + " (" + String.join(", ", table.paths()) + ")";
  }
}
