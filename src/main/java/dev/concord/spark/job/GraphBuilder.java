package dev.concord.spark.job;

import dev.concord.config.GraphConfig;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.neighbors.RecallEstimate;
import dev.concord.graph.nndescent.SearchSize;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.linalg.Seeds;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.BlockGraphBuilder;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.input.edges.EdgeTable;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.neighbors.ExactNeighborSearch;
import dev.concord.spark.neighbors.ExecutorNeighbors;
import dev.concord.spark.neighbors.NeighborTable;
import dev.concord.spark.neighbors.SearchChoice;
import dev.concord.spark.neighbors.SearchFigures;
import dev.concord.spark.neighbors.ivf.ApproximateNeighborSearch;
import dev.concord.spark.neighbors.ivf.SearchFacts;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.progress.StageClock;
import dev.concord.spark.progress.TaskCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private @Nullable RecallEstimate recall;
  private @Nullable Integer constantFeatures;
  private SearchFigures search = SearchFigures.NONE;

  /**
   * A builder.
   *
   * @param blockRows rows of a block when edges are to stay on the executors, else 0
   */
  public GraphBuilder(
      JavaSparkContext context, GraphConfig config, Seeds seeds, StageClock clock, int blockRows) {
    this.context = context;
    this.config = config;
    this.seeds = seeds;
    this.clock = clock;
    this.blockRows = blockRows;
  }

  public BuiltGraph build(JobInputs inputs) {
    WeightedGraph graph =
        inputs.features() == null ? fromEdges(inputs) : fromFeatures(inputs.features(), inputs);
    Components components =
        graph instanceof BlockGraph blocks
            ? blocks.components()
            : Components.of(((SimilarityGraph) graph).weights());
    GraphFigures figures =
        new GraphFigures(
            inputs.features() == null ? null : Integer.valueOf(config.neighbors()),
            constantFeatures,
            search,
            graph.edges(),
            components.count(),
            components.isolated(),
            named(components, inputs.ids()),
            graph.figures());
    clock.finish(
        graph.edges()
            + " edges, "
            + components.count()
            + (components.count() == 1 ? " component" : " components")
            + (components.isolated() > 0 ? ", " + components.isolated() + " isolated" : ""));
    return new BuiltGraph(graph, components, figures, recall);
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
    List<GraphFigures.Component> named = new ArrayList<>();
    for (int c = 0; c < shown; c++) {
      named.add(new GraphFigures.Component(components.sizes()[c], ids.id(first[c])));
    }
    return named;
  }

  private SimilarityGraph fromEdges(JobInputs inputs) {
    clock.start("graph", -1);
    return given(inputs);
  }

  /** The graph that was given as edges. */
  SimilarityGraph given(JobInputs inputs) {
    EdgeTable edges = java.util.Objects.requireNonNull(inputs.edges());
    return SimilarityGraph.fromEdges(
        inputs.size(), edges.source(), edges.target(), edges.weight(), inputs.ids()::name);
  }

  private WeightedGraph fromFeatures(FeatureTable features, JobInputs inputs) {
    JavaRDD<FeaturePanel> scaled = scale(features, inputs.ids());
    NeighborTable lists;
    try {
      lists = neighbors(features, scaled, inputs.panels());
    } finally {
      if (scaled != features.panels()) {
        scaled.unpersist(false);
      }
    }
    clock.start("graph", -1);
    return lists instanceof ExecutorNeighbors remote
        ? new BlockGraphBuilder(context, config, blockRows).build(remote)
        : EdgeWeights.graph(
            lists.onDriver(), config.kernel(), config.bandwidth(), config.symmetrize());
  }

  /** Writes table graph, wherever the edges are. */
  static void writeGraph(IdTable ids, WeightedGraph graph, OutputFolder output) {
    if (graph instanceof BlockGraph blocks) {
      output.writeGraph(ids, blocks.blocks());
    } else {
      output.writeGraph(ids, ((SimilarityGraph) graph).weights());
    }
  }

  private NeighborTable neighbors(FeatureTable features, JavaRDD<FeaturePanel> scaled, int panels) {
    SearchSize size = SearchSize.of(features.n(), features.dim(), features.bytes());
    if (SearchChoice.isApproximate(config, size)) {
      ApproximateNeighborSearch.Result found =
          new ApproximateNeighborSearch(context, scaled, size, seeds, clock, blockRows > 0)
              .search(config.neighbors(), config.recall());
      if (found != null) {
        recall = found.recall();
        search = SearchFacts.of(found);
        clock.finish(SearchFacts.summary(config.neighbors(), found));
        return found.table();
      }
      clock
          .listener()
          .warning(
              "The exact search is used: it takes less than an approximate one with graph.recall"
                  + " = "
                  + config.recall()
                  + " on this data.");
    }
    return exact(features, scaled, panels);
  }

  private NeighborTable exact(FeatureTable features, JavaRDD<FeaturePanel> scaled, int panels) {
    clock.start("search", ExactNeighborSearch.tasks(panels));
    ExactNeighborSearch.Result found;
    try (TaskCounter counter =
        new TaskCounter(
            context.sc(), clock.listener(), clock.current(), ExactNeighborSearch.tasks(panels))) {
      counter.watch();
      ExactNeighborSearch exact =
          new ExactNeighborSearch(context, scaled, panels, features.panelRows(), features.n());
      int k = config.neighbors();
      found = blockRows > 0 ? exact.searchOnExecutors(k) : exact.search(k);
    }
    search = SearchFigures.exact(found.scannedRows());
    clock.finish(
        config.neighbors()
            + " exact neighbours a point"
            + (found.scannedRows() > 0
                ? ", " + found.scannedRows() + " rows with many equal distances scanned in full"
                : ""));
    return found.table();
  }

  /** The scaled features on the driver, row by row. */
  public double[] features(JobInputs inputs) {
    FeatureTable features = inputs.features();
    if (features == null) {
      throw new InputException(
          "The method needs input.features, but input.edges was given; name a feature table, or"
              + " choose another clusters.method.");
    }
    double[] values = new double[Math.multiplyExact(features.n(), features.dim())];
    double[] row = new double[features.dim()];
    for (FeaturePanel panel : scale(features, inputs.ids()).collect()) {
      for (int r = 0; r < panel.rows(); r++) {
        panel.copyRow(r, row);
        System.arraycopy(row, 0, values, (panel.firstRow() + r) * row.length, row.length);
      }
    }
    return values;
  }

  /** Some points with their scaled features, as one panel on the driver; {@code rows} ascending. */
  FeaturePanel sampled(JobInputs inputs, int[] rows) {
    FeatureTable features = java.util.Objects.requireNonNull(inputs.features());
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
    FeatureScaling scaling = config.scaleFeatures();
    boolean cosine = config.kernel() == KernelType.COSINE;
    if (scaling == FeatureScaling.NONE && !cosine) {
      return features.panels();
    }
    JavaRDD<FeaturePanel> panels = features.panels();
    if (scaling == FeatureScaling.STANDARD) {
      FeatureScaler scaler =
          FeatureScaler.of(scaling, ExactNeighborSearch.columnStats(features.panels()));
      int[] constant = scaler.droppedColumns();
      constantFeatures = constant.length;
      if (constant.length == features.dim()) {
        throw new InputException(
            "input.features: every feature is constant, so graph.scale-features = standard leaves"
                + " nothing to compare; check the table or the columns.");
      }
      if (constant.length > 0) {
        clock
            .listener()
            .warning(
                constant.length
                    + " of "
                    + features.dim()
                    + " features are constant and were dropped by graph.scale-features ="
                    + " standard.");
      }
      panels = panels.map(scaler::apply);
    }
    if (scaling == FeatureScaling.UNIT || cosine) {
      FeatureScaler unit = FeatureScaler.plain(FeatureScaling.UNIT);
      if (cosine) {
        panels.foreach(panel -> FeatureScaler.requireDirections(panel, ids::name));
      }
      panels = panels.map(unit::apply);
    }
    return panels.persist(StorageLevel.MEMORY_AND_DISK());
  }
}
