package dev.concord.spark.base;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.TableState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The ids of rows that were written to a table since an earlier state: Delta's change data feed, or
 * the changelog of an Iceberg table. A row that was written and is as it was is among them, so the
 * ids tell where a row may have changed, not that it did. Every other row of the earlier state is
 * the same in the present one.
 */
final class ChangeFeed {
  private final SparkSession spark;
  private final FeaturesConfig config;

  ChangeFeed(SparkSession spark, FeaturesConfig config) {
    this.spark = spark;
    this.config = config;
  }

  /**
   * What was written.
   *
   * @param ids of the rows; null where there is no telling
   * @param text between which states, or why there is no telling
   */
  record Written(@Nullable IdTable ids, String text) {
    private static Written unknown(String why) {
      return new Written(null, why);
    }
  }

  /**
   * The ids of rows that were written since a run. One Spark job over the feed.
   *
   * @param before what that run read, null where it is not known
   * @param features the table as it is read now
   */
  Written since(BaseFacts.@Nullable Source before, FeatureTable features) {
    TableState now = features.state();
    if (now == null) {
      return Written.unknown("a table of format " + config.table().format() + " has none");
    }
    String obstacle = obstacle(before, now, features);
    if (obstacle != null) {
      return Written.unknown(obstacle);
    }
    TableState then = Objects.requireNonNull(before).state();
    long from = Objects.requireNonNull(then.version());
    long to = Objects.requireNonNull(now.version());
    String unit = now.isDelta() ? "version" : "snapshot";
    try {
      String changed = now.isDelta() ? obstacleInLog(then, from, to) : null;
      if (changed != null) {
        return Written.unknown(changed);
      }
      return from == to
          ? new Written(IdTable.none(), "nothing written after " + unit + " " + to)
          : new Written(ids(now.isDelta(), from, to), unit + "s " + from + " to " + to);
    } catch (Exception e) { // Spark throws checked ones that no method declares
      return Written.unknown(
          "it cannot be read from %s %d to %d (%s)"
              .formatted(unit, from, to, TableState.reason(e)));
    }
  }

  /** Why states and settings do not let the feed tell which rows changed, or null. */
  private @Nullable String obstacle(
      BaseFacts.@Nullable Source before, TableState now, FeatureTable features) {
    if (now.obstacle() != null) {
      return now.obstacle();
    }
    if (before == null) {
      return "clusters.base does not name the version of the table that it was made from";
    }
    if (features.ids().isRowNumbers()) {
      return "input.features.id names no column";
    }
    if (config.missing().isFilling()) {
      return "input.features.missing fills values with those of all rows";
    }
    Map<String, String> settings = BaseFacts.Source.settings(config);
    for (Map.Entry<String, String> setting : before.settings().entrySet()) {
      if (!setting.getValue().equals(settings.get(setting.getKey()))) {
        return "input.features." + setting.getKey() + " was " + setting.getValue();
      }
    }
    TableState then = before.state();
    if (!then.format().equals(now.format())) {
      return "the table was of format " + then.format();
    }
    if (!now.isDelta() && !Objects.equals(then.mark(), now.mark())) {
      return "the columns of the table were changed";
    }
    return null;
  }

  /** Why the commits of a Delta table do not lead from the earlier version to this one, or null. */
  private @Nullable String obstacleInLog(TableState then, long from, long to) throws IOException {
    String table = config.table().paths().get(0);
    FileSystem fs =
        TableState.commit(table, from).getFileSystem(spark.sessionState().newHadoopConf());
    String mark = TableState.mark(fs, TableState.commit(table, from));
    if (mark == null) {
      return "its log does not hold version " + from + " any more";
    }
    if (!mark.equals(then.mark())) {
      return "another table has version " + from + " there";
    }
    if (from > to) {
      return "version " + to + " is older than version " + from + " of clusters.base";
    }
    for (long version = from + 1; version <= to; version++) {
      Path commit = TableState.commit(table, version);
      if (!fs.exists(commit)) {
        return "its log does not hold version " + version;
      }
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(fs.open(commit), StandardCharsets.UTF_8))) {
        // Columns may be renamed without a row being written.
        if (lines.lines().anyMatch(line -> line.startsWith("{\"metaData\""))) {
          return "columns or properties of the table were changed in version " + version;
        }
      }
    }
    return null;
  }

  private IdTable ids(boolean delta, long from, long to) {
    TableConfig table = config.table();
    TableConfig feed =
        delta
            ? new TableConfig(
                table.key(),
                table.format(),
                table.paths(),
                Map.of(
                    "readChangeFeed",
                    "true",
                    "startingVersion",
                    Long.toString(from + 1),
                    "endingVersion",
                    Long.toString(to)))
            : new TableConfig(
                table.key(),
                table.format(),
                List.of(TableState.metadata(table.paths().get(0), "changes")),
                Map.of(
                    "start-snapshot-id",
                    Long.toString(from),
                    "end-snapshot-id",
                    Long.toString(to)));
    SourceTable rows = SourceTable.open(spark, feed, List.of());
    return IdTables.named(
        rows, List.of(IdColumn.of(rows, "id", Objects.requireNonNull(config.id()))));
  }
}
