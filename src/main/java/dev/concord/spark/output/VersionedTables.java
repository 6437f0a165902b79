package dev.concord.spark.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.error.InputException;
import dev.concord.spark.files.SealedFolder;
import dev.concord.spark.files.TableFormatJars;
import dev.concord.spark.files.TableWriter;
import dev.concord.spark.store.InPlacePublication;
import dev.concord.spark.store.OutputMarks;
import dev.concord.spark.store.Staging;
import dev.concord.spark.store.TableVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * Tables of formats that keep versions and commit by themselves: Delta and Iceberg. They are not
 * written beside the target and renamed, which would lose their history (and break Iceberg, whose
 * metadata holds full paths), but replaced where they are, each in one commit: readers see the old
 * table or the new one. Writing the same rows again makes one more version with the same content.
 *
 * <p>The table of clusters is merged where its properties say that rows are written one by one, or
 * that somebody reads which rows changed: points that are gone are deleted, new ones inserted, and
 * only rows that differ updated, in one commit. Others are written in full, which takes less.
 *
 * <p>An Iceberg table lies in a Hadoop catalog whose warehouse is the output folder.
 */
final class VersionedTables {
  private static final String ICEBERG_CATALOG = "org.apache.iceberg.spark.SparkCatalog";

  /** The table that is merged; its ids are unique. */
  private static final String MERGED = "clusters";

  /** Properties of tables, and their values, for which a merge writes changed rows alone. */
  private static final Map<String, String> OF_ROWS =
      Map.of(
          "delta.enableChangeDataFeed", "true",
          "delta.enableDeletionVectors", "true",
          "write.merge.mode", "merge-on-read");

  private final SparkSession spark;
  private final String format;
  private final Staging staging;
  private final FileSystem fs;
  private final Path target;

  /** Tables below the target of {@code staging}. */
  VersionedTables(SparkSession spark, String format, Staging staging) {
    this.spark = spark;
    this.format = format.toLowerCase(Locale.ROOT);
    this.staging = staging;
    this.fs = staging.fileSystem();
    this.target = staging.target();
  }

  /**
   * Checks that the format's jar is there.
   *
   * @throws InputException when it is not
   */
  void probe() {
    boolean delta = format.equals("delta");
    String source = delta ? "io.delta.sql.DeltaSparkSessionExtension" : ICEBERG_CATALOG;
    try {
      Class.forName(source, false, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new InputException(
          "output.format: Spark has no data source \""
              + format
              + "\"; "
              + TableFormatJars.remedy(format).orElseThrow()
              + ", or use csv, parquet, orc or json",
          e);
    }
  }

  /**
   * Makes {@code rows} the table {@code name} in one commit, keeping its versions; an earlier run's
   * table of another format there is removed first.
   *
   * @throws InputException when the table cannot be written (space, rights)
   */
  void replace(String name, Dataset<Row> rows) {
    Path table = new Path(target, name);
    TableWriter.translated(table, () -> commit(name, table, rows));
  }

  private void commit(String name, Path table, Dataset<Row> rows) throws IOException {
    if (fs.exists(table) && !fs.exists(TableVersions.log(table, format))) {
      new InPlacePublication(staging).clear(name);
    }
    if (name.equals(MERGED) && isMergeable(name, table, rows)) {
      merge(name, rows);
    } else if (format.equals("delta")) {
      rows.write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .option("overwriteSchema", "true")
          .save(table.toString());
    } else {
      rows.writeTo(inSql(name)).using("iceberg").createOrReplace();
    }
  }

  /**
   * Whether a merge makes the table: it is as the earlier run left it, has the same columns, and
   * properties for which only changed rows are written.
   */
  private boolean isMergeable(String name, Path table, Dataset<Row> rows) throws IOException {
    Path noted = new Path(target, OutputMarks.TABLES);
    if (!fs.exists(noted)) {
      return false;
    }
    String left = new ObjectMapper().readTree(SealedFolder.read(fs, noted)).path(name).asText();
    if (left.isEmpty() || !left.equals(TableVersions.state(fs, table, format))) {
      return false;
    }
    Map<String, String> properties = new TreeMap<>();
    for (Row row : spark.sql("show tblproperties " + inSql(name)).collectAsList()) {
      properties.put(row.getString(0), row.getString(1));
    }
    return OF_ROWS.entrySet().stream()
            .anyMatch(of -> of.getValue().equalsIgnoreCase(properties.get(of.getKey())))
        && columns(spark.table(inSql(name))).equals(columns(rows));
  }

  private static List<String> columns(Dataset<Row> rows) {
    return Arrays.stream(rows.schema().fields())
        .map(field -> field.name() + " " + field.dataType().simpleString())
        .toList();
  }

  /** Deletes, updates and inserts the rows in which a table of points differs from {@code rows}. */
  private void merge(String name, Dataset<Row> rows) {
    String view = "concord_" + name + "_" + UUID.randomUUID().toString().replace('-', '_');
    String same =
        Arrays.stream(rows.columns())
            .map(column -> "`" + column.replace("`", "``") + "`")
            .map(column -> "t." + column + " <=> s." + column)
            .collect(Collectors.joining(" and "));
    rows.createOrReplaceTempView(view);
    try {
      spark.sql(
          "merge into "
              + inSql(name)
              + " t using "
              + view
              + " s on t.id = s.id when matched and not ("
              + same
              + ") then update set * when not matched then insert *"
              + " when not matched by source then delete");
    } finally {
      spark.catalog().dropTempView(view);
    }
  }

  /** The name of a table in SQL. */
  private String inSql(String name) {
    return format.equals("delta")
        ? "delta.`" + new Path(target, name).toString().replace("`", "``") + "`"
        : catalog() + ".`" + name + "`";
  }

  /** The states of these tables as JSON, by name. */
  String states(Set<String> names) throws IOException {
    Map<String, String> states = new TreeMap<>();
    for (String name : names) {
      states.put(name, TableVersions.state(fs, new Path(target, name), format));
    }
    return new ObjectMapper().writeValueAsString(states) + "\n";
  }

  /** The catalog of this output folder; its name is the folder's own, since catalogs stay. */
  private String catalog() {
    CRC32 crc = new CRC32();
    crc.update(target.toString().getBytes(StandardCharsets.UTF_8));
    String name = "concord_" + HexFormat.of().toHexDigits((int) crc.getValue());
    String key = "spark.sql.catalog." + name;
    spark.conf().set(key, ICEBERG_CATALOG);
    spark.conf().set(key + ".type", "hadoop");
    spark.conf().set(key + ".warehouse", target.toString());
    spark.conf().set(key + ".cache-enabled", "false");
    return name;
  }
}
