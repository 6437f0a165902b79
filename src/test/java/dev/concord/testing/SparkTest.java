package dev.concord.testing;

import dev.concord.spark.files.NioLocalFileSystem;
import java.util.HashSet;
import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

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

  /** What the shared session holds persisted; other tests may have left rows of their own. */
  public static Persisted persisted() {
    return new Persisted(held());
  }

  /** Rows that were persisted at one moment, by their numbers. */
  public record Persisted(Set<Object> before) {
    /** How many others are persisted; those of that moment may have been collected. */
    public int added() {
      Set<Object> held = held();
      held.removeAll(before);
      return held.size();
    }
  }

  private static Set<Object> held() {
    return new HashSet<>(
        CollectionConverters.asJava(session().sparkContext().getPersistentRDDs()).keySet());
  }
}
