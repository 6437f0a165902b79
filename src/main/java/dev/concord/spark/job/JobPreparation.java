package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.PreviousReader;
import dev.concord.spark.plan.FoundCount;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.PlanMaker;
import dev.concord.spark.store.StageStore;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Reads and checks all inputs of a job and makes its plan; computes nothing. */
final class JobPreparation {
  private JobPreparation() {}

  /** A job whose inputs are read. */
  record Prepared(JobContext job, JobSetting setting) {}

  static Prepared prepare(
      SparkSession spark,
      ConcordConfig config,
      JobPurpose purpose,
      RunIdentity identity,
      StageStore store,
      JobListener listener) {
    String asked = config.clusters().method();
    MethodOptions options = MethodOptions.of(asked, config.method());
    WarningLog log = new WarningLog(listener);
    StageClock clock = new StageClock(log);
    PlanMaker maker = new PlanMaker(spark, config, Catalogue.named(asked), options, purpose);
    JobStages stages = new JobStages(store, config, identity, clock, log);
    BaseRun.Opened base = purpose.clusters() ? BaseRun.open(spark, config, clock) : null;
    JobInputs inputs =
        JobInputs.read(
            spark,
            config,
            purpose.clusters(),
            (n, dim) -> maker.forFeatures(n, dim).check(),
            stages::features,
            clock);
    try {
      NumberedClusters.Earlier earlier =
          purpose.clusters() ? earlier(spark, config, inputs, base) : null;
      ConcordConfig known =
          purpose.clusters() ? FoundCount.resolved(config, inputs, clock.listener()) : config;
      String method = known.clusters().method();
      boolean taken = !method.equals(asked);
      RunIdentity own = taken ? identity.with(Map.of("clusters.method", method)) : identity;
      JobContext job =
          new JobContext(
              JavaSparkContext.fromSparkContext(spark.sparkContext()),
              FoundCount.listed(known, inputs),
              earlier,
              purpose,
              clock,
              log,
              new SolverTrace());
      return new Prepared(
          job, JobSetting.of(job, known, own, taken ? stages.resolved(known, own) : stages));
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }

  private static NumberedClusters.@Nullable Earlier earlier(
      SparkSession spark, ConcordConfig config, JobInputs inputs, BaseRun.@Nullable Opened base) {
    LabelsConfig previous = config.clusters().previous();
    FeatureTable features = inputs.features();
    if (base != null && features != null) {
      BaseRun run = base.matched(features);
      return new NumberedClusters.Earlier(run.previous(), run);
    }
    return previous == null
        ? null
        : new NumberedClusters.Earlier(PreviousReader.read(spark, previous, inputs.ids()), null);
  }
}
