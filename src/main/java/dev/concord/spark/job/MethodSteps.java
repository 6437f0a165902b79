package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.EarlierRun;
import dev.concord.method.FeatureRows;
import dev.concord.method.Method;
import dev.concord.method.MethodResult;
import dev.concord.method.ResultStore;
import dev.concord.method.Services;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.SizedPartition;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.KMeansRounding;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.plan.JobInputs;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs a method's steps on the clock of a job, and keeps their results.
 *
 * @param blockRows rows of a block of a distributed operator, 0: operators are local
 * @param features collects them on the driver
 * @param start an earlier run, or null
 */
record MethodSteps(
    JavaSparkContext context,
    ConcordConfig config,
    JobInputs inputs,
    Method method,
    JobStages stages,
    StageClock clock,
    SolverTrace trace,
    int blockRows,
    IntFunction<double[]> features,
    @Nullable EarlierRun start)
    implements Clustering.Runner {
  @Override
  public Services services() {
    return services(start);
  }

  /**
   * The clusters that the method finds without pairs, sizes and earlier runs: a wrong pair cannot
   * bend them. Null where there are no pairs, or the method makes nothing without them. Clusters
   * found without all three are kept for later runs.
   *
   * @param products gives a step the products with the normalized graph
   * @param sizes bounds on the sizes of {@code found}, or null
   * @param found the clusters with all that is given
   */
  int @Nullable [] unconstrained(
      BuiltGraph built,
      Function<Function<LinearOperator, int[]>, int[]> products,
      Clustering clustering,
      @Nullable SizeLimits sizes,
      int[] found) {
    if (method.needsPairs() || method.usesSources()) {
      return null;
    }
    PairConstraints given = inputs.constraints();
    if (given.size() == 0) {
      if (sizes == null && start == null) {
        stages.keepUnconstrained(inputs, built.graph(), found);
      }
      return null;
    }
    PairConstraints none = PairConstraints.none(given.points(), given.names());
    Clustering.Knowledge known =
        new Clustering.Knowledge(none, inputs.labels(), inputs.side(), null);
    Clustering.MethodGraph graph =
        new Clustering.MethodGraph(built.graph(), built.components(), null);
    return stages.unconstrained(
        inputs,
        built.graph(),
        () ->
            products.apply(
                adjacency -> clustering.run(graph, adjacency, known, this::anew).labels()));
  }

  /** k-means by MLlib. */
  KMeansRounding rounding() {
    return new KMeansRounding(
        context,
        Seeds.of(config.clusters().seed()),
        config.clusters().restarts(),
        clock.listener());
  }

  /** The surroundings of a run that starts from no earlier one. */
  Services anew() {
    return services(null);
  }

  private Services services(@Nullable EarlierRun earlier) {
    return new JobServices(
            context,
            Seeds.of(config.clusters().seed()),
            config.clusters().restarts(),
            clock,
            rows(),
            blockRows,
            kept(),
            trace)
        .after(earlier);
  }

  private ResultStore kept() {
    return new ResultStore() {
      @Override
      public Eigenpairs find(
          WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
        return stages.eigenvectors(graph, options, solver);
      }

      @Override
      public Found partition(SimilarityGraph graph, Search search, Supplier<Found> run) {
        return stages.search(inputs, graph, search, run);
      }
    };
  }

  /** The features, before they are collected; none where edges were given. */
  FeatureRows rows() {
    FeatureTable table = inputs.features();
    return table == null
        ? FeatureRows.NONE
        : new FeatureRows((long) inputs.size() * table.dim(), features);
  }

  @Override
  public MethodResult method(WeightedGraph graph, Supplier<MethodResult> step) {
    return stages.method(
        inputs,
        graph,
        () -> {
          clock.start("eigenvectors", -1);
          MethodResult result = step.get();
          clock.finish(method.info().name());
          return result;
        });
  }

  @Override
  public Refinement.Refined refinement(
      WeightedGraph graph, int[] labels, Supplier<Refinement.Refined> step) {
    return stages.refinement(inputs, graph, labels, step);
  }

  @Override
  public SizedPartition sizes(Supplier<SizedPartition> step) {
    clock.start("sizes", -1);
    SizedPartition sized = step.get();
    clock.finish(sized.figures().moved() + " points moved");
    return sized;
  }
}
