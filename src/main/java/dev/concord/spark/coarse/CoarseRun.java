package dev.concord.spark.coarse;

import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.EarlierRun;
import dev.concord.method.EigenvectorMethod;
import dev.concord.method.MethodResult;
import dev.concord.method.pipeline.Clustering;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.KMeansRounding;
import dev.concord.spark.input.pairs.DeclinedPairs;
import dev.concord.spark.plan.JobInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * A clustering job on the nodes of a coarse graph in the place of the points: any method, its
 * refinement and the bounds of sizes run on it on the driver, and the partition is taken back to
 * the points on the executors.
 *
 * <p>Equal for any executors, partitions and blocks.
 */
public final class CoarseRun implements AutoCloseable {
  private final CoarseLevels coarsening;
  private final CoarseKnowledge known;
  private final Clustering.Knowledge ofNodes;
  private final SimilarityGraph graph;
  private final Components components;
  private final JobInputs inputs;
  private final @Nullable EarlierRun start;
  private @Nullable CoarseFigures figures;

  private CoarseRun(CoarseLevels coarsening, CoarseKnowledge known, @Nullable EarlierRun ofPoints) {
    this.coarsening = coarsening;
    this.known = known;
    start = ofPoints == null ? null : new EarlierRun(coarsening.earlier(), ofPoints.figures());
    graph = coarsening.graph();
    components = Components.of(graph.weights());
    ofNodes = known.ofNodes(coarsening);
    inputs = nodes(ofNodes, graph.size());
  }

  /**
   * Coarsens the graph of a job.
   *
   * @param sizes bounds on the sizes of clusters, or null
   * @param start a run to start from, of whose clusters no node has points of two; or null
   * @param nodes the coarse graph has at most
   * @param clusters k
   * @throws dev.concord.error.MemoryException when it stays larger
   */
  public static CoarseRun of(
      JavaSparkContext context,
      BlockGraph graph,
      JobInputs inputs,
      @Nullable SizeLimits sizes,
      @Nullable EarlierRun start,
      int nodes,
      int clusters,
      StageClock clock) {
    CoarseKnowledge known = CoarseKnowledge.of(inputs, sizes, clusters);
    int[] earlier = start == null ? new int[0] : start.labels();
    int[] groups = start == null ? new int[0] : start.groups();
    CoarseLevels coarsening =
        CoarseLevels.of(context, graph, known.tags(), earlier, groups, nodes, clusters, clock);
    try {
      return new CoarseRun(coarsening, known, start);
    } catch (RuntimeException e) {
      coarsening.close();
      throw e;
    }
  }

  private static JobInputs nodes(Clustering.Knowledge known, int nodes) {
    PairConstraints pairs = known.pairs();
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    CannotLinkGraph apart = CannotLinkGraph.of(pairs, closure);
    SizeLimits limits = known.sizes();
    return new JobInputs(
        IdTable.rowNumbers(nodes),
        null,
        null,
        pairs,
        DeclinedPairs.NONE,
        ConstraintDiagnosis.of(pairs, 0),
        closure,
        ImpliedPairs.of(pairs, closure, apart),
        known.labels(),
        null,
        null,
        limits == null ? null : limits.weight(),
        Map.of(),
        Map.of());
  }

  /** The coarse graph, on the driver. */
  public SimilarityGraph graph() {
    return graph;
  }

  public Components components() {
    return components;
  }

  /** The node of each point. 4 bytes a point. */
  public int[] nodeOf() {
    return coarsening.nodeOf();
  }

  /** The earlier run for the nodes, or null. */
  public @Nullable EarlierRun start() {
    return start;
  }

  /** What is known of the nodes. */
  public Clustering.Knowledge knowledge() {
    return ofNodes;
  }

  /** The nodes as the points of a job without features. */
  public JobInputs inputs() {
    return inputs;
  }

  /**
   * Runs a spectral method with eigenvectors of the points in the place of those of the nodes.
   *
   * @param points graph of the points
   * @param steps keeps results and has the services of the nodes
   * @param rounding k-means
   */
  public FineRunner fine(
      JavaSparkContext context,
      BlockGraph points,
      EigenvectorMethod method,
      Clustering.Settings settings,
      Clustering.Runner steps,
      KMeansRounding rounding) {
    return new FineRunner(
        new FineVectors(context, points, coarsening, method, settings, rounding),
        known.pairs(),
        coarsening.nodeOf(),
        settings.clusters(),
        graph,
        steps);
  }

  /** The outcome of a method that has found a partition of the points by itself. */
  public Clustering.Outcome ofPoints(MethodResult found) {
    figures = new CoarseFigures(graph.size(), graph.edges(), largest(), List.of());
    return new Clustering.Outcome(found, found.labels(), null, null, 0);
  }

  private int largest() {
    return Arrays.stream(coarsening.points()).max().orElse(0);
  }

  /**
   * The outcome of a method on the nodes, as one of the points.
   *
   * @param clusters k
   * @param voting whether the other partitions of the method are wanted, which vote on confidences:
   *     4 bytes a point and partition
   * @param runner makes the moves of the levels
   */
  public Clustering.Outcome lifted(
      Clustering.Outcome found, int clusters, boolean voting, LevelRunner runner) {
    StageClock clock = coarsening.clock();
    clock.start("fine moves", -1);
    boolean continued = found.result().figures().continues();
    ClusterRefinement refinement =
        new ClusterRefinement(coarsening, known, clusters, continued, runner);
    int[] labels = refinement.refined(found.labels());
    List<CoarseFigures.Level> levels = refinement.figures();
    figures = new CoarseFigures(graph.size(), graph.edges(), largest(), levels);
    clock.finish(levels.stream().mapToInt(CoarseFigures.Level::moved).sum() + " nodes moved");
    MethodResult result = found.result();
    List<MethodResult.Partition> partitions = new ArrayList<>();
    for (MethodResult.Partition part :
        voting ? result.partitions() : Collections.<MethodResult.Partition>emptyList()) {
      partitions.add(
          new MethodResult.Partition(part.run(), part.weight(), coarsening.lifted(part.labels())));
    }
    return new Clustering.Outcome(
        new MethodResult(labels, null, ofPoints(result.spectrum()), result.figures(), partitions),
        labels,
        found.refinement(),
        found.sizes(),
        0);
  }

  /** Eigenpairs of the points, whose vectors are on the executors; null for those of nodes. */
  private static @Nullable Eigenpairs ofPoints(@Nullable Eigenpairs pairs) {
    return pairs == null || pairs.n() > 0 ? null : pairs;
  }

  /** Figures of levels and moves; after {@link #lifted}. */
  public CoarseFigures figures() {
    return Objects.requireNonNull(figures);
  }

  @Override
  public void close() {
    coarsening.close();
  }
}
