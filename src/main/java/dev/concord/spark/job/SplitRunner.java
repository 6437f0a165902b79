package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.config.OutputConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.ResultStore;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.HeldOutRuns;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.method.pipeline.SplitStep;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.Plan;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Runs the method of a job again: on the points of one cluster, or without some of the pairs. */
record SplitRunner(
    JavaSparkContext context,
    ConcordConfig config,
    JobInputs inputs,
    GraphBuilder graphs,
    StageClock clock,
    SolverTrace trace)
    implements SplitStep.Runner {

  /**
   * The clusters that a job splits, or null when it clusters all points.
   *
   * @throws InputException when the earlier clusters do not allow it, or the plan
   * @throws dev.concord.error.UnsatisfiableException when a pair contradicts what is kept
   */
  static @Nullable SplitClusters clusters(
      ConcordConfig config, JobInputs inputs, Plan plan, Previous previous, WarningLog log) {
    ClustersConfig settings = config.clusters();
    if (settings.split().isEmpty()) {
      return null;
    }
    if (plan.operator() == OperatorPlacement.DISTRIBUTED_EDGES) {
      throw new InputException(
          "clusters.split needs the edges of the graph on the driver, but the plan leaves them on"
              + " the executors; set plan.operator = distributed, or give the driver more memory.");
    }
    SplitClusters split =
        SplitClusters.of(
            previous.clusterOf(), settings.split(), settings.count(), inputs.ids()::name);
    String against = split.check(inputs.constraints(), settings.hardConstraints());
    if (against != null) {
      log.warning(against);
    }
    return split;
  }

  @Override
  public Clustering.Runner of(int cluster, int[] rows, PairConstraints pairs) {
    Seeds seeds = Seeds.of(Seeds.of(config.clusters().seed()).stream("split", cluster));
    FeatureTable table = inputs.features();
    FeatureRows features =
        table == null
            ? FeatureRows.NONE
            : new FeatureRows(
                (long) rows.length * table.dim(),
                most -> taken(graphs.features(inputs, most), rows));
    return () ->
        new JobServices(
            context,
            seeds,
            config.clusters().restarts(),
            clock,
            features,
            0,
            ResultStore.NONE,
            trace);
  }

  /** Rows of the features, which may be principal components, fewer than the table's columns. */
  private double[] taken(double[] values, int[] rows) {
    return FeatureRows.taken(values, values.length / inputs.size(), rows);
  }

  /**
   * Partitions found without some of the pairs, where these are to calibrate the confidence of
   * points and can; else none.
   */
  List<HeldOut> heldOut(Clustering clustering, BuiltGraph built, Clustering.Knowledge known) {
    if (config.output().membership() != OutputConfig.Membership.CALIBRATED
        || !(built.graph() instanceof SimilarityGraph graph)
        || clustering.method().findsCount()
        || !HeldOutRuns.apply(graph.size(), config.clusters().count(), known)) {
      return List.of();
    }
    FeatureTable table = inputs.features();
    FeatureRows features =
        table == null
            ? FeatureRows.NONE
            : new FeatureRows(
                (long) inputs.size() * table.dim(), most -> graphs.features(inputs, most));
    clock.start("held-out pairs", HeldOutRuns.PARTS);
    List<HeldOut> found =
        HeldOutRuns.of(
            clustering,
            new Clustering.MethodGraph(graph, built.components(), null),
            known,
            features,
            config.clusters().restarts(),
            part -> clock.advance(part, ""));
    clock.finish(found.size() + " partitions");
    return found;
  }
}
