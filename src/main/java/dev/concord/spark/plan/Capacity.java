package dev.concord.spark.plan;

import dev.concord.config.PlanConfig;
import dev.concord.error.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The resources of a job.
 *
 * @param local whether tasks run in the driver and share its memory
 * @param cores tasks that run at a time
 * @param driverLimit heap of the driver in bytes
 * @param executors how many there are, 0 in local mode
 * @param executorLimit heap of all executors together in bytes, 0 in local mode
 * @param supposed whether the executors are only supposed to exist, so that nothing can run
 */
public record Capacity(
    boolean local,
    int cores,
    long driverLimit,
    int executors,
    long executorLimit,
    boolean supposed) {

  private static final Pattern LOCAL_CLUSTER = Pattern.compile("^local-cluster\\[\\s*(\\d+)");

  /** A driver that runs the tasks too. */
  public static Capacity local(int cores, long driverLimit) {
    return new Capacity(true, cores, driverLimit, 0, 0L, false);
  }

  /**
   * Refuses to run on executors that are only supposed to exist.
   *
   * @throws InputException if they are
   */
  public void requireReal() {
    if (supposed) {
      throw new InputException(
          "plan.executors = "
              + executors
              + " supposes executors to plan for; leave it at 0 to run, or add --dry-run.");
    }
  }

  /** The capacity of a session, or of the executors in the configuration's block plan. */
  static Capacity of(JavaSparkContext context, PlanConfig config) {
    long driver = Runtime.getRuntime().maxMemory();
    if (config.executors() > 0) {
      long all = ((long) config.executorGigabytes() << 30) * config.executors();
      int cores = Math.multiplyExact(config.executors(), config.executorCores());
      return new Capacity(false, cores, driver, config.executors(), all, true);
    }
    int cores = context.defaultParallelism();
    if (context.isLocal()) {
      return local(cores, driver);
    }
    SparkConf conf = context.getConf();
    // The driver is listed among them. Executors that start later are counted by configuration.
    int running = context.sc().getExecutorMemoryStatus().size() - 1;
    int executors = executors(conf, Math.max(running, ofLocalCluster(conf)));
    cores = Math.max(cores, Math.multiplyExact(executors, conf.getInt("spark.executor.cores", 1)));
    long each = conf.getSizeAsBytes("spark.executor.memory", "1g");
    return new Capacity(false, cores, driver, executors, each * executors, false);
  }

  /** Executors of a cluster that Spark starts on this machine for a trial, 0 of any other. */
  private static int ofLocalCluster(SparkConf conf) {
    Matcher matcher = LOCAL_CLUSTER.matcher(conf.get("spark.master", ""));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /**
   * Executors to count on: those that run and those configured by number. Under dynamic allocation
   * a job gets as many as it has work for, so it is the configured maximum, where there is one.
   */
  static int executors(SparkConf conf, int running) {
    int asked = Math.max(running, conf.getInt("spark.executor.instances", 0));
    if (conf.getBoolean("spark.dynamicAllocation.enabled", false)) {
      asked = Math.max(asked, conf.getInt("spark.dynamicAllocation.initialExecutors", 0));
      asked = Math.max(asked, conf.getInt("spark.dynamicAllocation.minExecutors", 0));
      int most = conf.getInt("spark.dynamicAllocation.maxExecutors", Integer.MAX_VALUE);
      asked = most < Integer.MAX_VALUE ? Math.max(running, most) : asked;
    }
    return Math.max(1, asked);
  }
}
