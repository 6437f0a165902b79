package dev.concord.config;

import java.util.List;
import java.util.Map;

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
  /** The components with secrets left out, fit for logs. */
  @Override
  public String toString() {
    return key
        + "["
        + format
        + ", "
        + Redaction.text(paths.toString())
        + ", "
        + Redaction.options(options)
        + "]";
  }
}
