package dev.concord.spark.job;

import dev.concord.spark.base.BaseRun;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.JobPurpose;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * What stays the same when a job chooses its number of clusters.
 *
 * @param earlier the clusters of an earlier run, or null
 */
record JobContext(
    JavaSparkContext spark,
    JobInputs inputs,
    NumberedClusters.@Nullable Earlier earlier,
    JobPurpose purpose,
    StageClock clock,
    WarningLog log,
    SolverTrace trace) {

  /** The earlier run that this one goes on from, or null. */
  @Nullable BaseRun base() {
    return earlier == null ? null : earlier.base();
  }
}
