package dev.concord.cli.start;

import java.util.function.Predicate;
import org.apache.spark.SparkConf;

/**
 * Session settings for Delta and Iceberg tables, so that only their jars are needed. Given settings
 * are kept.
 */
final class TableFormats {
  private static final String EXTENSIONS = "spark.sql.extensions";
  private static final String DELTA = "io.delta.sql.DeltaSparkSessionExtension";
  private static final String DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog";
  private static final String ICEBERG = "org.apache.iceberg.spark.SparkCatalog";
  private static final String HIVE = "org.apache.hadoop.hive.conf.HiveConf";

  private TableFormats() {}

  /**
   * Adds the settings of the formats that are there.
   *
   * @param loadable whether a class of that name can be loaded
   */
  static void prepare(SparkConf conf, Predicate<String> loadable) {
    if (loadable.test(DELTA)) {
      String given = conf.get(EXTENSIONS, "");
      if (!given.contains(DELTA)) {
        conf.set(EXTENSIONS, given.isEmpty() ? DELTA : given + "," + DELTA);
      }
      conf.setIfMissing("spark.sql.catalog.spark_catalog", DELTA_CATALOG);
    }
    // Iceberg opens tables by their path through this catalog. By default it requires Hive's
    // classes, which a plain Spark does not have; where they are, its own choice stays.
    String byPath = "spark.sql.catalog.default_iceberg";
    if (loadable.test(ICEBERG) && !loadable.test(HIVE) && !conf.contains(byPath)) {
      conf.set(byPath, ICEBERG);
      conf.set(byPath + ".type", "hadoop");
      conf.set(byPath + ".warehouse", "/iceberg"); // needed, not used: paths are full
      conf.set(byPath + ".cache-enabled", "false");
    }
  }
}
