package dev.concord.cli.start;

import dev.concord.config.Redaction;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.error.StartScript;
import dev.concord.spark.files.NioLocalFileSystem;
import dev.concord.spark.files.SparkMatch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Starts Spark for a command. Settings of spark-submit or {@code -Dspark...} take precedence;
 * others are set for a single machine when the master is local.
 */
public final class SparkSessions {
  /** Least driver heap by Spark's UnifiedMemoryManager: 1.5 times the 300 MiB it reserves. */
  private static final long LEAST_HEAP = 450L << 20;

  /** What a folder for temporary files must take: more than a file system has in reserve. */
  private static final int LOCAL_BYTES = 1 << 20;

  private SparkSessions() {}

  /**
   * A session for the time of one command.
   *
   * @param startSeconds how long it took to come up
   * @param ours false when the session was there before, so it is not stopped here
   */
  public record Session(SparkSession spark, double startSeconds, boolean ours)
      implements AutoCloseable {
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
   * @param err receives a line before a non-local master is contacted
   * @throws InputException when Spark cannot start with that master
   * @throws MemoryException when Spark cannot start in this memory
   */
  public static Session open(@Nullable String master, String appName, PrintStream err) {
    long start = System.nanoTime();
    scala.Option<SparkSession> running = SparkSession.getDefaultSession();
    boolean ours = running.isEmpty() || running.get().sparkContext().isStopped();
    SparkConf conf = conf(master, appName);
    SparkMatch.requireSerializer(ours ? conf : running.get().sparkContext().getConf());
    String url = conf.get("spark.master");
    if (ours && !isLocal(url)) {
      err.println("concord: starting Spark with master " + Redaction.text(url));
    }
    if (ours && isLocal(url)) {
      requireLocalDisk(localDirs(conf));
    }
    try (MasterProbe reach = ours ? MasterProbe.of(url) : MasterProbe.NONE) {
      reach.require();
      SparkSession spark = start(conf, reach);
      return new Session(spark, (System.nanoTime() - start) / 1e9, ours);
    }
  }

  /**
   * Where a local Spark puts its temporary files. Spark's own method for it has another signature
   * in each version, and one jar serves 4.0 and 4.1.
   */
  private static String[] localDirs(SparkConf conf) {
    String given = System.getenv("SPARK_LOCAL_DIRS");
    String dirs =
        given != null ? given : conf.get("spark.local.dir", System.getProperty("java.io.tmpdir"));
    return dirs.split(",");
  }

  private static SparkSession start(SparkConf conf, MasterProbe reach) {
    try {
      return SparkSession.builder().config(conf).getOrCreate();
    } catch (Exception e) { // InterruptedException too, which Scala does not declare
      throw reach.hasGivenUp() ? reach.silent(e) : failed(conf.get("spark.master"), e);
    }
  }

  private static ConcordException failed(String url, Exception e) {
    String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (reason.contains("INVALID_DRIVER_MEMORY") || reason.contains("INVALID_EXECUTOR_MEMORY")) {
      return new MemoryException(
          "Spark did not start, because memory is too small for it ("
              + reason
              + "); give at least CONCORD_MEMORY=1g "
              + StartScript.name()
              + " ..., or --driver-memory 1g and --executor-memory 1g of spark-submit",
          e);
    }
    return new InputException(
        "--master: Spark did not start with master \""
            + url
            + "\" ("
            + reason
            + "); use local[*], or the URL of a cluster that this machine reaches",
        e);
  }

  /**
   * Refuses folders for Spark's temporary files of which none can be written: Spark would end the
   * process with code 53 and no message.
   *
   * @throws InputException when none of them takes a file
   */
  static void requireLocalDisk(String[] folders) {
    List<String> reasons = new ArrayList<>();
    for (String folder : folders) {
      try {
        Path made = Files.createDirectories(Path.of(folder));
        Path file = Files.createTempFile(made, "concord", ".tmp");
        try {
          Files.write(file, new byte[LOCAL_BYTES]);
          return;
        } finally {
          Files.delete(file);
        }
      } catch (IOException e) {
        String reason = e instanceof FileSystemException given ? given.getReason() : e.getMessage();
        reasons.add(folder + ": " + (reason == null ? e.getClass().getSimpleName() : reason));
      }
    }
    throw new InputException(
        "no folder for Spark's temporary files can be written ("
            + String.join("; ", reasons)
            + "); free space there, or name another by the environment variable SPARK_LOCAL_DIRS, or"
            + " by spark.local.dir where that is not set");
  }

  /**
   * Refuses, before Spark is touched, a heap in which it does not start.
   *
   * @param most the largest heap of this process, in bytes
   * @throws MemoryException when Spark would refuse it
   */
  public static void requireHeap(long most) {
    if (most < LEAST_HEAP) {
      throw new MemoryException(
          "the heap of this process has "
              + (most >> 20)
              + " MB at most, and Spark does not start with less than "
              + (LEAST_HEAP >> 20)
              + " MB; give more with CONCORD_MEMORY=1g "
              + StartScript.name()
              + " ..., or --driver-memory 1g of spark-submit; --dry-run prints what the plan needs");
    }
  }

  /**
   * The file systems of the session to come, for checks before it starts.
   *
   * <p>Hadoop has no user where the id of the process has no name, as is common in containers; it
   * then gets one. On a cluster with Kerberos a name is not enough.
   */
  public static Configuration hadoop(@Nullable String master) {
    try {
      UserGroupInformation.getLoginUser();
    } catch (IOException e) {
      if (UserGroupInformation.isSecurityEnabled()) {
        throw new InputException(
            "the user of this process cannot be determined ("
                + e.getMessage()
                + "); give its id a name in /etc/passwd, or start as another user",
            e);
      }
      String name = System.getenv("HADOOP_USER_NAME");
      UserGroupInformation.setLoginUser(
          UserGroupInformation.createRemoteUser(name == null ? "concord" : name));
    }
    return SparkHadoopUtil.get().newConfiguration(conf(master, "concord"));
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
    // Each block of a broadcast is one request; large blocks need few requests for a vector.
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
      // A task without memory fails with its reason; it does not end this process with code 52.
      conf.setIfMissing("spark.executor.killOnFatalError.depth", "0");
      conf.setIfMissing(NioLocalFileSystem.SETTING, NioLocalFileSystem.class.getName());
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

  /**
   * Session settings for Delta and Iceberg tables, so that only their jars are needed. Given
   * settings are kept.
   */
  static final class TableFormats {
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
}
