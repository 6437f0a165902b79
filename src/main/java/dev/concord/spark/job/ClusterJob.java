package dev.concord.spark.job;

import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.EarlierRun;
import dev.concord.method.EigenvectorMethod;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.method.pipeline.NumberChoice;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.method.pipeline.SplitClusters;
import dev.concord.method.pipeline.SplitStep;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.PairEvidence;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.ListKeeping;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.coarse.CoarseRun;
import dev.concord.spark.coarse.FineRunner;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.SparkMatch;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.DistributedOperator;
import dev.concord.spark.graph.ProductTraffic;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.NumberRange;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.store.StageStore;
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
  private final JobContext job;
  private final JobSetting setting;
  private final ConcordConfig config;
  private final JobInputs inputs;
  private final StageClock clock;
  private final ChosenNumber chosen;
  private @Nullable BlockGraph retained;
  private @Nullable ListedContents kept;

  private ClusterJob(JobContext job, JobSetting setting, ChosenNumber chosen) {
    this.job = job;
    this.setting = setting;
    this.config = setting.config();
    this.inputs = job.inputs();
    this.clock = job.clock();
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
    SparkMatch.requireSerializer(spark.sparkContext().getConf());
    JobPreparation.Prepared prepared =
        JobPreparation.prepare(spark, config, purpose, identity, store, listener);
    return new ClusterJob(prepared.job(), prepared.setting(), ChosenNumber.NONE);
  }

  public Plan plan() {
    return setting.plan();
  }

  /** The plan in words, with what a choice of the number of clusters takes. */
  public String describePlan() {
    return setting.plan().describe()
        + (job.purpose().clusters() && choosesNumber()
            ? NumberRange.of(config.clusters(), inputs).plan(inputs.size())
            : "");
  }

  private boolean choosesNumber() {
    return config.clusters().number().isChosen() && !setting.method().findsCount();
  }

  /** The figures of the constraints. */
  public ConstraintDiagnosis diagnosis() {
    return inputs.diagnosis();
  }

  /** Builds the graph alone. */
  public GraphOutcome graph() {
    setting.plan().capacity().requireReal();
    BuiltGraph built = retained(graphs().build(inputs));
    return new GraphOutcome(
        inputs.ids(), built.graph(), built.figures(), clock.seconds(), job.log().warnings());
  }

  private ClusterJob numbered() {
    NumberRange range = NumberRange.of(config.clusters(), inputs);
    BuiltGraph built = built();
    NumberFigures number =
        setting
            .stages()
            .number(
                inputs,
                built.graph(),
                () ->
                    products(
                        built.graph(),
                        new ProductTraffic(job.spark().sc()),
                        products ->
                            NumberChoice.choose(
                                range.task(
                                    config.clusters(),
                                    inputs,
                                    built.graph(),
                                    built.components(),
                                    products,
                                    steps(inputs, setting.plan().operatorRows()).rows()),
                                done -> clock.advance(-1, done))));
    return new ClusterJob(
        job,
        setting.with(
            job,
            config.withCount(number.chosen()),
            Map.of("clusters.count", Integer.toString(number.chosen()))),
        new ChosenNumber(number, built));
  }

  /** Does the whole job. */
  public ClusterOutcome run() {
    setting.plan().capacity().requireReal();
    if (choosesNumber()) {
      return numbered().run();
    }
    SplitClusters split = setting.split();
    BuiltGraph built = built();
    Clustering clustering = clustering();
    ProductTraffic traffic = new ProductTraffic(job.spark().sc());
    SplitRunner again = new SplitRunner(job.spark(), config, inputs, graphs(), clock, job.trace());
    ClusterOutcome.Found partition =
        split == null
            ? found(clustering, built, traffic)
            : new ClusterOutcome.Found(
                SplitStep.of(
                    clustering, SimilarityGraph.local(built.graph()), knowledge(), split, again),
                null);
    Clustering.Outcome found = partition.outcome();
    warnOfPartedRows(found.partedRows());
    int[] unconstrained =
        job.purpose() == JobPurpose.SUGGESTIONS && split == null
            ? steps(inputs, setting.plan().operatorRows())
                .unconstrained(
                    built,
                    step -> products(built.graph(), traffic, step),
                    clustering,
                    setting.sizes(),
                    found.labels())
            : null;
    Evaluation evaluation =
        new Evaluator(config, inputs, job.earlier(), setting.sizes(), split, clock, job.log())
            .of(
                built,
                found,
                split == null ? again.heldOut(clustering, built, knowledge()) : List.of());
    PairConstraints given = inputs.constraints();
    PairEvidence evidence = evaluation.evidence(inputs, built.graph());
    double[] against = evidence.against(given.first(), given.second(), given.mustLink());
    boolean hard = clustering.settings().hard();
    ConstraintFigures.warn(given, against, hard, inputs.features() != null, job.log());
    return new ClusterOutcome(
        job,
        setting,
        built,
        chosen,
        partition,
        new PairSuggestions(inputs, built.graph(), unconstrained, graphs()),
        evaluation,
        traffic.figures(),
        evidence,
        against);
  }

  private void warnOfPartedRows(int rows) {
    if (rows > 0) {
      job.log()
          .warning(
              rows
                  + (rows == 1 ? " row" : " rows")
                  + " of equal features is in several clusters: a pair, a label or a bound of sizes"
                  + " parts its points, or there are fewer distinct rows than clusters. Check them,"
                  + " or lower clusters.count.");
    }
  }

  /** Method and refinement, with products where the plan has them. */
  private ClusterOutcome.Found found(
      Clustering clustering, BuiltGraph built, ProductTraffic traffic) {
    int nodes = setting.plan().coarseNodes();
    if (nodes > 0 && built.graph() instanceof BlockGraph blocks) {
      return coarsely(clustering, blocks, nodes, traffic);
    }
    MethodGraph graph =
        propagated(clustering, built.graph(), built.components(), inputs.constraints());
    Clustering.Outcome outcome =
        products(
            graph.graph(),
            traffic,
            adjacency -> {
              MethodSteps steps = steps(inputs, setting.plan().operatorRows());
              Clustering.Outcome found = clustering.run(graph, adjacency, knowledge(), steps);
              PartitionPart.Run run =
                  new PartitionPart.Run(
                      config.clusters(), clustering, graph, adjacency, knowledge(), steps::anew);
              for (PartitionPart part : Capabilities.of(PartitionPart.class)) {
                found = part.after(run, found);
              }
              return found;
            });
    return new ClusterOutcome.Found(outcome, graph.figures());
  }

  /** Method and refinement on a coarse graph, and the partition taken back to the points. */
  private ClusterOutcome.Found coarsely(
      Clustering clustering, BlockGraph blocks, int nodes, ProductTraffic traffic) {
    boolean voting = config.output().membership().isShown() || config.clusters().outliers() > 0.0;
    try (CoarseRun coarse =
        CoarseRun.of(
            job.spark(),
            blocks,
            inputs,
            setting.sizes(),
            start(),
            nodes,
            config.clusters().count(),
            clock)) {
      MethodGraph graph =
          propagated(clustering, coarse.graph(), coarse.components(), coarse.knowledge().pairs());
      MethodSteps steps = steps(coarse.inputs(), 0, coarse.start());
      FineRunner fine =
          setting.method() instanceof EigenvectorMethod method && graph.propagation() == null
              ? coarse.fine(
                  job.spark(), blocks, method, clustering.settings(), steps, steps.rounding())
              : null;
      Clustering.Outcome outcome =
          withProducts(
              job.spark(),
              graph.graph(),
              0,
              traffic,
              adjacency ->
                  clustering.run(
                      graph, adjacency, coarse.knowledge(), fine == null ? steps : fine));
      if (fine != null && outcome.refinement() == null && outcome.sizes() == null) {
        return new ClusterOutcome.Found(
            coarse.ofPoints(fine.ofPoints()), null, coarse.figures(), kept(coarse));
      }
      int clusters =
          setting.method().findsCount()
              ? ClusterNumbering.count(outcome.labels())
              : config.clusters().count();
      Clustering.Outcome lifted =
          coarse.lifted(
              outcome,
              clusters,
              voting,
              (level, start, moves) ->
                  setting.stages().level(coarse, graph.graph(), inputs, level, start, moves));
      return new ClusterOutcome.Found(lifted, graph.figures(), coarse.figures(), kept(coarse));
    }
  }

  /** The node of each point, for the next run. */
  private int[] kept(CoarseRun coarse) {
    return config.output().base() ? coarse.nodeOf() : new int[0];
  }

  /** The graph that something was chosen on, or the one kept or built. */
  private BuiltGraph built() {
    BaseRun base = job.base();
    BuiltGraph known = chosen.graph();
    return known != null && chosen.hasGraphOf(config)
        ? known
        : retained(
            setting
                .stages()
                .graph(
                    inputs.features() != null
                        && setting.plan().operator() != OperatorPlacement.DISTRIBUTED_EDGES,
                    () -> graphs().build(inputs),
                    () -> base == null || base.isSteady()));
  }

  /** What a step does with products, which are where the plan has them. */
  private <T> T products(
      WeightedGraph graph, ProductTraffic traffic, Function<LinearOperator, T> step) {
    return withProducts(job.spark(), graph, setting.plan().operatorRows(), traffic, step);
  }

  private Clustering.Knowledge knowledge() {
    return new Clustering.Knowledge(
        inputs.constraints(), inputs.labels(), inputs.side(), setting.sizes());
  }

  private Clustering clustering() {
    ClustersConfig clusters = config.clusters();
    return new Clustering(
        setting.method(),
        new Clustering.Settings(
            clusters.count(),
            clusters.hardConstraints(),
            clusters.propagate(),
            clusters.refine().applies(),
            setting.options(),
            MethodOptions.of("cosc", config.method()),
            Seeds.of(clusters.seed())));
  }

  private BuiltGraph retained(BuiltGraph built) {
    if (built.graph() instanceof BlockGraph blocks) {
      retained = blocks;
    }
    kept = built.kept();
    return built;
  }

  /** The graph after constraint propagation, if configured. */
  private MethodGraph propagated(
      Clustering clustering, WeightedGraph given, Components components, PairConstraints pairs) {
    if (!clustering.propagates(pairs)) {
      if (config.clusters().propagate()) {
        job.log().warning("clusters.propagate = true, but there are no constraints to propagate.");
      }
      return clustering.propagate(given, components, pairs);
    }
    clock.start("propagation", -1);
    MethodGraph graph = clustering.propagate(given, components, pairs);
    clock.finish(graph.weakened() + " edges weakened");
    return graph;
  }

  /** What the method may start from, or null. */
  private @Nullable EarlierRun start() {
    BaseRun base = job.base();
    return base == null || !setting.method().usesEarlier()
        ? null
        : base.start(setting.method().info().name());
  }

  private MethodSteps steps(JobInputs points, int operatorRows) {
    return steps(points, operatorRows, start());
  }

  private MethodSteps steps(JobInputs points, int operatorRows, @Nullable EarlierRun start) {
    return new MethodSteps(
        job.spark(),
        config,
        points,
        setting.method(),
        setting.stages(),
        clock,
        job.trace(),
        operatorRows,
        most -> graphs().features(inputs, most),
        start);
  }

  private GraphBuilder graphs() {
    boolean remote = setting.plan().operator() == OperatorPlacement.DISTRIBUTED_EDGES;
    GraphBuilder builder =
        new GraphBuilder(
                job.spark(),
                config.graph(),
                Seeds.of(config.clusters().seed()),
                clock,
                remote ? setting.plan().blockRows() : 0,
                config.clusters().count())
            .keeping(
                new ListKeeping(
                    job.purpose() == JobPurpose.CLUSTERS && config.output().base(), job.base()));
    double[] weights = inputs.weights();
    return weights != null && config.clusters().weighs() ? builder.weighing(weights) : builder;
  }

  @Override
  public void close() {
    if (retained != null) {
      retained.close();
      retained = null;
    }
    if (kept != null) {
      kept.lists().close();
      kept = null;
    }
    inputs.close();
  }

  /**
   * What a step makes of the products, which are released after it.
   *
   * @param blockRows rows of a block on executors; 0 for a graph on the driver: products there
   * @param traffic counts what products on executors move
   */
  private static <T> T withProducts(
      JavaSparkContext context,
      WeightedGraph graph,
      int blockRows,
      ProductTraffic traffic,
      Function<LinearOperator, T> step) {
    if (!(graph instanceof BlockGraph) && blockRows == 0) {
      return step.apply(new CsrOperator(NormalizedAdjacency.of(SimilarityGraph.local(graph))));
    }
    traffic.watch();
    try (DistributedOperator operator =
        graph instanceof BlockGraph blocks
            ? blocks.normalized(traffic)
            : DistributedOperator.of(
                context,
                NormalizedAdjacency.of(SimilarityGraph.local(graph)),
                blockRows,
                traffic)) {
      return step.apply(operator);
    } finally {
      traffic.end();
    }
  }
}
