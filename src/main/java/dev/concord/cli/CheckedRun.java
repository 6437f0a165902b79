package dev.concord.cli;

import dev.concord.config.OutputConfig;
import dev.concord.error.ConcordException;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.store.RunPaths;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A run, as far as the command validate checks it. */
public interface CheckedRun {
  /** Runs of a kind that a capability brings. */
  @FunctionalInterface
  interface Kind {
    /** The run of a configuration; null where the configuration is of another kind. */
    @Nullable CheckedRun of(String text, String origin, List<String> sets);
  }

  /** Refuses paths on file systems that are not there. */
  void check(FileSystemCheck fileSystems);

  /**
   * Reads all inputs.
   *
   * @param lines takes what they hold, and the plan
   * @return what is at fault; empty where a run would begin
   */
  List<ConcordException> faults(SparkSession spark, JobListener listener, Consumer<String> lines);

  /** Whether the results are there, so that a run would do nothing. */
  default boolean isDone(Configuration hadoop) {
    return false;
  }

  OutputConfig output();

  /** What it reads and makes beside its output. */
  RunPaths paths();
}
