package dev.concord.cli;

import dev.concord.config.AssignConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.ConcordException;
import dev.concord.linalg.NativeBlas;
import dev.concord.report.Json;
import dev.concord.spark.AssignOutcome;
import dev.concord.spark.ClusterOutcome;
import dev.concord.spark.input.Fingerprints;
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

  /** _RESULT.json of a job that ended with an error its user can mend. */
  static String failed(ConcordException failure) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", "failed");
    result.put("exitCode", failure.exitCode());
    result.put("reason", String.valueOf(failure.getMessage()));
    return Json.write(result);
  }

  static String run(
      SparkSession spark,
      ConcordConfig config,
      ClusterOutcome outcome,
      Map<String, Double> seconds) {
    Map<String, Object> run = head(spark, "cluster");
    run.put("seed", config.clusters().seed());
    run.put("inputs", inputs(spark, config.input()));
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("operator", outcome.plan().operator());
    plan.put("driverBytes", outcome.plan().driverBytes());
    plan.put("executorBytes", outcome.plan().executorBytes());
    run.put("plan", plan);
    run.put("stages", stages(seconds));
    run.put("convergence", outcome.convergence());
    run.put("warnings", outcome.warnings());
    run.put("resumed", false);
    run.put("configuration", Json.read(config.effective()));
    return Json.write(run);
  }

  /** run.json of the command assign. */
  static String assign(SparkSession spark, AssignConfig config, AssignOutcome outcome) {
    Map<String, Object> run = head(spark, "assign");
    Map<String, Object> inputs = inputs(spark, config.input());
    inputs.put(
        "model",
        Fingerprints.of(
            spark,
            new TableConfig("model", "concord-model", List.of(config.modelPath()), Map.of())));
    run.put("inputs", inputs);
    run.put("stages", stages(outcome.seconds()));
    run.put("warnings", outcome.warnings());
    run.put("configuration", Json.read(config.effective()));
    return Json.write(run);
  }

  private static Map<String, Object> head(SparkSession spark, String command) {
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

  private static List<Object> stages(Map<String, Double> seconds) {
    List<Object> stages = new ArrayList<>();
    seconds.forEach(
        (stage, time) -> {
          Map<String, Object> entry = new LinkedHashMap<>();
          entry.put("stage", stage);
          entry.put("seconds", time);
          stages.add(entry);
        });
    return stages;
  }

  private static Map<String, Object> inputs(SparkSession spark, InputConfig input) {
    Map<String, TableConfig> tables = new LinkedHashMap<>();
    if (input.features() != null) {
      tables.put("features", input.features().table());
    }
    putEdges(tables, "edges", input.edges());
    if (input.constraints() != null) {
      tables.put("constraints", input.constraints().table());
    }
    if (input.labels() != null) {
      tables.put("labels", input.labels().table());
    }
    putEdges(tables, "side-edges", input.sideEdges());
    if (input.truth() != null) {
      tables.put("truth", input.truth().table());
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    tables.forEach((name, table) -> facts.put(name, Fingerprints.of(spark, table)));
    return facts;
  }

  private static void putEdges(
      Map<String, TableConfig> tables,
      String name,
      @org.jspecify.annotations.Nullable EdgesConfig edges) {
    if (edges != null) {
      tables.put(name, edges.table());
    }
  }
}
