package dev.concord.spark.stages;

import java.util.Map;

/**
 * A stage's result: tables by name, and figures that JSON can hold.
 *
 * @param tables the tables, on the driver
 * @param facts numbers, texts, lists and maps of these
 */
public record SavedStage(Map<String, StageTable> tables, Map<String, Object> facts) {

  /** The table of that name. */
  public StageTable table(String name) {
    StageTable table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name);
    }
    return table;
  }

  /** Rows of all tables together. */
  public long rows() {
    return tables.values().stream().mapToLong(StageTable::rows).sum();
  }

  /** The hash of all tables; figures are not part of it. */
  public String contentHash() {
    ContentHash hash = new ContentHash();
    new java.util.TreeMap<>(tables)
        .forEach((name, table) -> hash.add(name).add(table.contentHash()));
    return hash.hex();
  }
}
