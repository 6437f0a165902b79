package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConfigLoader;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that works on a configuration with Spark. The configuration is read and checked first,
 * so that its faults show before Spark has started.
 */
abstract class SparkCommand implements Callable<Integer> {
  protected final Console console;

  @Mixin private final CommonOptions options = new CommonOptions();
  @Spec private @Nullable CommandSpec spec;

  protected SparkCommand(Console console) {
    this.console = console;
  }

  /** The command itself; the session is closed by the caller. */
  protected abstract int run(SparkSession spark, ConcordConfig config) throws Exception;

  /**
   * Asked before Spark is started: whether there is nothing to do.
   *
   * @param hadoop for the file systems
   */
  protected boolean isDone(ConcordConfig config, Configuration hadoop) {
    return false;
  }

  /** The options that all commands share. */
  protected final CommonOptions options() {
    return options;
  }

  @Override
  public final Integer call() throws Exception {
    Logs.configure(options.verbose());
    Configuration hadoop = SparkHadoopUtil.get().newConfiguration(new SparkConf());
    ConcordConfig config = config(hadoop);
    if (isDone(config, hadoop)) {
      return 0;
    }
    String name = spec == null ? "concord" : spec.qualifiedName();
    try (SparkSessions.Session session = SparkSessions.open(options.master(), name)) {
      if (options.verbose()) {
        console.err().printf("concord: Spark started in %.1f s%n", session.startSeconds());
      }
      return run(session.spark(), config);
    }
  }

  private ConcordConfig config(Configuration hadoop) {
    String file = options.config();
    if (file == null) {
      return ConfigLoader.load("", "the command line", options.sets());
    }
    String text = ConfigFile.read(file, hadoop);
    return ConfigLoader.load(text, file, options.sets());
  }
}
