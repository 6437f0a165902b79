package dev.concord.spark.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.ContentHash;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A stage's result: tables by name, facts as a record, and what the stage warned of.
 *
 * @param tables the tables, on the driver
 * @param facts a record as JSON
 * @param warnings of the stage
 */
public record SavedStage(Map<String, StageTable> tables, ObjectNode facts, List<String> warnings) {

  /** A result without warnings. */
  public static SavedStage of(Map<String, StageTable> tables, Record facts) {
    return new SavedStage(tables, FigureJson.tree(facts), List.of());
  }

  public StageTable table(String name) {
    StageTable table = tables.get(name);
    if (table == null) {
      throw new IllegalArgumentException("no table " + name);
    }
    return table;
  }

  /** The facts as the record that they were. */
  public <T extends Record> T facts(Class<T> type) {
    return FigureJson.read(facts, type);
  }

  /** The same result with warnings. */
  public SavedStage warning(List<String> texts) {
    return new SavedStage(tables, facts, texts);
  }

  /** Rows of all tables together. */
  public long rows() {
    return tables.values().stream().mapToLong(StageTable::rows).sum();
  }

  /** The hash of all tables; figures are not part of it. */
  public String contentHash() {
    ContentHash hash = new ContentHash();
    new TreeMap<>(tables).forEach((name, table) -> hash.add(name).add(table.contentHash()));
    return hash.hex();
  }
}
