package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Selection;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.number.NumberChoice;
import dev.concord.method.number.NumberFigures;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.method.split.SplitClusters;
import dev.concord.method.split.SplitStep;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.ListKeeping;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.GraphProducts;
import dev.concord.spark.graph.ProductTraffic;
import dev.concord.spark.input.labels.PreviousReader;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.inputs.FoundCount;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.inputs.SizeBounds;
import dev.concord.spark.number.NumberRange;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.plan.PlanMaker;
import dev.concord.spark.progress.JobListener;
import dev.concord.spark.progress.SolverTrace;
import dev.concord.spark.progress.StageClock;
import dev.concord.spark.progress.WarningLog;
import dev.concord.spark.stages.StageStore;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
  private final Drift.@Nullable Earlier earlier;
  private final @Nullable SizeLimits sizes;
  private final @Nullable SplitClusters split;
  private final JobPurpose purpose;
  private final RunIdentity identity;
  private final MethodChoice.Resolved chosen;
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
      Drift.@Nullable Earlier earlier,
      JobPurpose purpose,
      RunIdentity identity,
      MethodChoice.Resolved chosen) {
    this.context = context;
    this.config = config;
    this.clock = clock;
    this.log = log;
    this.stages = stages;
    this.method = method;
    this.options = options;
    this.inputs = inputs;
    this.plan = plan;
    this.earlier = earlier;
    this.sizes =
        purpose.clusters() && !config.clusters().number().isChosen()
            ? SizeBounds.of(
                config.clusters(),
                inputs.size(),
                inputs.weights(),
                earlier == null ? null : earlier.clusters().clusterOf())
            : null;
    this.split =
        earlier == null
            ? null
            : SplitRunner.clusters(config, inputs, plan, earlier.clusters(), log);
    this.purpose = purpose;
    this.identity = identity;
    this.chosen = chosen;
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
      SparkSession spark, ConcordConfig config, StageStore store, JobListener listener) {
    RunIdentity identity = identity(spark, config);
    return prepare(spark, config, JobPurpose.SUGGESTIONS, identity, store, listener);
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
    String asked = config.clusters().method();
    MethodOptions first = MethodOptions.of(asked, config.method());
    WarningLog log = new WarningLog(listener);
    StageClock clock = new StageClock(log);
    PlanMaker maker = new PlanMaker(spark, config, Catalogue.named(asked), first, purpose);
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
      Drift.Earlier earlier = purpose.clusters() ? earlier(spark, config, inputs, base) : null;
      ConcordConfig known =
          purpose.clusters() ? FoundCount.resolved(config, inputs, clock.listener()) : config;
      String name = known.clusters().method();
      boolean taken = !name.equals(config.clusters().method());
      RunIdentity own = taken ? identity.with(Map.of("clusters.method", name)) : identity;
      JobInputs listed = FoundCount.listed(known, inputs);
      Method method = Catalogue.named(name);
      MethodOptions options = MethodOptions.of(name, config.method());
      Plan plan = new PlanMaker(spark, known, method, options, purpose).forInputs(listed);
      plan.check();
      return new ClusterJob(
          JavaSparkContext.fromSparkContext(spark.sparkContext()),
          known,
          clock,
          log,
          taken ? stages.resolved(known, own) : stages,
          method,
          options,
          listed,
          plan,
          earlier,
          purpose,
          own,
          MethodChoice.Resolved.NOTHING);
    } catch (RuntimeException e) {
      inputs.close();
      throw e;
    }
  }

  private static Drift.@Nullable Earlier earlier(
      SparkSession spark, ConcordConfig config, JobInputs inputs, BaseRun.@Nullable Opened base) {
    LabelsConfig previous = config.clusters().previous();
    FeatureTable features = inputs.features();
    if (base != null && features != null) {
      BaseRun run = base.matched(features);
      return new Drift.Earlier(run.previous(), run);
    }
    return previous == null
        ? null
        : new Drift.Earlier(PreviousReader.read(spark, previous, inputs.ids()), null);
  }

  /** The plan of the job. */
  public Plan plan() {
    return plan;
  }

  /** The plan in words, with what a choice of the method takes. */
  public String describePlan() {
    return plan.describe()
        + (purpose.clusters() && choosesNumber()
            ? NumberRange.of(config.clusters(), inputs).plan(inputs.size())
            : "")
        + (MethodChoice.isAsked(config)
            ? new MethodChoice(config, inputs, graphs(), clock).plan()
            : "");
  }

  private boolean choosesNumber() {
    return config.clusters().number().isChosen() && !method.findsCount();
  }

  /** The figures of the constraints. */
  public dev.concord.constraint.ConstraintDiagnosis diagnosis() {
    return inputs.diagnosis();
  }

  /** Builds the graph alone. */
  public GraphOutcome graph() {
    plan.capacity().requireReal();
    BuiltGraph built = retained(graphs().build(inputs));
    return new GraphOutcome(
        inputs.ids(), built.graph(), built.figures(), clock.seconds(), log.warnings());
  }

  /** The job with the method chosen by held-out constraints. */
  private ClusterJob resolved() {
    Selection.Choice made =
        stages.choice(inputs, () -> new MethodChoice(config, inputs, graphs(), clock).make());
    ConcordConfig resolved = MethodChoice.applied(config, made.setting());
    BuiltGraph graph = resolved.graph().equals(config.graph()) ? chosen.graph() : null;
    return with(
        resolved,
        MethodChoice.resolved(made.setting()),
        new MethodChoice.Resolved(made.figures(), chosen.number(), graph));
  }

  private ClusterJob numbered() {
    NumberRange range = NumberRange.of(config.clusters(), inputs);
    BuiltGraph built = built();
    NumberFigures number =
        stages.number(
            inputs,
            built.graph(),
            () ->
                products(
                    built.graph(),
                    new ProductTraffic(context.sc()),
                    products ->
                        NumberChoice.choose(
                            range.task(
                                config.clusters(),
                                inputs,
                                built.graph(),
                                built.components(),
                                products),
                            done -> clock.advance(-1, done))));
    return with(
        config.withCount(number.chosen()),
        Map.of("clusters.count", Integer.toString(number.chosen())),
        new MethodChoice.Resolved(null, number, built));
  }

  private ClusterJob with(
      ConcordConfig resolved, Map<String, String> settings, MethodChoice.Resolved made) {
    String name = resolved.clusters().method();
    Method wanted = Catalogue.named(name);
    MethodOptions own = new MethodOptions(name, resolved.method().getOrDefault(name, Map.of()));
    Plan again = new PlanMaker(context, resolved, wanted, own, purpose).forInputs(inputs);
    again.check();
    RunIdentity known = identity.with(settings);
    return new ClusterJob(
        context,
        resolved,
        clock,
        log,
        stages.resolved(resolved, known),
        wanted,
        own,
        inputs,
        again,
        earlier,
        purpose,
        known,
        made);
  }

  /** Does the whole job. */
  public ClusterOutcome run() {
    plan.capacity().requireReal();
    if (choosesNumber()) {
      return numbered().run();
    }
    if (MethodChoice.isAsked(config)) {
      return resolved().run();
    }
    BuiltGraph built = built();
    Clustering clustering = clustering();
    MethodGraph graph =
        split == null
            ? propagated(clustering, built)
            : new MethodGraph(built.graph(), built.components(), null);
    ProductTraffic traffic = new ProductTraffic(context.sc());
    SplitRunner again = new SplitRunner(context, config, inputs, graphs(), clock, trace);
    Clustering.Outcome found =
        split == null
            ? found(clustering, graph, traffic)
            : SplitStep.of(
                clustering, SimilarityGraph.local(built.graph()), knowledge(), split, again);
    int[] unconstrained =
        purpose == JobPurpose.SUGGESTIONS && split == null
            ? steps()
                .unconstrained(
                    built,
                    step -> products(built.graph(), traffic, step),
                    clustering,
                    sizes,
                    found.labels())
            : null;
    Evaluation.Judged judged =
        new Evaluation.Basis(config, inputs, earlier, sizes, split, clock, log)
            .judged(
                built,
                found,
                split == null ? again.heldOut(clustering, built, knowledge()) : List.of());
    ClusterOutcome outcome =
        new ClusterOutcome(
            inputs,
            built,
            method.info(),
            config,
            chosen,
            found,
            new ConstraintFigures.Asking(unconstrained, graphs()),
            graph.figures(),
            judged,
            traffic.figures(),
            plan,
            new ClusterOutcome.Course(clock.seconds(), stages.records(), log, trace));
    ConstraintFigures.warn(
        inputs.constraints(), outcome.against(), clustering.settings().hard(), log);
    return outcome;
  }

  /** Method and refinement, with products where the plan has them. */
  private Clustering.Outcome found(
      Clustering clustering, MethodGraph graph, ProductTraffic traffic) {
    return products(
        graph.graph(),
        traffic,
        adjacency -> clustering.run(graph, adjacency, knowledge(), steps()));
  }

  /** The graph that something was chosen on, or the one kept or built. */
  private BuiltGraph built() {
    BuiltGraph known = chosen.graph();
    return known != null && chosen.hasGraphOf(config)
        ? known
        : retained(
            stages.graph(
                inputs.features() != null,
                () -> graphs().build(inputs),
                () -> base() == null || base().isSteady()));
  }

  private @Nullable BaseRun base() {
    return earlier == null ? null : earlier.base();
  }

  /** What a step does with products, which are where the plan has them. */
  private <T> T products(
      WeightedGraph graph, ProductTraffic traffic, Function<LinearOperator, T> step) {
    return GraphProducts.during(context, graph, plan.operatorRows(), traffic, step);
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

  private MethodSteps steps() {
    return new MethodSteps(
        context,
        config,
        inputs,
        method,
        stages,
        clock,
        trace,
        plan.operatorRows(),
        () -> graphs().features(inputs),
        base() == null ? null : base().start(method.info().name()));
  }

  private GraphBuilder graphs() {
    boolean remote = plan.operator() == OperatorPlacement.DISTRIBUTED_EDGES;
    return new GraphBuilder(
            context,
            config.graph(),
            Seeds.of(config.clusters().seed()),
            clock,
            remote ? plan.blockRows() : 0,
            config.clusters().count())
        .keeping(new ListKeeping(purpose == JobPurpose.CLUSTERS && config.output().base(), base()));
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
