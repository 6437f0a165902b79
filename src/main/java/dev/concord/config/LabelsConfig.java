package dev.concord.config;

import java.util.Set;

/**
 * A table of labelled points and the names of its columns.
 *
 * @param named the keys that do not have their default: a column named by hand must exist
 */
public record LabelsConfig(TableConfig table, String id, String label, Set<String> named) {
  public LabelsConfig {
    named = Set.copyOf(named);
  }

  /** Columns by default names, which need not all exist. */
  public LabelsConfig(TableConfig table, String id, String label) {
    this(table, id, label, Set.of());
  }
}
