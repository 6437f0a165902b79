package dev.concord.spark.input.features;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.Redaction;
import dev.concord.config.TableConfig;
import dev.concord.spark.files.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The state of a table that keeps versions: one of format delta or iceberg.
 *
 * @param format in lower case
 * @param version the version of a Delta table, the snapshot of an Iceberg table; null where it is
 *     not known
 * @param mark tells the state from one of the same version: the SHA-256 of a Delta table's commit,
 *     the number of an Iceberg table's schema; null where it is not known
 * @param obstacle why the state is not known, else null
 */
public record TableState(
    String format, @Nullable Long version, @Nullable String mark, @Nullable String obstacle) {
  private static final String DELTA = "delta";
  private static final String ICEBERG = "iceberg";
  private static final String VERSION = "versionAsOf";
  private static final int MOST = 200;
  private static final Pattern COMMIT = Pattern.compile("(\\d+)\\.json");

  /**
   * The state of a table now, or the one that its option {@code versionAsOf} names; null for a
   * format without versions. Of a Delta table the log is listed and one commit read, without Spark;
   * of an Iceberg table one small Spark job lists the metadata, of which the newest are read.
   */
  public static @Nullable TableState of(SparkSession spark, TableConfig table) {
    String format = table.format().toLowerCase(Locale.ROOT);
    if (!format.equals(DELTA) && !format.equals(ICEBERG)) {
      return null;
    }
    if (table.paths().size() != 1) {
      return unknown(format, "input.features.path is not one table");
    }
    for (String option : table.options().keySet()) {
      if (!format.equals(DELTA) || !option.equalsIgnoreCase(VERSION)) {
        return unknown(format, "input.features.options has " + option);
      }
    }
    try {
      return format.equals(DELTA)
          ? delta(spark.sessionState().newHadoopConf(), table)
          : iceberg(spark, table.paths().get(0));
    } catch (Exception e) { // Spark throws checked ones that no method declares
      return unknown(format, "its versions cannot be read (" + reason(e) + ")");
    }
  }

  private static TableState unknown(String format, String obstacle) {
    return new TableState(format, null, null, obstacle);
  }

  /** This state, which a table had before it was read, unless it has another one after. */
  public TableState unless(@Nullable TableState after) {
    return equals(after) ? this : unknown(format, "it was written while it was read");
  }

  /** Whether it is that of a Delta table. */
  public boolean isDelta() {
    return format.equals(DELTA);
  }

  private static TableState delta(Configuration hadoop, TableConfig table) throws IOException {
    String path = table.paths().get(0);
    Path log = commit(path, 0).getParent();
    FileSystem fs = log.getFileSystem(hadoop);
    if (!fs.exists(log)) {
      return unknown(DELTA, "there is no folder " + log.getName() + " at input.features.path");
    }
    long version = -1;
    for (Map.Entry<String, String> option : table.options().entrySet()) {
      version = Long.parseLong(option.getValue().trim());
    }
    if (table.options().isEmpty()) {
      for (FileStatus file : fs.listStatus(log)) {
        Matcher name = COMMIT.matcher(file.getPath().getName());
        version = name.matches() ? Math.max(version, Long.parseLong(name.group(1))) : version;
      }
    }
    String mark = mark(fs, commit(path, version));
    return mark == null
        ? unknown(DELTA, "its log does not hold version " + version)
        : new TableState(DELTA, version, mark, null);
  }

  /** The file of a commit of a Delta table. */
  public static Path commit(String table, long version) {
    return new Path(table, String.format(Locale.ROOT, "_delta_log/%020d.json", version));
  }

  /** What tells a commit of a Delta table from any other; null where its file is gone. */
  public static @Nullable String mark(FileSystem fs, Path commit) throws IOException {
    if (!fs.exists(commit)) {
      return null;
    }
    MessageDigest sha = Sha256.start();
    try (InputStream in = fs.open(commit)) {
      Sha256.add(sha, in);
    }
    return Sha256.hex(sha);
  }

  private static TableState iceberg(SparkSession spark, String name) throws IOException {
    List<Row> log =
        spark
            .read()
            .format(ICEBERG)
            .load(metadata(name, "metadata_log_entries"))
            .select("file", "latest_snapshot_id")
            .collectAsList();
    Row newest = log.get(log.size() - 1);
    if (newest.isNullAt(1)) {
      return unknown(ICEBERG, "it has no snapshot");
    }
    // Columns may be changed without a snapshot, and the log has the schemas of snapshots alone.
    Path file = new Path(newest.getString(0));
    JsonNode schema;
    try (InputStream in = file.getFileSystem(spark.sessionState().newHadoopConf()).open(file)) {
      schema = new ObjectMapper().readTree(in).path("current-schema-id");
    }
    return schema.isInt()
        ? new TableState(ICEBERG, newest.getLong(1), "schema " + schema.asInt(), null)
        : unknown(ICEBERG, "its metadata name no schema");
  }

  /** The name of a metadata table of an Iceberg table, which is named by its path or as a table. */
  public static String metadata(String table, String name) {
    return table + (table.contains("/") ? "#" : ".") + name;
  }

  /** What a failure says, without secrets and of at most 200 characters. */
  public static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String text =
        Redaction.text(String.valueOf(cause.getMessage())).strip().replaceAll("\\s+", " ");
    return text.length() <= MOST ? text : text.substring(0, MOST) + "...";
  }
}
