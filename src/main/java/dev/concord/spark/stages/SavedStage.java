package dev.concord.spark.stages;

import dev.concord.spark.files.ContentHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** The figure of that name, a whole number. */
  public int number(String fact) {
    return fact(fact, Number.class).intValue();
  }

  /** The figure of that name, a whole number of up to 64 bits. */
  public long longNumber(String fact) {
    return fact(fact, Number.class).longValue();
  }

  /** With one more figure, or another of that name. */
  public SavedStage with(String fact, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(facts);
    all.put(fact, value);
    return new SavedStage(tables, all);
  }

  /** The figure of that name, a list of texts. */
  public List<String> texts(String fact) {
    List<String> texts = new ArrayList<>();
    for (Object text : fact(fact, List.class)) {
      texts.add(String.valueOf(text));
    }
    return texts;
  }

  private <T> T fact(String name, Class<T> type) {
    Object value = facts.get(name);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("no figure " + name);
    }
    return type.cast(value);
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
