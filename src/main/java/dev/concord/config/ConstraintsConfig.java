package dev.concord.config;

import java.util.Set;

/**
 * A table of judged pairs and the names of its columns; {@code weight} need not exist in the table.
 *
 * @param words of the user's for the kinds
 * @param named the keys that do not have their default: a column named by hand must exist
 */
public record ConstraintsConfig(
    TableConfig table,
    String first,
    String second,
    String kind,
    String weight,
    PairWords words,
    Set<String> named) {
  public ConstraintsConfig {
    named = Set.copyOf(named);
  }

  /** Columns by default names, which need not all exist. */
  public ConstraintsConfig(
      TableConfig table, String first, String second, String kind, String weight) {
    this(table, first, second, kind, weight, PairWords.NONE, Set.of());
  }
}
