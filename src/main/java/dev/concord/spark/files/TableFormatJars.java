package dev.concord.spark.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The packages that table formats need beside the Spark that this jar was built for. */
public final class TableFormatJars {
  private static final Properties PACKAGES = packages();

  private TableFormatJars() {}

  /** Maven coordinates of the jar of {@code format}; empty for a format that is not known here. */
  public static Optional<String> coordinates(String format) {
    return Optional.ofNullable(PACKAGES.getProperty(format.toLowerCase(Locale.ROOT)));
  }

  /** How to give Spark the jar of {@code format}; empty for a format that is not known here. */
  public static Optional<String> remedy(String format) {
    return coordinates(format)
        .map(
            name ->
                "put its jar on Spark's class path with --packages of spark-submit, such as "
                    + name);
  }

  private static Properties packages() {
    Properties packages = new Properties();
    try (InputStream in = TableFormatJars.class.getResourceAsStream("formats.properties")) {
      if (in != null) {
        packages.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packages;
  }
}
