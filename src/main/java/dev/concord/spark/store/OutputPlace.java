package dev.concord.spark.store;

import dev.concord.config.OutputConfig;
import dev.concord.error.InputException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * The place of an output before and around a run: what an earlier run left there, and beside it.
 */
public final class OutputPlace {
  private static final System.Logger LOG = System.getLogger(OutputPlace.class.getName());

  private OutputPlace() {}

  /**
   * The state of the target, after the drafts of killed runs are removed. Needs no Spark session.
   *
   * @throws InputException when the path cannot be used
   */
  public static EarlierOutput earlier(Configuration hadoop, OutputConfig config) {
    Staging staging = staging(hadoop, config);
    try {
      tidy(staging);
      return EarlierOutput.of(staging);
    } catch (IOException e) {
      throw unfit(config, e);
    }
  }

  /** Removes drafts of killed runs, and puts a base back that one of them had set aside. */
  public static void tidy(Staging staging) throws IOException {
    staging.tidy();
    new BaseExchange(staging).tidy();
  }

  /**
   * Checks that the output lies apart from what the run reads, and in no other output.
   *
   * @throws InputException when it would replace or damage an input, a model or another output, or
   *     would itself be read as an input
   */
  public static void check(Configuration hadoop, OutputConfig config, RunPaths paths) {
    try {
      new PathOverlaps(hadoop, staging(hadoop, config)).checkOutput(paths);
    } catch (IOException e) {
      throw unfit(config, e);
    }
  }

  /**
   * Checks that results can be published at the target, and tidies up after killed runs of it.
   * Needs no Spark session.
   *
   * @param difference as for {@link Staging#explain}
   * @throws InputException when the target may not be replaced, or nothing can be written beside it
   */
  public static Staging open(Configuration hadoop, OutputConfig config, String difference) {
    Staging staging = staging(hadoop, config);
    try {
      staging.explain(difference);
      staging.open();
    } catch (IOException e) {
      throw unfit(config, e);
    }
    return staging;
  }

  /**
   * Checks that a quarantine lies apart from what the run reads, and in no other output.
   *
   * @throws InputException when it does not
   */
  public static void checkQuarantine(Configuration hadoop, Staging quarantine, RunPaths paths) {
    new PathOverlaps(hadoop, quarantine).checkQuarantine(paths);
  }

  /**
   * Leaves the note of a run that failed before its output was opened; does nothing when that
   * cannot be.
   */
  public static void noteFailure(
      Configuration hadoop, OutputConfig config, String failedResultJson) {
    try {
      staging(hadoop, config).note(failedResultJson);
    } catch (IOException | InputException e) {
      LOG.log(System.Logger.Level.WARNING, "no note of the failure was left: {0}", e.getMessage());
    }
  }

  /** Where the stages of this job are kept while it runs: beside the target. */
  public static StageFolder stages(SparkSession spark, OutputConfig config, double keepAfter) {
    Staging staging = staging(spark.sessionState().newHadoopConf(), config);
    return new StageFolder(spark, staging.fileSystem(), staging.stages(), keepAfter);
  }

  /** Removes stages that a run left which was killed after it had published its output. */
  public static void forgetStages(Configuration hadoop, OutputConfig config) {
    staging(hadoop, config).forgetStages();
  }

  public static Staging staging(Configuration hadoop, OutputConfig config) {
    try {
      Path path = new Path(config.path());
      FileSystem fs = path.getFileSystem(hadoop);
      Staging staging = new Staging(fs, path, config.overwrite());
      if (TableVersions.has(config.format())) {
        staging.keepTables(config.format());
      }
      return staging;
    } catch (IOException | IllegalArgumentException e) {
      throw unfit(config, e);
    }
  }

  private static InputException unfit(OutputConfig config, Exception e) {
    return new InputException(
        ("output.path: %s cannot be used (%s); give a Hadoop path such as file:/data/out,"
                + " hdfs:/data/out or s3a://bucket/out")
            .formatted(config.path(), e.getMessage()),
        e);
  }
}
