package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.spark.files.Location;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Row numbers in file order for a source of files: files in the order their paths are given, within
 * a folder by name; then by where a split starts in its file; then by position in the split. One
 * pass counts the rows of each split; the numbers follow from the counts, so they do not depend on
 * how Spark packs splits into partitions.
 */
public final class FileOrder {
  private static final String METADATA = "_metadata";

  /** A split of a file. */
  @DefaultSerializer(JavaSerializer.class)
  record Split(String file, long start) implements Serializable {}

  /** The row numbers of a split. */
  @DefaultSerializer(JavaSerializer.class)
  record Range(int first, int rows) implements Serializable {}

  @DefaultSerializer(JavaSerializer.class)
  private record Count(Split split, long rows) implements Serializable {}

  private final int rows;
  private final Map<Split, Range> ranges;

  private FileOrder(int rows, Map<Split, Range> ranges) {
    this.rows = rows;
    this.ranges = ranges;
  }

  /** The file and split columns, then {@code payload}; a source that has no files is refused. */
  public static Dataset<Row> select(SourceTable table, List<Column> payload) {
    Column metadata;
    try {
      metadata = table.rows().metadataColumn(METADATA);
      List<Column> all = new ArrayList<>();
      all.add(metadata.getField("file_path"));
      all.add(metadata.getField("file_block_start"));
      all.addAll(payload);
      return table.select(all);
    } catch (Exception e) {
      throw new InputException(
          ("%s: no id column is named, and rows of format %s have no order of their own to number"
                  + " them by; name the column of ids as %s.id")
              .formatted(table.config().place(), table.config().format(), table.config().key()),
          e);
    }
  }

  /** Counts the splits of {@code rows}, made by {@link #select}. One Spark job. */
  public static FileOrder count(SparkSession spark, SourceTable table, Dataset<Row> rows) {
    List<Count> counts = SourceTable.rowsOf(rows).mapPartitions(FileOrder::countSplits).collect();
    List<String> roots = roots(spark, table);
    List<Count> sorted = new ArrayList<>(counts);
    Map<String, Integer> rootOf = new HashMap<>();
    Map<String, String> pathOf = new HashMap<>();
    for (Count count : counts) {
      Path path = new Path(URI.create(count.split().file()));
      pathOf.put(count.split().file(), path.toString());
      rootOf.put(count.split().file(), root(path.toString(), roots));
    }
    sorted.sort(
        Comparator.<Count>comparingInt(c -> rootOf.getOrDefault(c.split().file(), 0))
            .thenComparing(c -> pathOf.getOrDefault(c.split().file(), ""))
            .thenComparingLong(c -> c.split().start()));
    IdTables.checkedSize(table, sorted.stream().mapToLong(Count::rows).sum());
    Map<Split, Range> ranges = new HashMap<>();
    int next = 0;
    for (Count count : sorted) {
      ranges.put(count.split(), new Range(next, (int) count.rows()));
      next += (int) count.rows();
    }
    return new FileOrder(next, ranges);
  }

  public int rows() {
    return rows;
  }

  /** "row 4"; where there are several files, of that file: "row 4 of b.csv". Counted from 0. */
  public String place(int row) {
    String file = "";
    Map<String, Integer> begins = new HashMap<>();
    for (Map.Entry<Split, Range> split : ranges.entrySet()) {
      Range range = split.getValue();
      begins.merge(split.getKey().file(), range.first(), Math::min);
      if (range.first() <= row && row < range.first() + range.rows()) {
        file = split.getKey().file();
      }
    }
    return begins.size() < 2
        ? "row " + row
        : "row "
            + (row - begins.getOrDefault(file, 0))
            + " of "
            + new Path(URI.create(file)).getName();
  }

  /** The rows of each split; a copy. */
  Map<Split, Range> ranges() {
    return new HashMap<>(ranges);
  }

  private static Iterator<Count> countSplits(Iterator<Row> rows) {
    List<Count> counts = new ArrayList<>();
    String file = "";
    long start = -1;
    long count = 0;
    while (rows.hasNext()) {
      Row row = rows.next();
      if (row.getLong(1) != start || !row.getString(0).equals(file)) {
        if (count > 0) {
          counts.add(new Count(new Split(file, start), count));
        }
        file = row.getString(0);
        start = row.getLong(1);
        count = 0;
      }
      count++;
    }
    if (count > 0) {
      counts.add(new Count(new Split(file, start), count));
    }
    return counts.iterator();
  }

  /** The given paths, patterns expanded, in order. */
  private static List<String> roots(SparkSession spark, SourceTable table) {
    Configuration conf = spark.sessionState().newHadoopConf();
    List<String> paths = new ArrayList<>();
    try {
      for (String given : table.config().paths()) {
        FileSystem files = new Path(given).getFileSystem(conf);
        FileStatus[] found = Location.matches(conf, given);
        Stream.of(found == null ? new FileStatus[0] : found)
            .map(FileStatus::getPath)
            .sorted(Comparator.comparing(Path::toString))
            .map(path -> files.makeQualified(path).toString())
            .forEach(paths::add);
      }
    } catch (IOException e) {
      throw table.refuse("the path cannot be listed: " + e.getMessage());
    }
    for (int i = 0; i < paths.size(); i++) {
      for (int j = 0; j < paths.size(); j++) {
        if (i != j && isWithin(paths.get(i), paths.get(j))) {
          throw table.refuse(
              "path %s is read twice, which gives its rows two numbers; list every file once"
                  .formatted(paths.get(i)));
        }
      }
    }
    return paths;
  }

  /** The place of the root of a file. */
  private static int root(String path, List<String> roots) {
    return (int) roots.stream().takeWhile(root -> !isWithin(path, root)).count();
  }

  private static boolean isWithin(String path, String root) {
    return path.equals(root) || path.startsWith(root.endsWith("/") ? root : root + "/");
  }
}
