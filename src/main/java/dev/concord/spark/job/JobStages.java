package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.ResultStore.Found;
import dev.concord.method.ResultStore.Search;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.spark.coarse.CoarseRun;
import dev.concord.spark.coarse.LevelRunner;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.PanelLayout;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up each stage of a job in a store; computes and saves what is missing.
 *
 * <p>A graph given as edges is not kept: its table is. Where the features come from a source
 * without files nothing is kept, because a change of the input could not be detected.
 *
 * <p>The warnings of a stage are kept with it, and repeated when the stage is taken from an earlier
 * run: it is true of this run's results too.
 */
final class JobStages {
  private static final String IDS = "ids";
  private static final String GRAPH = "graph";
  private static final String NUMBER = "number";
  private static final String METHOD = "method";
  private static final String REFINEMENT = "refinement";
  private static final String LEVEL = "level-";
  private static final String UNCONSTRAINED = "unconstrained";

  private final StageStore store;
  private final ConcordConfig config;
  private final RunIdentity identity;
  private final StageKeys keys;
  private final StageClock clock;
  private final WarningLog log;
  private final Set<String> ofStore = new HashSet<>();
  private final List<StageRecord> records;
  private List<String> foundWarnings = List.of();
  private @Nullable BuiltGraph found;
  private boolean warnedOfLevels;

  JobStages(
      StageStore store,
      ConcordConfig config,
      RunIdentity identity,
      StageClock clock,
      WarningLog log) {
    this(
        identity.identifiesFeatures() ? store : StageStore.NONE,
        config,
        identity,
        clock,
        log,
        new ArrayList<>());
  }

  private JobStages(
      StageStore store,
      ConcordConfig config,
      RunIdentity identity,
      StageClock clock,
      WarningLog log,
      List<StageRecord> records) {
    this.store = store;
    this.config = config;
    this.identity = identity;
    this.keys = new StageKeys(config, identity);
    this.clock = clock;
    this.log = log;
    this.records = records;
  }

  /** The stages of a job with its settings resolved: the same records, goes on from here. */
  JobStages resolved(ConcordConfig resolvedConfig, RunIdentity resolvedIdentity) {
    return new JobStages(store, resolvedConfig, resolvedIdentity, clock, log, records);
  }

  /** The record of each stage so far, in their order. */
  List<StageRecord> records() {
    return List.copyOf(records);
  }

  /**
   * The features of the job: when ids and graph are kept from an earlier run, a table whose values
   * are read on first use; else the table as it is read now.
   */
  FeatureTable features(Supplier<FeatureTable> reading) {
    boolean elsewhere =
        config.plan().operator() == OperatorPlacement.DISTRIBUTED_EDGES
            || config.plan().coarseNodes() > 0;
    SavedStage graph = elsewhere ? null : findGraph();
    SavedStage ids = graph == null ? null : find(IDS, identity.features());
    if (graph != null && ids != null) {
      found = StageCodec.built(graph);
      foundWarnings = graph.warnings();
      records.add(StageCodec.record(IDS, true, true, ids));
      records.add(StageCodec.record(GRAPH, true, true, graph));
      StageCodec.FeatureFacts shape = ids.facts(StageCodec.FeatureFacts.class);
      IdTable table = StageCodec.ids(ids);
      int rows = PanelLayout.of(table.size(), shape.dim(), config.plan().panelRows()).panelRows();
      return FeatureTable.later(table, shape.dim(), rows, shape.bytes(), shape.columns(), reading)
          .leavingOut(StageCodec.dropped(ids))
          .withCategories(shape.categories());
    }
    int mark = log.mark();
    FeatureTable read = reading.get();
    keep(mark, IDS, identity.features(), StageCodec.of(read));
    return read;
  }

  /** The graph kept, unless the number of clusters asks for one with other components. */
  private @Nullable SavedStage findGraph() {
    SavedStage saved = find(GRAPH, keys.graph());
    return saved != null
            && GraphConnection.isCurrent(
                StageCodec.figures(saved), config.graph().connect(), config.clusters().count())
        ? saved
        : null;
  }

  /**
   * The graph, kept or built.
   *
   * @param keeps whether it is made of features, and the plan has its edges on the driver
   * @param steady whether a run started again would build it in the same way
   */
  BuiltGraph graph(boolean keeps, Supplier<BuiltGraph> builder, BooleanSupplier steady) {
    if (!keeps && found != null) {
      found = null; // of a run whose driver held the edges
      records.removeIf(stage -> stage.stage().equals(GRAPH));
    }
    BuiltGraph known = found;
    if (known == null && keeps) {
      SavedStage saved = findGraph();
      if (saved != null) {
        records.add(StageCodec.record(GRAPH, true, true, saved));
        foundWarnings = saved.warnings();
        known = StageCodec.built(saved);
      }
    }
    if (known != null) {
      found = null;
      clock.start(GRAPH, -1);
      foundWarnings.forEach(log::warning);
      clock.finish(known.graph().edges() + " edges, from the earlier run");
      return known;
    }
    int mark = log.mark();
    BuiltGraph built = builder.get();
    // Edges that stay on the executors are not kept: they may not pass through the driver.
    if (keeps && steady.getAsBoolean() && built.graph() instanceof SimilarityGraph graph) {
      keep(mark, GRAPH, keys.graph(), StageCodec.of(built, graph));
    }
    return built;
  }

  /** The smoothest eigenvectors of a graph, kept or computed. */
  Eigenpairs eigenvectors(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    String stage = "eigenvectors-" + options.count();
    StageKey key = keys.eigenvectors(graph, options);
    SavedStage saved = find(stage, key);
    if (saved != null) {
      taken(stage, saved);
      return StageCodec.eigenpairs(saved);
    }
    int mark = log.mark();
    Eigenpairs pairs = solver.get();
    keep(mark, stage, key, StageCodec.of(pairs));
    return pairs;
  }

  /** The number of clusters, kept or chosen; its figures are what is kept. */
  NumberFigures number(JobInputs inputs, WeightedGraph graph, Supplier<NumberFigures> choose) {
    StageKey key = keys.number(inputs, graph);
    SavedStage saved = find(NUMBER, key);
    clock.start(NUMBER, -1);
    if (saved != null) {
      taken(NUMBER, saved);
      NumberFigures number = StageCodec.number(saved);
      clock.finish(number.chosen() + ", from the earlier run");
      return number;
    }
    int mark = log.mark();
    NumberFigures number = choose.get();
    clock.finish(number.text());
    keep(mark, NUMBER, key, StageCodec.of(number));
    return number;
  }

  /** The method's result, kept or computed. */
  MethodResult method(JobInputs inputs, WeightedGraph seen, Supplier<MethodResult> run) {
    StageKey key = keys.method(inputs, seen);
    SavedStage saved = find(METHOD, key);
    if (saved != null) {
      clock.start(METHOD, -1);
      taken(METHOD, saved);
      clock.finish("from the earlier run");
      return StageCodec.methodResult(
          saved, Catalogue.named(config.clusters().method()).figureTypes());
    }
    int mark = log.mark();
    MethodResult result = run.get();
    keep(mark, METHOD, key, StageCodec.of(result));
    return result;
  }

  /** The refined partition, kept or computed. */
  Refinement.Refined refinement(
      JobInputs inputs, WeightedGraph seen, int[] labels, Supplier<Refinement.Refined> run) {
    StageKey key = keys.refinement(inputs, seen, labels);
    SavedStage saved = find(REFINEMENT, key);
    clock.start(REFINEMENT, -1);
    if (saved != null) {
      taken(REFINEMENT, saved);
      clock.finish("from the earlier run");
      return StageCodec.refined(saved);
    }
    int mark = log.mark();
    Refinement.Refined refined = run.get();
    clock.finish(refined.figures().movedInAll() + " points moved");
    keep(mark, REFINEMENT, key, StageCodec.of(refined));
    return refined;
  }

  /**
   * A level of a coarsened graph after its moves, kept or computed.
   *
   * @param seen the coarse graph as the method saw it
   * @param points the inputs of the job
   * @param level its number, 0 is that of the points
   * @param start labels of its nodes before the moves
   */
  LevelRunner.Moved level(
      CoarseRun coarse,
      WeightedGraph seen,
      JobInputs points,
      int level,
      int[] start,
      Supplier<LevelRunner.Moved> run) {
    StageKey key = keys.level(coarse.inputs(), seen, points, start);
    String stage = LEVEL + level;
    SavedStage saved = store.find(stage, key, this::warnOfLevels);
    if (saved != null) {
      taken(stage, saved);
      clock.advance(-1, "level " + level + " from the earlier run");
      return StageCodec.moved(saved);
    }
    int mark = log.mark();
    LevelRunner.Moved moved = run.get();
    keep(mark, stage, key, StageCodec.of(moved));
    return moved;
  }

  /** The clusters that are found without pairs, kept or computed. */
  int[] unconstrained(JobInputs inputs, WeightedGraph graph, Supplier<int[]> run) {
    StageKey key = keys.unconstrained(inputs, graph);
    SavedStage saved = find(UNCONSTRAINED, key);
    if (saved != null) {
      clock.start(UNCONSTRAINED, -1);
      clock.finish("from the earlier run");
      return StageCodec.found(saved).labels();
    }
    clock.start("eigenvectors", -1);
    int[] labels = run.get();
    clock.finish("the clusters without pairs");
    keepUnconstrained(inputs, graph, labels);
    return labels;
  }

  /** Keeps the clusters of a run without pairs for {@link #unconstrained} of later ones. */
  void keepUnconstrained(JobInputs inputs, WeightedGraph graph, int[] labels) {
    StageKey key = keys.unconstrained(inputs, graph);
    keepBeside(UNCONSTRAINED, key, new Found(labels, Double.NaN));
  }

  /** A partition that a search finds without pairs, kept or found. */
  Found search(JobInputs inputs, WeightedGraph graph, Search search, Supplier<Found> run) {
    StageKey key = keys.search(inputs, graph, search);
    String stage = "search-" + search.name();
    SavedStage saved = find(stage, key);
    if (saved != null) {
      return StageCodec.found(saved);
    }
    Found found = run.get();
    keepBeside(stage, key, found);
    return found;
  }

  /** Keeps a partition that further runs may use; it is no stage of this one. */
  private void keepBeside(String stage, StageKey key, Found found) {
    store.save(stage, key, StageCodec.of(found), this::warnOfStore);
  }

  /** Notes that a stage is taken from an earlier run, with what it warned of. */
  private void taken(String stage, SavedStage saved) {
    saved.warnings().forEach(log::warning);
    records.add(StageCodec.record(stage, true, true, saved));
  }

  private @Nullable SavedStage find(String stage, StageKey key) {
    return store.find(stage, key, this::warnOfStore);
  }

  /**
   * Keeps a stage.
   *
   * @param mark of the log when the stage began: what was warned of since belongs to it
   */
  private void keep(int mark, String stage, StageKey key, SavedStage result) {
    List<String> own = log.since(mark).stream().filter(text -> !ofStore.contains(text)).toList();
    SavedStage all = result.warning(own);
    boolean kept = store.save(stage, key, all, this::warnOfStore);
    records.add(StageCodec.record(stage, false, kept, result));
  }

  /** Warns once per run when a stage cannot be saved. */
  private void warnOfStore(String message) {
    int mark = log.mark();
    log.warning(message);
    ofStore.addAll(log.since(mark));
  }

  /** Warns once per run: what is true of a level of an earlier run is true of the others. */
  private void warnOfLevels(String message) {
    if (!warnedOfLevels) {
      warnedOfLevels = true;
      warnOfStore(message);
    }
  }
}
