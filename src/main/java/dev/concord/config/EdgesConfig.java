package dev.concord.config;

import java.util.Set;

/**
 * A table of weighted undirected edges and the names of its columns; {@code weight} need not exist
 * in the table.
 *
 * @param named the keys that do not have their default: a column named by hand must exist
 */
public record EdgesConfig(
    TableConfig table, String source, String target, String weight, Set<String> named) {
  public EdgesConfig {
    named = Set.copyOf(named);
  }

  /** Columns by default names, which need not all exist. */
  public EdgesConfig(TableConfig table, String source, String target, String weight) {
    this(table, source, target, weight, Set.of());
  }
}
