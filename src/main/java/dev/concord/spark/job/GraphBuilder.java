package dev.concord.spark.job;

import dev.concord.config.GraphConfig;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.CopiedGraph;
import dev.concord.graph.CopyGroups;
import dev.concord.graph.GivenWeights;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.GivenRows;
import dev.concord.graph.weights.KernelType;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.spark.base.BaseFacts;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.ListKeeping;
import dev.concord.spark.base.ListSearch;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.BlockGraphBuilder;
import dev.concord.spark.graph.DistinctPoints;
import dev.concord.spark.graph.ExecutorNeighbors;
import dev.concord.spark.graph.GivenBlocks;
import dev.concord.spark.graph.NeighborTable;
import dev.concord.spark.graph.PointCopies;
import dev.concord.spark.graph.SearchFigures;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.EdgeInput;
import dev.concord.spark.input.pairs.EdgeTable;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.Scalings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/** From inputs to the similarity graph: scaling, neighbour search, weights, components. */
public final class GraphBuilder {
  /** Components that the output names, the largest first. */
  private static final int COMPONENTS_NAMED = 20;

  private final JavaSparkContext context;
  private final GraphConfig config;
  private final Seeds seeds;
  private final StageClock clock;
  private final int blockRows;
  private final int clusters;
  private double @Nullable [] pointWeights;
  private @Nullable RecallEstimate recall;
  private @Nullable Integer constantFeatures;
  private GraphFigures.@Nullable Scaling scaling;
  private GraphFigures.@Nullable Reduced reduction;
  private @Nullable Integer distinctPoints;
  private SearchFigures search = SearchFigures.NONE;
  private ListKeeping keeping = ListKeeping.NONE;
  private @Nullable ListedContents kept;

  /**
   * A builder.
   *
   * @param blockRows rows of a block when edges are to stay on the executors, else 0
   * @param clusters wanted: a graph of more components is connected, see {@link GraphConnection}
   */
  public GraphBuilder(
      JavaSparkContext context,
      GraphConfig config,
      Seeds seeds,
      StageClock clock,
      int blockRows,
      int clusters) {
    this.context = context;
    this.config = config;
    this.seeds = seeds;
    this.clock = clock;
    this.blockRows = blockRows;
    this.clusters = clusters;
  }

  /** The same builder, which keeps neighbour lists or brings them up to date. */
  public GraphBuilder keeping(ListKeeping lists) {
    keeping = lists;
    return this;
  }

  /**
   * The same builder, whose edges count the weights of their points.
   *
   * @throws InputException when the plan leaves the edges on the executors
   */
  public GraphBuilder weighing(double[] weights) {
    if (blockRows > 0) {
      throw new InputException(
          "clusters.weigh = points needs the edges of the graph on the driver, but the plan leaves"
              + " them on the executors; set plan.operator = distributed, give the driver more"
              + " memory, or set clusters.weigh = sizes.");
    }
    pointWeights = weights;
    return this;
  }

  public BuiltGraph build(JobInputs inputs) {
    GraphConnection.Result result =
        inputs.features() == null
            ? GraphConnection.unchanged(fromEdges(inputs))
            : fromFeatures(inputs.features(), inputs.ids());
    WeightedGraph graph =
        pointWeights == null
            ? result.graph()
            : SimilarityGraph.local(result.graph()).weighing(pointWeights);
    Components components = result.components();
    GraphFigures.Joined joined = result.joined();
    GraphFigures figures =
        new GraphFigures(
            inputs.features() == null ? null : Integer.valueOf(config.neighbors()),
            constantFeatures,
            scaling,
            reduction,
            distinctPoints,
            search,
            graph.edges(),
            components.count(),
            components.isolated(),
            joined,
            named(components, inputs.ids()),
            graph.figures());
    clock.finish(
        graph.edges()
            + " edges, "
            + components.count()
            + (components.count() == 1 ? " component" : " components")
            + (components.isolated() > 0 ? ", " + components.isolated() + " isolated" : "")
            + (joined == null ? "" : ", " + joined.text()));
    return new BuiltGraph(graph, components, figures, recall, kept);
  }

  /** The largest components: how many points each has, and the first id in it. */
  private static List<GraphFigures.Component> named(Components components, IdTable ids) {
    int shown = Math.min(COMPONENTS_NAMED, components.count());
    int[] first = new int[shown];
    Arrays.fill(first, -1);
    int[] componentOf = components.componentOf();
    for (int i = 0; i < componentOf.length; i++) {
      if (componentOf[i] < shown && first[componentOf[i]] < 0) {
        first[componentOf[i]] = i;
      }
    }
    return IntStream.range(0, shown)
        .mapToObj(c -> new GraphFigures.Component(components.sizes()[c], ids.id(first[c])))
        .toList();
  }

  private WeightedGraph fromEdges(JobInputs inputs) {
    clock.start("graph", -1);
    if (blockRows == 0) {
      return given(inputs);
    }
    EdgeInput edges = Objects.requireNonNull(inputs.edges());
    EdgeInput.Entries entries = edges.entries(context, blockRows);
    BlockGraph graph =
        new GivenBlocks(context, blockRows, edges.unit())
            .build(inputs.size(), entries.entries(), entries.release(), inputs.ids()::name);
    edges.release();
    return graph;
  }

  /** The graph that was given as edges. */
  public SimilarityGraph given(JobInputs inputs) {
    EdgeTable edges = Objects.requireNonNull(inputs.edges()).onDriver();
    return SimilarityGraph.given(
        inputs.size(), edges.source(), edges.target(), edges.weight(), inputs.ids()::name);
  }

  private GraphConnection.Result fromFeatures(FeatureTable features, IdTable ids) {
    Scalings.requireBandwidth(config, features);
    decideScaling(features);
    decideReduction(features);
    PointCopies copies = new PointCopies(context, clock, config.neighbors());
    CopyGroups groups =
        copies.find(features.panels(), features.n(), features::fingerprints, blockRows > 0);
    JavaRDD<FeaturePanel> scaled = scale(features, ids);
    Projection projection = Scalings.projection(config, features);
    int dim = projection == null ? features.dim() : projection.count();
    long memory = projection == null ? features.bytes() : (long) Float.BYTES * features.n() * dim;
    int rows = features.panelRows();
    if (groups == null) {
      GraphConnection.Result found;
      try {
        int k = config.neighbors();
        ListSearch.Points all = new ListSearch.Points(scaled, features.n(), dim, rows, memory, k);
        found = searched(all, features::fingerprints, copies);
      } finally {
        if (scaled != features.panels()) {
          scaled.unpersist(false);
        }
      }
      return found == null ? anew(features, ids) : found;
    }
    distinctPoints = groups.distinct();
    int k = copies.neighbors(groups.distinct());
    JavaRDD<FeaturePanel> distinct = DistinctPoints.panels(context, scaled, groups, rows);
    GraphConnection.Result found;
    try {
      long bytes = distinct.map(FeaturePanel::memory).reduce(Long::sum);
      ListSearch.Points some =
          new ListSearch.Points(distinct, groups.distinct(), dim, rows, bytes, k);
      found = searched(some, () -> groups.ofDistinct(features.fingerprints()), copies);
    } finally {
      distinct.unpersist(false);
      if (scaled != features.panels()) {
        scaled.unpersist(false);
      }
    }
    if (found == null) {
      return anew(features, ids);
    }
    SimilarityGraph all = CopiedGraph.of(SimilarityGraph.local(found.graph()), groups);
    return new GraphConnection.Result(all, Components.of(all.weights()), found.joined());
  }

  /** A full run, where the lists of an earlier one are of no use: it fits its own scaling. */
  private GraphConnection.Result anew(FeatureTable features, IdTable ids) {
    features.fit(null);
    return fromFeatures(features, ids);
  }

  /** The graph of the lists; null when those of an earlier run are of no use. */
  private GraphConnection.@Nullable Result searched(
      ListSearch.Points points, Supplier<long[]> fingerprints, PointCopies copies) {
    ListSearch.Found found =
        new ListSearch(context, config, seeds, clock, blockRows > 0, keeping)
            .find(points, fingerprints);
    if (found == null) {
      return null;
    }
    recall = found.recall();
    search = found.figures();
    kept = found.kept();
    NeighborTable lists = found.table();
    clock.start("graph", -1);
    GraphConnection connection = new GraphConnection(context, config, clusters, clock.listener());
    GraphConnection.Result result;
    if (lists instanceof ExecutorNeighbors remote) {
      result =
          connection.onExecutors(new BlockGraphBuilder(context, config, blockRows).build(remote));
    } else {
      SimilarityGraph graph =
          EdgeWeights.graph(
              lists.onDriver(),
              config.kernel(),
              config.bandwidth(),
              config.symmetrize(),
              config.overlap());
      result = connection.connected(graph, points.panels(), points.dim());
    }
    copies.warnOfNearCopies(result.graph().scales(), points.panels());
    return result;
  }

  private void decideScaling(FeatureTable features) {
    if (config.scaleFeatures() == FeatureScaling.AUTO) {
      clock.start("scaling", -1);
      ScalingChoice choice = Scalings.choice(config, features);
      BaseRun base = keeping.base();
      BaseFacts.Decision earlier = base == null ? null : base.decision();
      scaling =
          choice == null && earlier != null
              ? new GraphFigures.Scaling(earlier.applied(), earlier.reason(), earlier.factor())
              : GraphFigures.Scaling.of(Objects.requireNonNull(choice));
      clock.finish("features " + scaling.text());
    }
  }

  private void decideReduction(FeatureTable features) {
    if (Scalings.mayReduce(config, features)) {
      clock.start("reduction", -1);
      Projection projection = Scalings.projection(config, features);
      reduction = projection == null ? null : GraphFigures.Reduced.of(projection);
      clock.finish(
          features.dim()
              + " features "
              + (reduction == null ? "as they are" : "to " + reduction.text()));
    }
  }

  /** Writes table graph in the unit of the given edges, wherever they are. */
  public static void writeGraph(IdTable ids, WeightedGraph graph, OutputFolder output) {
    int unit = graph.figures().exponent();
    if (graph instanceof BlockGraph blocks) {
      output.writeGraph(
          ids, blocks.blocks().map(block -> new GivenRows(block, null).divided(-unit).weights()));
    } else {
      CsrMatrix weights = ((SimilarityGraph) graph).weights();
      double[] val = unit == 0 ? weights.val() : weights.val().clone();
      GivenWeights.divide(val, -unit);
      output.writeGraph(ids, new CsrMatrix(weights.rows(), weights.rowPtr(), weights.col(), val));
    }
  }

  /**
   * The features as the graph is built from them, on the driver, row by row.
   *
   * @param most of more columns so many principal components are taken in their place
   */
  public double[] features(JobInputs inputs, int most) {
    FeatureTable features = inputs.features();
    if (features == null) {
      throw new InputException(
          "The method needs input.features, but input.edges was given; name a feature table, or"
              + " choose another clusters.method.");
    }
    JavaRDD<FeaturePanel> scaled = scale(features, inputs.ids());
    Projection projection = Scalings.projection(config, features);
    int dim = projection == null ? features.dim() : projection.count();
    Projection leading =
        dim > most ? Scalings.leading(context, scaled, features.n(), dim, most) : null;
    JavaRDD<FeaturePanel> wanted = leading == null ? scaled : scaled.map(leading::apply);
    double[] row = new double[leading == null ? dim : leading.count()];
    double[] values = new double[Math.multiplyExact(features.n(), row.length)];
    for (FeaturePanel panel : wanted.collect()) {
      for (int r = 0; r < panel.rows(); r++) {
        panel.copyRow(r, row);
        System.arraycopy(row, 0, values, (panel.firstRow() + r) * row.length, row.length);
      }
    }
    if (scaled != features.panels()) {
      scaled.unpersist(false);
    }
    return values;
  }

  /** Some points with their scaled features, as one panel on the driver; {@code rows} ascending. */
  public FeaturePanel sampled(JobInputs inputs, int[] rows) {
    FeatureTable features = Objects.requireNonNull(inputs.features());
    JavaRDD<FeaturePanel> scaled = scale(features, inputs.ids());
    List<FeaturePanel> parts = scaled.map(panel -> picked(panel, rows)).collect();
    if (scaled != features.panels()) {
      scaled.unpersist(false);
    }
    int[] part = new int[rows.length];
    int[] row = new int[rows.length];
    int at = 0;
    for (int p = 0; p < parts.size(); p++) {
      for (int r = 0; r < parts.get(p).rows(); r++) {
        part[at] = p;
        row[at++] = r;
      }
    }
    return FeaturePanel.gather(0, 0, parts, part, row);
  }

  private static FeaturePanel picked(FeaturePanel panel, int[] rows) {
    int[] own =
        Arrays.stream(rows)
            .map(row -> row - panel.firstRow())
            .filter(row -> row >= 0 && row < panel.rows())
            .toArray();
    return FeaturePanel.gather(panel.index(), 0, List.of(panel), new int[own.length], own);
  }

  private JavaRDD<FeaturePanel> scale(FeatureTable features, IdTable ids) {
    FeatureScaler scaler = Scalings.of(config, features);
    FeatureScaling kind = scaler.scaling();
    boolean cosine = config.kernel() == KernelType.COSINE;
    Projection projection = Scalings.projection(config, features);
    if (kind == FeatureScaling.NONE && !cosine && projection == null) {
      return features.panels();
    }
    JavaRDD<FeaturePanel> panels = features.panels();
    if (kind != FeatureScaling.NONE && kind != FeatureScaling.UNIT) {
      checkConstant(scaler, features.dim());
      panels = panels.map(scaler::apply);
    }
    if (kind == FeatureScaling.UNIT || cosine) {
      FeatureScaler unit = FeatureScaler.plain(FeatureScaling.UNIT);
      if (cosine) {
        panels.foreach(panel -> FeatureScaler.requireDirections(panel, ids::name));
      }
      panels = panels.map(unit::apply);
    }
    if (projection != null) {
      panels = panels.map(projection::apply);
    }
    return panels.persist(StorageLevel.MEMORY_AND_DISK());
  }

  private void checkConstant(FeatureScaler scaler, int dim) {
    int constant = scaler.droppedColumns().length;
    constantFeatures = constant;
    // In lower case as the key has it; with auto some column varies.
    String word = config.scaleFeatures().name().toLowerCase(Locale.ROOT);
    if (constant == dim) {
      throw new InputException(
          ("input.features: every feature is constant, as far as double precision tells, so"
                  + " graph.scale-features = %s leaves nothing to compare; check the table or the"
                  + " columns, and multiply values near 0 by a constant.")
              .formatted(word));
    }
    if (constant > 0 && config.scaleFeatures() != FeatureScaling.AUTO) {
      clock
          .listener()
          .warning(
              "%s of %s features are constant and were dropped by graph.scale-features = %s."
                  .formatted(constant, dim, word));
    }
  }
}
