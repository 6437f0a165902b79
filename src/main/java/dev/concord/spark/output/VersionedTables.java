package dev.concord.spark.output;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.error.InputException;
import dev.concord.spark.files.TableFormatJars;
import dev.concord.spark.files.TableWriter;
import dev.concord.spark.store.InPlacePublication;
import dev.concord.spark.store.Staging;
import dev.concord.spark.store.TableVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
 * <p>An Iceberg table lies in a Hadoop catalog whose warehouse is the output folder.
 */
final class VersionedTables {
  private static final String ICEBERG_CATALOG = "org.apache.iceberg.spark.SparkCatalog";

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
   * Replaces the table {@code name} by {@code rows} in one commit, keeping its versions; an earlier
   * run's table of another format there is removed first.
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
    if (format.equals("delta")) {
      rows.write()
          .format("delta")
          .mode(SaveMode.Overwrite)
          .option("overwriteSchema", "true")
          .save(table.toString());
    } else {
      rows.writeTo(catalog() + ".`" + name + "`").using("iceberg").createOrReplace();
    }
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
