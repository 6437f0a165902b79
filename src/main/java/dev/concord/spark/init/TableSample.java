package dev.concord.spark.init;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/**
 * The first rows of a table as texts.
 *
 * @param format of the table
 * @param options of its reader
 * @param columns in their order
 * @param vectors columns of vectors or arrays, of which no values are read
 * @param rows that were read
 * @param whole whether these are all
 */
record TableSample(
    String format,
    Map<String, String> options,
    List<ColumnLook> columns,
    List<String> vectors,
    int rows,
    boolean whole) {
  private static final int HEAD = 1 << 22;
  private static final int MOST_ROWS = 100_000;
  private static final int LEAST_ROWS = 1_000;
  private static final int MOST_CELLS = 2_000_000;
  private static final List<String> SUFFIXES = List.of("parquet", "orc", "json", "avro");

  /**
   * Reads it.
   *
   * @param key what messages call the table
   * @throws InputException when it cannot be read, or has no row
   */
  static TableSample of(SparkSession spark, String key, String path) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    Path file = first(hadoop, key, path);
    String name = file.getName().toLowerCase(Locale.ROOT);
    String format = SUFFIXES.stream().filter(s -> name.endsWith("." + s)).findFirst().orElse("csv");
    Map<String, String> options = format.equals("csv") ? guess(hadoop, key, file) : new HashMap<>();
    Map<String, String> texts = new HashMap<>(options);
    if (format.equals("csv")) {
      texts.put("inferSchema", "false");
    }
    TableConfig config = new TableConfig(key, format, List.of(path), texts);
    return ReadFailures.guard(config, () -> read(spark, config, options));
  }

  private static TableSample read(
      SparkSession spark, TableConfig config, Map<String, String> options) {
    SourceTable table = SourceTable.open(spark, config, List.of());
    List<String> names = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      String type = field.dataType().typeName();
      if (type.equals("array") || type.equals("vector")) {
        vectors.add(field.name());
      } else if (!List.of("map", "struct", "binary").contains(type)) {
        names.add(field.name());
        columns.add(table.column(field).cast("string"));
      }
    }
    int most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, MOST_CELLS / Math.max(1, names.size())));
    List<Row> rows =
        table.rows().select(columns.toArray(Column[]::new)).limit(most + 1).collectAsList();
    if (rows.isEmpty()) {
      throw table.refuse("it has no rows; give a table with one row a point");
    }
    int count = Math.min(most, rows.size());
    List<ColumnLook> looks = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      String[] values = new String[count];
      for (int r = 0; r < count; r++) {
        values[r] = rows.get(r).isNullAt(c) ? "" : rows.get(r).getString(c).strip();
      }
      looks.add(new ColumnLook(names.get(c), values));
    }
    return new TableSample(config.format(), options, looks, vectors, count, rows.size() == count);
  }

  /** The file, or the first file of a folder by name. */
  static Path first(Configuration hadoop, String key, String path) {
    try {
      Path place = new Path(path);
      FileSystem fs = place.getFileSystem(hadoop);
      if (!fs.exists(place)) {
        throw new InputException(
            "%s: there is no file %s; check the path (relative ones start in %s)"
                .formatted(key, path, System.getProperty("user.dir")));
      }
      if (!fs.getFileStatus(place).isDirectory()) {
        return place;
      }
      return Arrays.stream(fs.listStatus(place))
          .filter(status -> status.isFile() && !status.getPath().getName().matches("[._].*"))
          .map(FileStatus::getPath)
          .sorted()
          .findFirst()
          .orElseThrow(() -> new InputException(key + ": the folder " + path + " has no files"));
    } catch (IOException | IllegalArgumentException e) {
      throw failure(key, path, e);
    }
  }

  private static Map<String, String> guess(Configuration hadoop, String key, Path file) {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(file);
    try (InputStream raw = file.getFileSystem(hadoop).open(file);
        InputStream in = codec == null ? raw : codec.createInputStream(raw)) {
      byte[] head = in.readNBytes(HEAD);
      return CsvGuess.options(head, head.length < HEAD);
    } catch (IOException e) {
      throw failure(key, file.toString(), e);
    }
  }

  private static InputException failure(String key, String path, Exception e) {
    return new InputException(
        "%s: %s cannot be read (%s); check the path and its rights"
            .formatted(key, path, e.getMessage()),
        e);
  }
}
