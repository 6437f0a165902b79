package dev.concord.cli.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** The version that the jar's manifest states, and what it was built from. */
public final class Version implements CommandLine.IVersionProvider {
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(not from a jar)" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {line(built())};
  }

  /**
   * Version, commit and Spark version in one line.
   *
   * @param built the properties that Maven filled in; one that it could not fill in is empty or a
   *     placeholder
   */
  static String line(Properties built) {
    String version = known(built, "version");
    String commit = known(built, "commit");
    String spark = known(built, "spark");
    return "concord "
        + (version.isEmpty() ? "of unknown version" : version)
        + (commit.isEmpty() ? ", unknown commit" : ", commit " + commit)
        + (spark.isEmpty() ? "" : ", built for Spark " + spark);
  }

  private static String known(Properties built, String key) {
    String value = built.getProperty(key, "");
    return value.startsWith("${") ? "" : value;
  }

  private static Properties built() {
    Properties built = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        built.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return built;
  }
}
