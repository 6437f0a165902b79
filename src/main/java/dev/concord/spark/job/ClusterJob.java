package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.error.InputException;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Services;
import dev.concord.method.auto.ChoiceFigures;
import dev.concord.method.auto.Selection;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.method.pipeline.DoubtStep;
import dev.concord.method.pipeline.SizedPartition;
import dev.concord.method.split.SplitClusters;
import dev.concord.method.split.SplitStep;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.SetAside;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.DistributedOperator;
import dev.concord.spark.graph.ProductTraffic;
import dev.concord.spark.input.labels.PreviousReader;
import dev.concord.spark.input.labels.PreviousReader.Previous;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.inputs.SizeBounds;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.plan.PlanMaker;
import dev.concord.spark.progress.JobListener;
import dev.concord.spark.progress.SolverTrace;
import dev.concord.spark.progress.StageClock;
import dev.concord.spark.progress.WarningLog;
import dev.concord.spark.stages.StageStore;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The main job: inputs, plan, graph, method, evaluation. Nothing is written here; the outcome goes
 * back to the caller.
 *
 * <p>Same inputs, same configuration, same labels: on any master, for any number of partitions and
 * cores.
 */
public final class ClusterJob implements AutoCloseable {
  private final JavaSparkContext context;
  private final ConcordConfig config;
  private final StageClock clock;
  private final WarningLog log;
  private final JobStages stages;
  private final Method method;
  private final MethodOptions options;
  private final JobInputs inputs;
  private final Plan plan;
  private final @Nullable Previous previous;
  private final @Nullable SizeLimits sizes;
  private final @Nullable SplitClusters split;
  private final JobPurpose purpose;
  private final RunIdentity identity;
  private final @Nullable ChoiceFigures choice;
  private @Nullable BlockGraph retained;
  private final SolverTrace trace = new SolverTrace();

  private ClusterJob(
      JavaSparkContext context,
      ConcordConfig config,
      StageClock clock,
      WarningLog log,
      JobStages stages,
      Method method,
      MethodOptions options,
      JobInputs inputs,
      Plan plan,
      @Nullable Previous previous,
      JobPurpose purpose,
      RunIdentity identity,
      @Nullable ChoiceFigures choice) {
    this.context = context;
    this.config = config;
    this.clock = clock;
    this.log = log;
    this.stages = stages;
    this.method = method;
    this.options = options;
    this.inputs = inputs;
    this.plan = plan;
    this.previous = previous;
    this.sizes =
        purpose.clusters()
            ? SizeBounds.of(
                config.clusters(),
                inputs.size(),
                inputs.weights(),
                previous == null ? null : previous.clusterOf())
            : null;
    this.split =
        previous == null ? null : SplitRunner.clusters(config, inputs, plan, previous, log);
    this.purpose = purpose;
    this.identity = identity;
    this.choice = choice;
  }

  /**
   * Reads and checks all inputs and makes the plan; computes nothing yet.
   *
   * @throws dev.concord.error.InputException when the configuration or an input is at fault
   * @throws dev.concord.error.UnsatisfiableException when hard constraints contradict each other
   * @throws dev.concord.error.MemoryException when the plan does not fit
   */
  public static ClusterJob prepare(SparkSession spark, ConcordConfig config, JobListener listener) {
    return prepare(spark, config, identity(spark, config), StageStore.NONE, listener);
  }

  /**
   * As {@link #prepare}, with stages kept for the case that the job is killed.
   *
   * @param identity of these inputs and this configuration
   */
  public static ClusterJob prepare(
      SparkSession spark,
      ConcordConfig config,
      RunIdentity identity,
      StageStore store,
      JobListener listener) {
    return prepare(spark, config, JobPurpose.CLUSTERS, identity, store, listener);
  }

  /** As {@link #prepare}, for {@link ClusterOutcome#suggestions}. */
  public static ClusterJob prepareSuggestions(
      SparkSession spark, ConcordConfig config, JobListener listener) {
    RunIdentity identity = identity(spark, config);
    return prepare(spark, config, JobPurpose.SUGGESTIONS, identity, StageStore.NONE, listener);
  }

  /** As {@link #prepare}, for {@link #graph} alone: what the method needs may be missing. */
  public static ClusterJob prepareGraph(
      SparkSession spark, ConcordConfig config, JobListener listener) {
    RunIdentity identity = identity(spark, config);
    return prepare(spark, config, JobPurpose.GRAPH, identity, StageStore.NONE, listener);
  }

  private static RunIdentity identity(SparkSession spark, ConcordConfig config) {
    return RunIdentity.of(spark.sessionState().newHadoopConf(), config);
  }

  private static ClusterJob prepare(
      SparkSession spark,
      ConcordConfig config,
      JobPurpose purpose,
      RunIdentity identity,
      StageStore store,
      JobListener listener) {
    ClustersConfig clusters = config.clusters();
    Method method = Catalogue.named(clusters.method());
    MethodOptions options =
        new MethodOptions(
            clusters.method(), config.method().getOrDefault(clusters.method(), Map.of()));
    WarningLog log = new WarningLog(listener);
    StageClock clock = new StageClock(log);
    PlanMaker maker = new PlanMaker(spark, config, method, options, purpose);
    JobStages stages = new JobStages(store, config, identity, clock, log);
    JobInputs inputs =
        JobInputs.read(
            spark,
            config,
            purpose.clusters(),
            (n, dim) -> maker.forFeatures(n, dim).check(),
            stages::features,
            clock);
    try {
      Plan plan = maker.forInputs(inputs);
      plan.check();
      Previous previous =
          purpose.clusters() && clusters.previous() != null
              ? PreviousReader.read(spark, clusters.previous(), inputs.ids())
              : null;
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      return new ClusterJob(
          context, config, clock, log, stages, method, options, inputs, plan, previous, purpose,
          identity, null);
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }

  /** The plan of the job. */
  public Plan plan() {
    return plan;
  }

  /** The plan in words, with what a choice of the method takes. */
  public String describePlan() {
    return plan.describe()
        + (MethodChoice.isAsked(config)
            ? new MethodChoice(config, inputs, graphs(), clock).plan()
            : "");
  }

  /** The figures of the constraints. */
  public dev.concord.constraint.ConstraintDiagnosis diagnosis() {
    return inputs.diagnosis();
  }

  private void requireExecutors() {
    if (plan.capacity().supposed()) {
      throw new InputException(
          "plan.executors = "
              + config.plan().executors()
              + " supposes executors to plan for; leave it at 0 to run, or add --dry-run.");
    }
  }

  /** Builds the graph alone. */
  public GraphOutcome graph() {
    requireExecutors();
    BuiltGraph built = retained(graphs().build(inputs));
    return new GraphOutcome(
        inputs.ids(), built.graph(), built.figures(), clock.seconds(), log.warnings());
  }

  /** The job with the method chosen by held-out constraints. */
  private ClusterJob resolved() {
    Selection.Choice made =
        stages.choice(inputs, () -> new MethodChoice(config, inputs, graphs(), clock).make());
    ConcordConfig resolved = MethodChoice.applied(config, made.setting());
    String name = made.setting().method();
    Method chosen = Catalogue.named(name);
    MethodOptions own = new MethodOptions(name, resolved.method().getOrDefault(name, Map.of()));
    Plan again = new PlanMaker(context, resolved, chosen, own, purpose).forInputs(inputs);
    again.check();
    RunIdentity known = identity.with(MethodChoice.resolved(made.setting()));
    return new ClusterJob(
        context,
        resolved,
        clock,
        log,
        stages.resolved(resolved, known),
        chosen,
        own,
        inputs,
        again,
        previous,
        purpose,
        known,
        made.figures());
  }

  /** Does the whole job. */
  public ClusterOutcome run() {
    requireExecutors();
    if (MethodChoice.isAsked(config)) {
      return resolved().run();
    }
    BuiltGraph built =
        retained(stages.graph(inputs.features() != null, () -> graphs().build(inputs)));
    ClustersConfig clusters = config.clusters();
    Clustering clustering = clustering();
    MethodGraph graph =
        split == null
            ? propagated(clustering, built)
            : new MethodGraph(built.graph(), built.components(), null);
    ProductTraffic traffic = new ProductTraffic(context.sc());
    Clustering.Outcome found =
        split == null
            ? found(clustering, graph, traffic)
            : SplitStep.of(
                clustering,
                SimilarityGraph.local(built.graph()),
                knowledge(),
                split,
                new SplitRunner(context, config, inputs, graphs(), clock, trace));
    Judged judged = judged(built, found);
    ClusterOutcome outcome =
        new ClusterOutcome(
            inputs,
            built,
            method.info(),
            config,
            choice,
            found,
            graph.figures(),
            judged.drift(),
            judged.evaluation(),
            traffic.figures(),
            plan,
            clock.seconds(),
            stages.records(),
            log,
            trace);
    String advice =
        ConstraintFigures.advice(
            inputs.constraints(), outcome.against(), clusters.hardConstraints());
    if (advice != null) {
      log.warning(advice);
    }
    return outcome;
  }

  private record Judged(Drift drift, Evaluation evaluation) {}

  private Judged judged(BuiltGraph built, Clustering.Outcome found) {
    clock.start("metrics", -1);
    ClustersConfig clusters = config.clusters();
    int k = split == null ? clusters.count() : split.clusters();
    int[] labels = found.labels();
    boolean asked = config.output().membership() || clusters.outliers() > 0.0;
    Doubt doubt =
        asked || !(built.graph() instanceof BlockGraph)
            ? DoubtStep.of(built.graph(), labels, k, found.result())
            : null;
    SetAside aside = setAside(doubt, labels, k);
    ClusterNumbering numbering =
        ClusterNumbering.byFallingSize(labels, k, aside == null ? null : aside.aside());
    if (split == null && numbering.nonEmpty() < k) {
      log.warning(
          "Only "
              + numbering.nonEmpty()
              + " of the "
              + k
              + " clusters have points: the embedding has too few distinct rows, or"
              + " must-links leave too few separate groups. Lower clusters.count or raise"
              + " clusters.eigenvectors.");
    }
    boolean numbered = split != null || (sizes != null && sizes.earlier() != null);
    Drift drift = Drift.of(previous, numbered ? labels : numbering.labels(), numbered, k);
    if (doubt != null) {
      doubt = DoubtStep.renumbered(doubt, labels, drift.labels(), k);
    }
    Evaluation evaluation = Evaluation.of(inputs, built.graph(), drift.labels(), k, doubt, aside);
    clock.finish("ncut " + String.format(java.util.Locale.ROOT, "%.4f", evaluation.ncut()));
    return new Judged(drift, evaluation);
  }

  /** The points to be set aside, or null where none are asked for. */
  private @Nullable SetAside setAside(@Nullable Doubt doubt, int[] labels, int k) {
    if (config.clusters().outliers() == 0.0 || doubt == null) {
      return null;
    }
    SetAside aside =
        DoubtStep.setAside(doubt, config.clusters().outliers(), labels, k, knowledge());
    String shortage = DoubtStep.shortage(aside, labels.length);
    if (shortage != null) {
      log.warning(shortage);
    }
    return aside;
  }

  /** Method and refinement, with products where the plan has them. */
  private Clustering.Outcome found(
      Clustering clustering, MethodGraph graph, ProductTraffic traffic) {
    if (!(graph.graph() instanceof BlockGraph) && plan.operator() == OperatorPlacement.LOCAL) {
      return clustering.run(graph, new CsrOperator(adjacency(graph)), knowledge(), new Steps());
    }
    traffic.watch();
    try (DistributedOperator operator =
        graph.graph() instanceof BlockGraph blocks
            ? blocks.normalized(traffic)
            : DistributedOperator.of(context, adjacency(graph), plan.blockRows(), traffic)) {
      return clustering.run(graph, operator, knowledge(), new Steps());
    } finally {
      traffic.end();
    }
  }

  private static CsrMatrix adjacency(MethodGraph graph) {
    return NormalizedAdjacency.of(SimilarityGraph.local(graph.graph()));
  }

  private Clustering.Knowledge knowledge() {
    return new Clustering.Knowledge(inputs.constraints(), inputs.labels(), inputs.side(), sizes);
  }

  private Clustering clustering() {
    ClustersConfig clusters = config.clusters();
    return new Clustering(
        method,
        new Clustering.Settings(
            clusters.count(),
            clusters.hardConstraints(),
            clusters.propagate(),
            clusters.refine().applies(),
            options,
            new MethodOptions("cosc", config.method().getOrDefault("cosc", Map.of())),
            Seeds.of(clusters.seed())));
  }

  /** Keeps hold of a graph on the executors until this job is closed. */
  private BuiltGraph retained(BuiltGraph built) {
    if (built.graph() instanceof BlockGraph blocks) {
      retained = blocks;
    }
    return built;
  }

  /** The graph after constraint propagation, if configured. */
  private MethodGraph propagated(Clustering clustering, BuiltGraph built) {
    if (!clustering.propagates(inputs.constraints())) {
      if (config.clusters().propagate()) {
        log.warning("clusters.propagate = true, but there are no constraints to propagate.");
      }
      return clustering.propagate(built.graph(), built.components(), inputs.constraints());
    }
    clock.start("propagation", -1);
    MethodGraph graph =
        clustering.propagate(built.graph(), built.components(), inputs.constraints());
    clock.finish(graph.weakened() + " edges weakened");
    return graph;
  }

  /** Runs the method's steps on the clock of this job, and keeps their results. */
  private final class Steps implements Clustering.Runner {
    @Override
    public Services services() {
      int blockRows = plan.operator() == OperatorPlacement.LOCAL ? 0 : plan.blockRows();
      return new JobServices(
          context,
          inputs.constraints(),
          Seeds.of(config.clusters().seed()),
          config.clusters().restarts(),
          clock,
          features(),
          blockRows,
          stages::eigenvectors,
          trace);
    }

    private FeatureRows features() {
      FeatureTable table = inputs.features();
      return table == null
          ? FeatureRows.NONE
          : new FeatureRows((long) inputs.size() * table.dim(), () -> graphs().features(inputs));
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

  private GraphBuilder graphs() {
    Seeds seeds = Seeds.of(config.clusters().seed());
    boolean remote = plan.operator() == OperatorPlacement.DISTRIBUTED_EDGES;
    return new GraphBuilder(
        context,
        config.graph(),
        seeds,
        clock,
        remote ? plan.blockRows() : 0,
        config.clusters().count());
  }

  @Override
  public void close() {
    if (retained != null) {
      retained.close();
      retained = null;
    }
    inputs.close();
  }
}
