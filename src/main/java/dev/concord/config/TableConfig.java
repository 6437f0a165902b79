package dev.concord.config;

import dev.concord.error.InputException;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a table is and how Spark reads it.
 *
 * @param key the configuration key of this table, for messages: "input.features"
 * @param format csv, parquet, libsvm, idx or any Spark source
 * @param paths Hadoop paths, read one after the other; empty when the source needs none
 * @param options passed to the source as they are
 */
public record TableConfig(
    String key, String format, List<String> paths, Map<String, String> options) {
  /** The path, without its scheme, of a table that is one CSV file on this machine; else null. */
  public @Nullable String localCsv() {
    String path = paths.size() == 1 ? paths.get(0) : "";
    String local = path.startsWith("file:") ? path.substring(5).replaceFirst("^//+", "/") : path;
    boolean other =
        local.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
            || (local.matches(".*[*?{\\[].*") && !new File(local).exists());
    return format.equalsIgnoreCase("csv") && !local.isEmpty() && !other ? local : null;
  }

  /** How messages name the table: "input.features (/data/points.csv)". */
  public String place() {
    return paths.isEmpty() ? key : key + " (" + String.join(", ", paths) + ")";
  }

  /** The refusal of the table, {@code what} behind its name. */
  public InputException refuse(String what) {
    return new InputException(place() + ": " + what);
  }

  /** The components with secrets left out, fit for logs. */
  @Override
  public String toString() {
    return "%s[%s, %s, %s]"
        .formatted(key, format, Redaction.text(paths.toString()), Redaction.options(options));
  }
}
