package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.plan.PlanMaker;
import dev.concord.spark.plan.SizeBounds;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration and what follows from it. A job that chooses its number of clusters begins with
 * one and goes on with another.
 *
 * @param identity of the inputs and of this configuration
 * @param stages kept under that identity
 * @param sizes bounds of the clusters' sizes; null without any, or while their number is not chosen
 * @param split clusters of an earlier run that are split; null without one
 */
record JobSetting(
    ConcordConfig config,
    RunIdentity identity,
    JobStages stages,
    Method method,
    MethodOptions options,
    Plan plan,
    @Nullable SizeLimits sizes,
    @Nullable SplitClusters split) {

  /**
   * The setting of a configuration.
   *
   * @throws dev.concord.error.MemoryException when its plan does not fit
   */
  static JobSetting of(
      JobContext job, ConcordConfig config, RunIdentity identity, JobStages stages) {
    String name = config.clusters().method();
    Method method = Catalogue.named(name);
    MethodOptions options = MethodOptions.of(name, config.method());
    Plan plan =
        new PlanMaker(job.spark(), config, method, options, job.purpose()).forInputs(job.inputs());
    plan.check();
    return new JobSetting(
        config,
        identity,
        stages,
        method,
        options,
        plan,
        sizes(job, config),
        split(job, config, plan));
  }

  /** This setting with another configuration, which differs in the keys given. */
  JobSetting with(JobContext job, ConcordConfig resolved, Map<String, String> keys) {
    RunIdentity known = identity.with(keys);
    return of(job, resolved, known, stages.resolved(resolved, known));
  }

  private static @Nullable SizeLimits sizes(JobContext job, ConcordConfig config) {
    if (!job.purpose().clusters() || config.clusters().number().isChosen()) {
      return null;
    }
    NumberedClusters.Earlier earlier = job.earlier();
    return SizeBounds.of(
        config.clusters(),
        job.inputs().size(),
        job.inputs().weights(),
        earlier == null ? null : earlier.clusters().clusterOf());
  }

  private static @Nullable SplitClusters split(JobContext job, ConcordConfig config, Plan plan) {
    NumberedClusters.Earlier earlier = job.earlier();
    return earlier == null
        ? null
        : SplitRunner.clusters(config, job.inputs(), plan, earlier.clusters(), job.log());
  }
}
