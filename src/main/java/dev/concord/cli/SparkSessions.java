package dev.concord.cli;

import dev.concord.error.InputException;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Starts Spark for a command. What spark-submit or {@code -Dspark...} says always holds; the rest
 * is set to suit a single machine when the master is local.
 */
final class SparkSessions {
  private SparkSessions() {}

  /**
   * A session for the time of one command.
   *
   * @param startSeconds how long it took to come up
   * @param ours false when the session was there before, so it is not stopped here
   */
  record Session(SparkSession spark, double startSeconds, boolean ours) implements AutoCloseable {
    @Override
    public void close() {
      if (ours) {
        spark.stop();
      }
    }
  }

  /**
   * The running session, else a new one. Takes some seconds.
   *
   * @param master a master URL, or null: the one of spark-submit, else all cores of this machine
   * @throws InputException when Spark cannot start with that master
   */
  static Session open(@Nullable String master, String appName) {
    long start = System.nanoTime();
    scala.Option<SparkSession> running = SparkSession.getDefaultSession();
    boolean ours = running.isEmpty() || running.get().sparkContext().isStopped();
    SparkConf conf = conf(master, appName);
    try {
      SparkSession spark = SparkSession.builder().config(conf).getOrCreate();
      return new Session(spark, (System.nanoTime() - start) / 1e9, ours);
    } catch (Exception e) {
      throw new InputException(
          "--master: Spark did not start with master \""
              + conf.get("spark.master")
              + "\" ("
              + e.getMessage()
              + "); use local[*], or the URL of a cluster that this machine reaches",
          e);
    }
  }

  /** The settings a new session gets. */
  static SparkConf conf(@Nullable String master, String appName) {
    SparkConf conf = new SparkConf();
    if (master != null) {
      conf.setMaster(master);
    }
    conf.setIfMissing("spark.master", "local[*]");
    conf.setIfMissing("spark.app.name", appName);
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    // What is broadcast are numbers, which do not become fewer by compression; and a task's part of
    // a vector goes back with its report, without a second question.
    conf.setIfMissing("spark.broadcast.compress", "false");
    // Each piece of a broadcast is asked for by itself: for a vector, in few of them.
    conf.setIfMissing("spark.broadcast.blockSize", "16m");
    conf.setIfMissing("spark.task.maxDirectResultSize", "16m");
    TableFormats.prepare(conf, SparkSessions::isLoadable);
    if (isLocal(conf.get("spark.master"))) {
      // No look-up of names, no open ports: a laptop off the network starts as fast as one on it.
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
      conf.setIfMissing("spark.ui.enabled", "false");
      // Tasks share the driver's memory, so a bound on what they send it protects nothing.
      conf.setIfMissing("spark.driver.maxResultSize", "0");
      conf.setIfMissing(
          "spark.sql.shuffle.partitions",
          Integer.toString(Math.max(4, Runtime.getRuntime().availableProcessors())));
    }
    return conf;
  }

  private static boolean isLoadable(String className) {
    try {
      Class.forName(className, false, Thread.currentThread().getContextClassLoader());
      return true;
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return false;
    }
  }

  /** Whether tasks run inside this process. */
  static boolean isLocal(String master) {
    return master.equals("local") || master.startsWith("local[");
  }
}
