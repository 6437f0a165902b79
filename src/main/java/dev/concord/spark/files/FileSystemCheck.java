package dev.concord.spark.files;

import dev.concord.config.AssignConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.Redaction;
import dev.concord.config.SuggestConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Whether the file systems that a configuration names are on the class path. Looks for classes
 * alone: nothing is connected to. Cost: milliseconds.
 *
 * @param hadoop where the classes of file systems are named, and whose class loader has them
 */
public record FileSystemCheck(Configuration hadoop) {
  /** A single letter is a drive of Windows. */
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):.*");

  /** The jars to add, by scheme; VERSION stands for Hadoop's own. */
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "s3a", "org.apache.hadoop:hadoop-aws:VERSION",
          "gs", "com.google.cloud.bigdataoss:gcs-connector, the release for Hadoop 3",
          "abfs", "org.apache.hadoop:hadoop-azure:VERSION",
          "abfss", "org.apache.hadoop:hadoop-azure:VERSION",
          "wasb", "org.apache.hadoop:hadoop-azure:VERSION",
          "wasbs", "org.apache.hadoop:hadoop-azure:VERSION");

  /** Formats whose paths are Hadoop paths; what paths of other sources mean is their own affair. */
  private static final Set<String> OF_FILES =
      Set.of(
          "csv",
          "parquet",
          "json",
          "orc",
          "text",
          "avro",
          "libsvm",
          "xml",
          "binaryfile",
          "idx",
          "image",
          "picture",
          "blocks",
          "delta",
          "iceberg");

  /** File systems of Hadoop in which it can neither list nor rename. */
  private static final Set<String> SERVERS = Set.of("http", "https", "ftp");

  /** What Java reads where an argument has letters that the locale has not. */
  private static final char UNREADABLE = '\uFFFD';

  /** Checks every path of a job; throws as {@link #require}. */
  public void require(ConcordConfig config) {
    require(config.input());
    require(config.clusters().previous());
    if (config.clusters().base() != null) {
      require("clusters.base", config.clusters().base());
    }
    require("output.path", config.output().path());
  }

  /** Checks every path of a job; throws as {@link #require}. */
  public void require(SuggestConfig config) {
    require(config.job());
  }

  /** Checks every path of a job; throws as {@link #require}. */
  public void require(AssignConfig config) {
    require(config.input());
    require("model.path", config.modelPath());
    require("output.path", config.output().path());
  }

  /** Checks every path of an input; throws as {@link #require}. */
  public void require(InputConfig input) {
    input.tables().values().forEach(this::require);
    if (input.quarantine() != null) {
      require("input.quarantine", input.quarantine());
    }
  }

  private void require(@Nullable LabelsConfig labels) {
    if (labels != null) {
      require(labels.table());
    }
  }

  private void require(TableConfig table) {
    if (OF_FILES.contains(table.format().toLowerCase(Locale.ROOT))) {
      table.paths().forEach(path -> require(table.key() + ".path", path));
    }
  }

  /**
   * Checks one path.
   *
   * @param key what names it, for the message
   * @throws InputException when the class of its file system is not there, with what to add, when
   *     it is none for tables, or when Java has no letters for the name of a local file
   */
  public void require(String key, String path) {
    Matcher matcher = SCHEME.matcher(path);
    boolean named = matcher.matches();
    String scheme =
        named
            ? matcher.group(1).toLowerCase(Locale.ROOT)
            : String.valueOf(FileSystem.getDefaultUri(hadoop).getScheme());
    if (scheme.equals("file")) {
      requireLetters(key, path, System.getProperty("sun.jnu.encoding", "UTF-8"));
    }
    if (!named) {
      return;
    }
    if (SERVERS.contains(scheme)) {
      throw new InputException(
          ("%s = %s: files are not read from or written to %s: addresses; download the file, with"
                  + " curl say, and name the copy")
              .formatted(key, Redaction.text(path), scheme));
    }
    try {
      FileSystem.getFileSystemClass(scheme, hadoop);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new InputException(
          "%s = %s: the file system %s: is not on Spark's class path; %s"
              .formatted(key, Redaction.text(path), scheme, remedy(scheme)),
          e);
    }
  }

  /** A name with other letters is another file for Java, with question marks in their places. */
  static void requireLetters(String key, String path, String encoding) {
    boolean fits;
    try {
      fits = Charset.forName(encoding).newEncoder().canEncode(path);
    } catch (IllegalArgumentException e) {
      fits = true; // an encoding of the platform that Java cannot look up
    }
    if (!fits || path.indexOf(UNREADABLE) >= 0) {
      throw new InputException(
          ("%s = %s: this locale writes names of files in %s, which has not all letters of this"
                  + " one; set another before the start, with export LC_ALL=C.UTF-8")
              .formatted(key, Redaction.text(path), encoding));
    }
  }

  private static String remedy(String scheme) {
    String artifact = ARTIFACTS.get(scheme);
    if (artifact != null) {
      return "add "
          + artifact.replace("VERSION", VersionInfo.getVersion())
          + ", with --packages of spark-submit or spark.jars.packages in spark-defaults.conf";
    }
    if (scheme.equals("s3") || scheme.equals("s3n")) {
      return "Hadoop calls it s3a: write s3a:// in its place";
    }
    return ("there is no FileSystem for scheme %s: correct it (file:, hdfs:, s3a:, gs:, abfs:), or"
            + " add the jar of that file system and name its class in spark.hadoop.fs.%s.impl")
        .formatted(scheme, scheme);
  }
}
