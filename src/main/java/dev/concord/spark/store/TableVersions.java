package dev.concord.spark.store;

import dev.concord.spark.files.LocalDisk;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The commits of Delta and Iceberg tables, read from their logs without their jars. */
public final class TableVersions {
  private TableVersions() {}

  /** Whether tables of that format commit by themselves. */
  public static boolean has(String format) {
    return format.equalsIgnoreCase("delta") || format.equalsIgnoreCase("iceberg");
  }

  /**
   * The present commit of a table: the newest file of its log and its bytes; empty when there is no
   * such table. Needs neither Spark nor the format's jar.
   */
  public static String state(FileSystem fs, Path table, String format) throws IOException {
    Path log = log(table, format);
    Pattern commit =
        Pattern.compile(isDelta(format) ? "(\\d+)\\.json" : "v(\\d+)(\\.gz)?\\.metadata\\.json");
    if (!fs.exists(log)) {
      return "";
    }
    long newest = -1;
    String state = "";
    for (FileStatus file : fs.listStatus(log)) {
      Matcher name = commit.matcher(file.getPath().getName());
      if (name.matches() && Long.parseLong(name.group(1)) > newest) {
        newest = Long.parseLong(name.group(1));
        state = file.getPath().getName() + ", " + file.getLen() + " bytes";
      }
    }
    return state;
  }

  /**
   * Whether a file may belong to a table of that format.
   *
   * @param name its path below the table's folder
   */
  static boolean isPart(String format, String name) {
    int slash = name.lastIndexOf('/') + 1;
    String checked = LocalDisk.checked(name.substring(slash));
    if (!checked.isEmpty()) {
      return isPart(format, name.substring(0, slash) + checked);
    }
    return isDelta(format)
        ? name.startsWith("_delta_log/")
            || name.startsWith("_change_data/")
            || name.endsWith(".parquet")
            || name.matches("(.*/)?deletion_vector[^/]*\\.bin")
        : name.startsWith("metadata/") || name.startsWith("data/");
  }

  private static boolean isDelta(String format) {
    return format.equalsIgnoreCase("delta");
  }

  /** The folder in a table where its commits lie. */
  public static Path log(Path table, String format) {
    return new Path(table, isDelta(format) ? "_delta_log" : "metadata");
  }
}
