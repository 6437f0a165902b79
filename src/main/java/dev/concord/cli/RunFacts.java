package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.config.Redaction;
import dev.concord.linalg.NativeBlas;
import dev.concord.report.Json;
import dev.concord.spark.ClusterOutcome;
import dev.concord.spark.RunIdentity;
import dev.concord.spark.StageRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** The content of run.json and _RESULT.json: how a result came about. */
final class RunFacts {
  private static final int FORMAT_VERSION = 1;

  private RunFacts() {}

  /** _RESULT.json of a job that is done. */
  static String ok() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", "ok");
    result.put("exitCode", 0);
    result.put("reason", "done");
    return Json.write(result);
  }

  /** _RESULT.json of a job that failed. */
  static String failed(Throwable failure) {
    Failures.Verdict verdict = Failures.judge(failure);
    String reason = verdict.paragraph();
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", "failed");
    result.put("exitCode", verdict.exitCode());
    result.put(
        "reason", Redaction.text(reason == null ? "a defect of Concord: " + failure : reason));
    return Json.write(result);
  }

  /**
   * run.json.
   *
   * @param steady whether the inputs did not change while the job ran; only then does an identity
   *     say what the results are of
   * @param files the other files of the output, with their bytes
   */
  static String run(
      SparkSession spark,
      ConcordConfig config,
      RunIdentity identity,
      boolean steady,
      ClusterOutcome outcome,
      Map<String, Double> seconds,
      Map<String, Long> files) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("formatVersion", FORMAT_VERSION);
    run.put("command", "cluster");
    Map<String, Object> versions = new LinkedHashMap<>();
    versions.put("concord", Version.text());
    versions.put("spark", spark.version());
    versions.put("java", System.getProperty("java.version", "unknown"));
    versions.put("blas", NativeBlas.load());
    run.put("versions", versions);
    run.put("master", spark.sparkContext().master());
    run.put("seed", config.clusters().seed());
    if (steady) {
      run.put("identity", identity.facts());
    }
    run.put("inputs", identity.inputs());
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("operator", outcome.plan().operator());
    plan.put("driverBytes", outcome.plan().driverBytes());
    plan.put("executorBytes", outcome.plan().executorBytes());
    run.put("plan", plan);
    run.put("stages", stages(outcome, seconds));
    run.put("convergence", outcome.convergence());
    run.put("warnings", outcome.warnings());
    run.put("resumed", outcome.stages().stream().anyMatch(StageRecord::resumed));
    run.put("files", files);
    run.put("configuration", Json.read(config.effective()));
    return Json.write(run);
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
