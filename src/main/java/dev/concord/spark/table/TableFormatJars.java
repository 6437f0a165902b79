package dev.concord.spark.table;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The packages that table formats need beside Spark. */
public final class TableFormatJars {
  private static final Map<String, String> PACKAGES =
      Map.of(
          "delta", "io.delta:delta-spark_4.1_2.13:4.1.0",
          "iceberg", "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0");

  private TableFormatJars() {}

  /** How to give Spark the jar of {@code format}; empty for a format that is not known here. */
  public static Optional<String> remedy(String format) {
    return Optional.ofNullable(PACKAGES.get(format.toLowerCase(Locale.ROOT)))
        .map(
            name ->
                "put its jar on Spark's class path with --packages of spark-submit, such as "
                    + name);
  }
}
