package dev.concord.cli.summary;

import dev.concord.cli.start.ExitStatus;
import dev.concord.cli.start.Failures;
import dev.concord.cli.start.TerminationCause;
import dev.concord.cli.start.Version;
import dev.concord.config.AssignConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.Redaction;
import dev.concord.config.SuggestConfig;
import dev.concord.config.TableConfig;
import dev.concord.figure.FigureJson;
import dev.concord.linalg.NativeBlas;
import dev.concord.report.Json;
import dev.concord.spark.assign.AssignOutcome;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.input.Fingerprints;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.RunIdentity;
import dev.concord.spark.progress.StageRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** The content of run.json and _RESULT.json: how a result came about. */
public final class RunFacts {
  private static final int FORMAT_VERSION = 1;

  private RunFacts() {}

  /** _RESULT.json of a job that is done. */
  public static String ok() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", "ok");
    result.put("exitCode", 0);
    result.put("reason", "done");
    return Json.write(result);
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
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", "failed");
    result.put("exitCode", verdict.exitCode());
    result.put("reason", Redaction.text(reason));
    return Json.write(result);
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
    Map<String, Object> run = head(spark, command);
    run.put("seed", config.clusters().seed());
    if (steady) {
      run.put("identity", identity.facts());
    }
    run.put("inputs", FigureJson.tree(identity.inputs()));
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("operator", outcome.plan().operator().word());
    plan.put("driverBytes", outcome.plan().driverBytes());
    plan.put("executorBytes", outcome.plan().executorBytes());
    run.put("plan", plan);
    run.put("stages", stages(outcome, seconds));
    run.put("convergence", outcome.convergence());
    run.put("warnings", outcome.warnings());
    run.put("resumed", outcome.stages().stream().anyMatch(StageRecord::resumed));
    run.put("files", files);
    run.put("configuration", Json.read(effective));
    return Json.write(run);
  }

  /** run.json of the command assign. */
  public static String assign(SparkSession spark, AssignConfig config, AssignOutcome outcome) {
    Map<String, Object> run = head(spark, "assign");
    Configuration hadoop = spark.sessionState().newHadoopConf();
    Map<String, Fingerprint> inputs = new LinkedHashMap<>(Fingerprints.of(hadoop, config.input()));
    inputs.put(
        "model",
        Fingerprints.of(
            hadoop,
            new TableConfig("model", "concord-model", List.of(config.modelPath()), Map.of())));
    run.put("inputs", FigureJson.tree(inputs));
    List<Object> stages = new ArrayList<>();
    outcome
        .seconds()
        .forEach(
            (stage, time) -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("stage", stage);
              entry.put("seconds", time);
              stages.add(entry);
            });
    run.put("stages", stages);
    run.put("warnings", outcome.warnings());
    run.put("configuration", Json.read(config.effective()));
    return Json.write(run);
  }

  static Map<String, Object> head(SparkSession spark, String command) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("formatVersion", FORMAT_VERSION);
    run.put("command", command);
    Map<String, Object> versions = new LinkedHashMap<>();
    versions.put("concord", Version.text());
    versions.put("spark", spark.version());
    versions.put("java", System.getProperty("java.version", "unknown"));
    versions.put("blas", NativeBlas.load());
    run.put("versions", versions);
    run.put("master", spark.sparkContext().master());
    return run;
  }

  /** The stages in their order: seconds where they were timed, checksums where they can be kept. */
  private static List<Object> stages(ClusterOutcome outcome, Map<String, Double> seconds) {
    Map<String, Map<String, Object>> stages = new LinkedHashMap<>();
    seconds.forEach((stage, time) -> entry(stages, stage).put("seconds", time));
    for (StageRecord record : outcome.stages()) {
      Map<String, Object> entry = entry(stages, record.stage().replaceAll("-\\d+$", ""));
      entry.put("state", record.resumed() ? "resumed" : "computed");
      entry.put("kept", record.kept());
      entry.put("rows", record.rows());
      entry.put("sha256", record.sha256());
    }
    return new ArrayList<>(stages.values());
  }

  private static Map<String, Object> entry(Map<String, Map<String, Object>> stages, String name) {
    return stages.computeIfAbsent(
        name,
        key -> {
          Map<String, Object> entry = new LinkedHashMap<>();
          entry.put("stage", key);
          return entry;
        });
  }
}
