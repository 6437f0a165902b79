package dev.concord.spark.plan;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.error.InputException;
import dev.concord.graph.NeighborAssembly;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.EigenvectorMethod;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.NumberChoice;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.graph.BlockSpectrum;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.EdgeInput;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Makes the plan from what is known: the shape of the features first, all inputs later. */
public final class PlanMaker {
  /** Values of a sparse vector that a plan made before reading expects at least. */
  private static final int SPARSE_VALUES = 64;

  /** Edges for each listed neighbour, as images and mixtures have them. */
  private static final double UNION_SHARE = 0.8;

  private static final double MUTUAL_SHARE = 0.5;

  /** Nodes of a coarse graph for each cluster, at least. */
  public static final long COARSE_NODES_A_CLUSTER = 20;

  private final ConcordConfig config;
  private final Method method;
  private final MethodOptions options;
  private final JobPurpose purpose;
  private final Capacity capacity;

  public PlanMaker(
      SparkSession spark,
      ConcordConfig config,
      Method method,
      MethodOptions options,
      JobPurpose purpose) {
    this(JavaSparkContext.fromSparkContext(spark.sparkContext()), config, method, options, purpose);
  }

  public PlanMaker(
      JavaSparkContext context,
      ConcordConfig config,
      Method method,
      MethodOptions options,
      JobPurpose purpose) {
    this.config = config;
    this.method = method;
    this.options = options;
    this.purpose = purpose;
    capacity = Capacity.of(context, config.plan());
  }

  /** The plan for n points of {@code dim} features, before they are laid out. */
  public Plan forFeatures(int n, int dim) {
    int k = config.graph().neighbors();
    return plan(
        n, k, entries(n, k), 0, 8L * n, search(config.graph(), n, dim, unreadBytes(n, dim), 0));
  }

  /** The plan with everything read. */
  public Plan forInputs(JobInputs inputs) {
    return forInputs(inputs.points(), inputs.constraints().size());
  }

  /** The plan for these points and so many constraints. */
  public Plan forInputs(InputReading.Points points, long pairs) {
    int n = points.ids().size();
    long ids = points.ids().bytes();
    FeatureTable features = points.features();
    if (features != null) {
      int k = config.graph().neighbors();
      SearchPlan search =
          search(resolved(features), n, features.dim(), features.bytes(), components(features));
      return plan(n, k, entries(n, k), pairs, ids, search);
    }
    EdgeInput edges = java.util.Objects.requireNonNull(points.edges());
    return plan(n, 0, 2L * edges.rows(), pairs, ids, SearchPlan.NONE);
  }

  /**
   * Bytes of features that have not been read yet. Vectors may be sparse, so only some of their
   * values are counted on.
   */
  private long unreadBytes(int n, int dim) {
    FeaturesConfig features = java.util.Objects.requireNonNull(config.input().features());
    String format = features.table().format();
    if (format.equalsIgnoreCase("idx")) {
      return (long) n * dim;
    }
    boolean vectors = format.equalsIgnoreCase("libsvm") || features.vector() != null;
    return (long) Double.BYTES * n * (vectors ? Math.min(dim, SPARSE_VALUES) : dim);
  }

  /** The graph's settings as they apply to features that have been read. */
  private GraphConfig resolved(FeatureTable features) {
    GraphConfig graph = config.graph();
    if (features.fitted() != null) {
      return graph.scaled(Scalings.of(graph, features).scaling());
    }
    // Values of an earlier run's table are not read for the plan: their graph is kept, too.
    boolean asks =
        graph.scaleFeatures() == FeatureScaling.AUTO && graph.kernel() != KernelType.COSINE;
    return asks && features.isRead() ? graph.scaled(features.scaling().scaler().scaling()) : graph;
  }

  /** Principal components that stand for the features, 0 where they do not, or are not read. */
  private int components(FeatureTable features) {
    Projection projection =
        features.isRead() ? Scalings.projection(config.graph(), features) : null;
    return projection == null ? 0 : projection.count();
  }

  private SearchPlan search(GraphConfig graph, int n, int dim, long bytes, int components) {
    return SearchPlan.of(
        graph,
        new SearchPlan.Table(n, dim, bytes, components, config.plan().panelRows()),
        capacity.cores(),
        capacity.executors());
  }

  /** Entries of the graph: many pairs list each other, and then are one edge. */
  private long entries(int n, int k) {
    boolean mutual = config.graph().symmetrize() == Symmetrization.MUTUAL;
    return (long) ((mutual ? MUTUAL_SHARE : UNION_SHARE) * 2.0 * n * k);
  }

  private Plan plan(
      int n, int neighbors, long entries, long pairs, long idBytes, SearchPlan search) {
    int clusters = config.clusters().number().most(n);
    int columns = Math.max(clusters, config.clusters().eigenvectors());
    Plan plan =
        Plan.of(
            new JobSize(
                n,
                neighbors,
                entries,
                pairs,
                idBytes,
                kept(n, neighbors),
                purpose.clusters() ? methodBytes(n, entries) : 0L,
                purpose.clusters() ? methodBytes(method, n, 0, options) : 0L,
                purpose.clusters() && !method.findsCount() ? columns : 0,
                purpose.clusters() && clusters <= Doubt.MOST_CLUSTERS ? clusters : 0,
                config.output().membership().isShown() || config.clusters().outliers() > 0.0,
                edgesFor(),
                new JobSize.Coarse(
                    purpose.clusters() ? config.plan().coarseNodes() : 0,
                    coarseBarredBy(),
                    fineVectors(n, clusters),
                    nodes -> methodBytes((int) nodes, PlanStages.COARSE_ENTRIES * nodes)),
                search,
                config.plan().operator(),
                config.plan().blockRows(),
                capacity));
    if (plan.coarseNodes() > 0
        && plan.edgesFor().isEmpty()
        && plan.coarseNodes() < COARSE_NODES_A_CLUSTER * clusters) {
      throw new InputException(
          ("clusters.count is %s, but the plan coarsens the graph to %s nodes, and %s nodes a"
                  + " cluster are needed; set plan.coarse-nodes to at least %s, or give the"
                  + " driver the memory that --dry-run names with plan.coarse-nodes = none.")
              .formatted(
                  clusters,
                  plan.coarseNodes(),
                  COARSE_NODES_A_CLUSTER,
                  COARSE_NODES_A_CLUSTER * clusters));
    }
    method.checkSize(plan.coarseNodes() > 0 ? plan.coarseNodes() : n, clusters, options);
    if (neighbors > 0 && plan.operator() != OperatorPlacement.DISTRIBUTED_EDGES) {
      NeighborAssembly.checkSize(n, neighbors);
    }
    return plan;
  }

  /** Vectors of the points that a coarsened job has on the executors, 0 for none. */
  private int fineVectors(int n, int clusters) {
    return method instanceof EigenvectorMethod spectral && !config.clusters().propagate()
        ? BlockSpectrum.width(spectral.eigenvectors(n, clusters, options))
        : 0;
  }

  /** Whether neighbour lists are kept for the next run, or those of an earlier one are used. */
  private boolean continues() {
    return purpose.clusters() && (config.output().base() || config.clusters().base() != null);
  }

  /** Lists have half as many spare entries. */
  private JobSize.Kept kept(long n, long neighbors) {
    long width = neighbors + Math.max(4, neighbors / 2);
    return continues()
        ? JobSize.Kept.of(n, width, config.clusters().base() != null)
        : JobSize.Kept.NONE;
  }

  /**
   * The setting that needs single edges on the driver, and how to change it; empty when nothing
   * does.
   */
  private String edgesFor() {
    String whole = wholeGraphFor();
    if (!whole.isEmpty()) {
      return whole;
    }
    if (purpose == JobPurpose.GRAPH) {
      return "";
    }
    if (purpose == JobPurpose.SUGGESTIONS) {
      return "the command suggest (run it on a sample of the points)";
    }
    if (config.clusters().refine().applies()) {
      return "clusters.refine = cosc (set it to none)";
    }
    if (config.clusters().propagate()) {
      return "clusters.propagate = true (set it to false)";
    }
    if (method.needsEdges(options)) {
      return "clusters.method = %s (take one of %s)"
          .formatted(method.info().name(), String.join(", ", withoutEdges()));
    }
    return "";
  }

  /** The setting that only a graph on the driver takes; empty when there is none. */
  private String wholeGraphFor() {
    if (config.clusters().weighs()) {
      return "clusters.weigh = points (leave it out)";
    }
    if (config.input().exclusive() != null && config.input().edges() != null) {
      return "input.exclusive, whose records are joined to those of input.edges (leave it out)";
    }
    EdgesConfig given = config.input().edges();
    if (given != null && given.nodes() != null) {
      return "input.nodes, whose points are joined to those of input.edges (leave it out)";
    }
    return "";
  }

  /**
   * The setting that needs the edges of the points, so that a coarse graph does not serve it, and
   * how to change it; empty when nothing does.
   */
  private String coarseBarredBy() {
    String whole = wholeGraphFor();
    if (!whole.isEmpty()) {
      return whole;
    }
    ClustersConfig clusters = config.clusters();
    if (purpose == JobPurpose.SUGGESTIONS) {
      return "the command suggest (run it on a sample of the points)";
    }
    if (config.input().sideEdges() != null && method.usesSideGraph()) {
      return "input.side-edges (leave it out)";
    }
    if (!clusters.split().isEmpty()) {
      return "clusters.split (cluster all points)";
    }
    if (clusters.number().isChosen()) {
      return "clusters.count = " + clusters.number() + " (give one number)";
    }
    if (clusters.sizes() != null && clusters.sizes().perCluster()) {
      return "clusters.sizes with bounds of single clusters (give bounds for all)";
    }
    if (method.needsFeatures() || method.takesScores()) {
      return "clusters.method = " + method.info().name() + " (take another one)";
    }
    return "";
  }

  /** Methods that do with degrees and products. */
  private static List<String> withoutEdges() {
    return Catalogue.all().stream()
        .map(MethodInfo::name)
        .filter(name -> !Catalogue.named(name).needsEdges(new MethodOptions(name, Map.of())))
        .toList();
  }

  /**
   * Bytes that the method holds, or the refinement or the step that holds sizes within bounds after
   * it, whichever is most: one follows the other.
   */
  private long methodBytes(int n, long entries) {
    boolean finds = method.findsCount();
    ClustersConfig.Count number = config.clusters().number();
    long choosing = number.isChosen() && !finds ? NumberChoice.driverBytes(n, number.most(n)) : 0L;
    long bytes = Math.max(choosing, methodBytes(method, n, entries, options));
    if (!config.clusters().refine().applies() || finds) {
      return bytes;
    }
    MethodOptions refining = MethodOptions.of("cosc", config.method());
    return Math.max(bytes, methodBytes(Catalogue.named("cosc"), n, entries, refining));
  }

  private long methodBytes(Method one, int n, long entries, MethodOptions with) {
    long sizing =
        config.clusters().sizes() == null ? 0L : 32L * n * config.clusters().number().most(n);
    return Math.max(
        sizing,
        one.driverBytes(n, config.clusters().number().most(n), with)
            + 12L * entries * one.extraMatrices());
  }
}
