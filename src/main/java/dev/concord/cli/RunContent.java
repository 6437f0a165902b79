package dev.concord.cli;

import dev.concord.cli.start.Version;
import dev.concord.config.Redaction;
import dev.concord.figure.EmbeddedJson;
import dev.concord.figure.Inline;
import dev.concord.linalg.NativeBlas;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.job.ClusterFigures.Spectrum;
import dev.concord.spark.job.RunIdentity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The content of run.json and _RESULT.json: components are keys, in their order. */
public final class RunContent {
  private static final int FORMAT_VERSION = 1;

  private RunContent() {}

  /**
   * _RESULT.json.
   *
   * @param status "ok" or "failed"
   * @param exitCode of the process
   * @param reason one paragraph, without secrets
   */
  record Result(String status, int exitCode, String reason) {}

  /**
   * What run.json of every command begins with.
   *
   * @param command its name
   * @param master of Spark
   */
  public record Head(int formatVersion, String command, Versions versions, String master) {
    public static Head of(SparkSession spark, String command) {
      return new Head(
          FORMAT_VERSION,
          command,
          new Versions(
              Version.text(),
              spark.version(),
              System.getProperty("java.version", "unknown"),
              NativeBlas.load()),
          Redaction.text(Redaction.text(spark.sparkContext().master())));
    }
  }

  /** The programs that computed the results. */
  public record Versions(String concord, String spark, String java, String blas) {}

  /**
   * The plan as it was carried out.
   *
   * @param operator where products with the graph are computed
   * @param driverBytes needed on the driver
   * @param executorBytes needed on all executors together
   */
  record PlanNeeds(String operator, long driverBytes, long executorBytes) {}

  /**
   * A stage: seconds where it was timed, the rest where its results can be kept.
   *
   * @param state "resumed" or "computed"
   * @param kept whether a run that is started again finds it
   * @param rows rows of its tables
   * @param sha256 the hash of its values
   */
  record Stage(
      String stage,
      @Nullable Double seconds,
      @Nullable String state,
      @Nullable Boolean kept,
      @Nullable Long rows,
      @Nullable String sha256) {

    private static Stage timed(String stage, @Nullable Double seconds) {
      return new Stage(stage, seconds, null, null, null, null);
    }

    private Stage with(StageRecord record) {
      return new Stage(
          stage,
          seconds,
          record.resumed() ? "resumed" : "computed",
          record.kept(),
          record.rows(),
          record.sha256());
    }

    /** The timed stages in their order. */
    static List<Stage> of(Map<String, Double> seconds) {
      return of(seconds, List.of());
    }

    /** The timed stages, then those that have a record alone, each in their order. */
    static List<Stage> of(Map<String, Double> seconds, List<StageRecord> records) {
      Map<String, Stage> stages = new LinkedHashMap<>();
      seconds.forEach((stage, time) -> stages.put(stage, timed(stage, time)));
      for (StageRecord record : records) {
        String name = record.stage().replaceAll("-\\d+$", "");
        Stage stage = stages.getOrDefault(name, timed(name, null));
        stages.put(name, stage.with(record));
      }
      return new ArrayList<>(stages.values());
    }
  }

  /**
   * run.json of cluster and suggest.
   *
   * @param identity null when an input changed while the job ran
   * @param resumed whether a stage of an earlier run was taken
   * @param files the other files of the output, with their bytes
   */
  record Clustering(
      @Inline Head head,
      long seed,
      RunIdentity.@Nullable Facts identity,
      Map<String, Fingerprint> inputs,
      PlanNeeds plan,
      List<Stage> stages,
      Spectrum convergence,
      List<String> warnings,
      boolean resumed,
      Map<String, Long> files,
      EmbeddedJson configuration) {}

  /** run.json of assign. */
  record Assigning(
      @Inline Head head,
      Map<String, Fingerprint> inputs,
      List<Stage> stages,
      List<String> warnings,
      EmbeddedJson configuration) {}
}
