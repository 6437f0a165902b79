package dev.concord.config;

import java.util.List;
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

  /** The id column of a table that has none of the name it would have by default. */
  public static final String USUAL_ID = "id";

  /** The columns that may hold the ids. */
  public List<String> ids() {
    boolean chosen = named.contains("id") || id.equals(USUAL_ID) || label.equals(USUAL_ID);
    return chosen ? List.of(id) : List.of(id, USUAL_ID);
  }

  /** The same table with another id column. */
  public LabelsConfig withId(String name) {
    return new LabelsConfig(table, name, label, named);
  }
}
