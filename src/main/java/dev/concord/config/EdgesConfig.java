package dev.concord.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table of weighted undirected edges and the names of its columns; {@code weight} need not exist
 * in the table.
 *
 * @param nodes a table of ids, of which some may have no edge, or null
 * @param named the keys that do not have their default: a column named by hand must exist
 */
public record EdgesConfig(
    TableConfig table,
    String source,
    String target,
    String weight,
    @Nullable LabelsConfig nodes,
    Set<String> named) {
  public EdgesConfig {
    named = Set.copyOf(named);
  }

  /** Columns by default names, which need not all exist. */
  public EdgesConfig(TableConfig table, String source, String target, String weight) {
    this(table, source, target, weight, null, Set.of());
  }

  /** The same edges with a table of ids. */
  public EdgesConfig withNodes(@Nullable LabelsConfig table) {
    return new EdgesConfig(this.table, source, target, weight, table, named);
  }
}
