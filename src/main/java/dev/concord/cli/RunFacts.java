package dev.concord.cli;

import dev.concord.cli.start.ExitStatus;
import dev.concord.cli.start.Failures;
import dev.concord.cli.start.TerminationCause;
import dev.concord.config.AssignConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.Redaction;
import dev.concord.config.SuggestConfig;
import dev.concord.config.TableConfig;
import dev.concord.figure.EmbeddedJson;
import dev.concord.report.Json;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.input.Fingerprints;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.RunIdentity;
import dev.concord.spark.output.AssignOutcome;
import dev.concord.spark.plan.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** The content of run.json and _RESULT.json: how a result came about. */
public final class RunFacts {
  private RunFacts() {}

  /** _RESULT.json of a job that is done. */
  public static String ok() {
    return Json.write(new RunContent.Result("ok", 0, "done"));
  }

  /** _RESULT.json of a job that failed. */
  public static String failed(Throwable failure) {
    ExitStatus verdict = Failures.judge(failure);
    String reason = verdict.paragraph();
    return failed(verdict, reason == null ? "a defect of Concord: " + failure : reason);
  }

  /** _RESULT.json of a job whose process is being ended. */
  public static String ended() {
    ExitStatus verdict = Objects.requireNonNull(TerminationCause.get());
    return failed(verdict, Objects.requireNonNull(verdict.paragraph()));
  }

  private static String failed(ExitStatus verdict, String reason) {
    return Json.write(new RunContent.Result("failed", verdict.exitCode(), Redaction.text(reason)));
  }

  /**
   * run.json.
   *
   * @param steady whether the inputs did not change while the job ran; only then does an identity
   *     determine the results
   * @param files the other files of the output, with their bytes
   */
  public static String run(
      SparkSession spark,
      ConcordConfig config,
      RunIdentity identity,
      boolean steady,
      ClusterOutcome outcome,
      Map<String, Double> seconds,
      Map<String, Long> files) {
    return run(
        spark, "cluster", config, config.effective(), identity, steady, outcome, seconds, files);
  }

  /** run.json of the command suggest; arguments as for {@link #run}. */
  public static String suggest(
      SparkSession spark,
      SuggestConfig config,
      RunIdentity identity,
      ClusterOutcome outcome,
      Map<String, Double> seconds,
      Map<String, Long> files) {
    return run(
        spark,
        "suggest",
        config.job(),
        config.effective(),
        identity,
        /* steady= */ false,
        outcome,
        seconds,
        files);
  }

  private static String run(
      SparkSession spark,
      String command,
      ConcordConfig config,
      String effective,
      RunIdentity identity,
      boolean steady,
      ClusterOutcome outcome,
      Map<String, Double> seconds,
      Map<String, Long> files) {
    Plan plan = outcome.plan();
    return Json.write(
        new RunContent.Clustering(
            RunContent.Head.of(spark, command),
            config.clusters().seed(),
            steady ? identity.facts() : null,
            identity.inputs(),
            new RunContent.PlanNeeds(
                plan.operator().word(), plan.driverBytes(), plan.executorBytes()),
            RunContent.Stage.of(seconds, outcome.stages()),
            outcome.convergence(),
            outcome.warnings(),
            outcome.stages().stream().anyMatch(StageRecord::resumed),
            files,
            EmbeddedJson.of(effective)));
  }

  /** run.json of the command assign. */
  public static String assign(SparkSession spark, AssignConfig config, AssignOutcome outcome) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    Map<String, Fingerprint> inputs = new LinkedHashMap<>(Fingerprints.of(hadoop, config.input()));
    inputs.put(
        "model",
        Fingerprints.of(
            hadoop,
            new TableConfig("model", "concord-model", List.of(config.modelPath()), Map.of())));
    return Json.write(
        new RunContent.Assigning(
            RunContent.Head.of(spark, "assign"),
            inputs,
            RunContent.Stage.of(outcome.seconds()),
            outcome.warnings(),
            EmbeddedJson.of(config.effective())));
  }
}
