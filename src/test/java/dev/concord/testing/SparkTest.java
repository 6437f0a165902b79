package dev.concord.testing;

import dev.concord.spark.files.NioLocalFileSystem;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.sql.SparkSession;

/**
 * The one Spark session of all tests tagged {@code spark}: two local threads, no web pages, few
 * shuffle partitions. Started on first use, stopped when the JVM ends.
 */
public final class SparkTest {
  private static final Object LOCK = new Object();
  private static SparkSession session;

  private SparkTest() {}

  /** The shared session; tests must not stop it or change its settings. */
  public static SparkSession session() {
    synchronized (LOCK) {
      if (session == null) {
        Configurator.setRootLevel(Level.ERROR);
        session =
            SparkSession.builder()
                .master("local[2]")
                .appName("concord-tests")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.default.parallelism", "4")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.log.level", "OFF")
                .config("spark.sql.session.timeZone", "UTC")
                .config(NioLocalFileSystem.SETTING, NioLocalFileSystem.class.getName())
                .getOrCreate();
      }
      return session;
    }
  }
}
