package dev.concord.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that reads a configuration. */
final class CommonOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration in HOCON; any Hadoop path (file:, hdfs:, s3a: ...).")
  private @Nullable String config;

  @Option(
      names = "--set",
      paramLabel = "key=value",
      description = "Sets one key of the configuration; stronger than the file. May be repeated.")
  private List<String> sets = new ArrayList<>();

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark master; default: that of spark-submit, else local[*].")
  private @Nullable String master;

  @Option(names = "--dry-run", description = "Checks and prints the plan; computes nothing.")
  private boolean dryRun;

  @Option(names = "--verbose", description = "Shows Spark's warnings and stack traces.")
  private boolean verbose;

  @Nullable String config() {
    return config;
  }

  List<String> sets() {
    return sets;
  }

  @Nullable String master() {
    return master;
  }

  boolean dryRun() {
    return dryRun;
  }

  boolean verbose() {
    return verbose;
  }
}
