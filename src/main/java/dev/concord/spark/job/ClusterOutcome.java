package dev.concord.spark.job;

import dev.concord.capability.Additions;
import dev.concord.config.ConcordConfig;
import dev.concord.config.GraphConfig;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PropagationFigures;
import dev.concord.figure.FigureJson;
import dev.concord.graph.Components;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.method.pipeline.SizeFigures;
import dev.concord.metric.Agreement;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.TruthFigures;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.base.BaseContent;
import dev.concord.spark.base.BaseFacts;
import dev.concord.spark.base.BaseRun;
import dev.concord.spark.base.GraphSettings;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.files.ConcordVersion;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.graph.TrafficFigures;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.output.JudgedPairs;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.output.SuggestedPairs;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.plan.Scalings;
import dev.concord.suggest.PresentClusters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.jspecify.annotations.Nullable;

/**
 * The result of the main job, from which output tables, metrics and the report are made.
 *
 * @param chosen the number of clusters and the graph that it was chosen on, if it was
 * @param partition as it was found
 * @param queries chooses pairs to be judged
 * @param traffic of products on executors, or null
 * @param evidence of the graph against pairs; not thread-safe
 * @param against the evidence against each given constraint, in their order
 */
public record ClusterOutcome(
    JobContext job,
    JobSetting setting,
    BuiltGraph built,
    ChosenNumber chosen,
    Found partition,
    PairSuggestions queries,
    Evaluation evaluation,
    @Nullable TrafficFigures traffic,
    PairEvidence evidence,
    double[] against) {

  /**
   * A partition.
   *
   * @param outcome of the method and the steps after it
   * @param propagation of constraints, or null
   * @param coarse how the graph was coarsened, or null
   * @param nodeOf the node of each point of the coarse graph; empty where it is not kept
   */
  record Found(
      Clustering.Outcome outcome,
      @Nullable PropagationFigures propagation,
      @Nullable CoarseFigures coarse,
      int[] nodeOf) {
    Found(Clustering.Outcome outcome, @Nullable PropagationFigures propagation) {
      this(outcome, propagation, null, new int[0]);
    }
  }

  private JobInputs inputs() {
    return job.inputs();
  }

  private Clustering.Outcome found() {
    return partition.outcome();
  }

  public IdTable ids() {
    return inputs().ids();
  }

  public int dim() {
    return inputs().features() == null ? 0 : inputs().features().dim();
  }

  /**
   * Cluster of each point, numbered by falling size, ties by smallest id; or as the clusters of an
   * earlier assignment that they are matched to.
   */
  public int[] labels() {
    return evaluation.labels();
  }

  public int[] sizes() {
    return evaluation.sizes();
  }

  public double ncut() {
    return evaluation.ncut();
  }

  public double[] cuts() {
    return evaluation.ncutParts();
  }

  /** The recall of an approximate search, or null. */
  public @Nullable RecallEstimate recall() {
    return built.recall();
  }

  /** The principal components that stand for the features; null where these stay as they are. */
  public GraphFigures.@Nullable Reduced reduction() {
    return built.figures().reduction();
  }

  /** What was decided about the scaling of features; null where it was configured. */
  public GraphFigures.@Nullable Scaling scaling() {
    return built.figures().scaling();
  }

  public WeightedGraph graph() {
    return built.graph();
  }

  /** The graph with its edges in this process, or null when they stayed on the executors. */
  public @Nullable SimilarityGraph edges() {
    return built.graph() instanceof SimilarityGraph graph ? graph : null;
  }

  public void writeGraph(OutputFolder output) {
    GraphBuilder.writeGraph(ids(), built.graph(), output);
  }

  /** The distinct points that the graph was made of; null when every point is distinct. */
  public @Nullable Integer distinctPoints() {
    return built.figures().distinctPoints();
  }

  /** What made one component of several, or null. */
  public GraphFigures.@Nullable Joined joined() {
    return built.figures().joined();
  }

  public Components components() {
    return built.components();
  }

  public MethodInfo method() {
    return setting.method().info();
  }

  /** How the graph was coarsened for the driver; null where it was not. */
  public @Nullable CoarseFigures coarse() {
    return partition.coarse();
  }

  /** The refinement's figures, null when there was none. */
  public @Nullable RefinementFigures refinement() {
    return found().refinement();
  }

  /** The figures of the step that holds sizes within bounds, null without bounds. */
  public @Nullable SizeFigures sizeFigures() {
    return found().sizes();
  }

  /** The known labels of single points, or null. */
  public @Nullable KnownLabels knownLabels() {
    return inputs().labels();
  }

  public @Nullable Embedding embedding() {
    return found().result().embedding();
  }

  public @Nullable Eigenpairs spectrum() {
    return found().result().spectrum();
  }

  public PairConstraints constraints() {
    return inputs().constraints();
  }

  /**
   * Pairs to be judged, in their order; while the job is open. Pairs implied by known labels are
   * left out.
   *
   * @param pairs so many at most
   * @param exemplars points to be named beside each point of a pair, at most
   */
  public SuggestedPairs suggestions(int pairs, int exemplars, Seeds seeds) {
    return queries.of(present(), pairs, exemplars, seeds).with(evaluation.doubt());
  }

  /** The clusters that questions are about, with confidences where these are known. */
  public PresentClusters present() {
    return evaluation.present();
  }

  /** Judged pairs whose answer was neither must-link nor cannot-link. */
  public long unsure() {
    return inputs().diagnosis().unsure();
  }

  public MustLinkClosure closure() {
    return inputs().closure();
  }

  /** How the solvers of this run got on; those of an earlier run left no trace. */
  public SolverTrace trace() {
    return job.trace();
  }

  public MethodFigures figures() {
    return found().result().figures();
  }

  public Violations violations() {
    return evaluation.violations();
  }

  /** How sure each point's cluster is, as the table clusters has it, or null. */
  public @Nullable Doubt doubt() {
    return evaluation.written();
  }

  /** {@link #labels}, with -1 for points set aside. */
  public int[] assigned() {
    return evaluation.assigned();
  }

  /** Agreement with the truth, or null when none was given. */
  public @Nullable Agreement truth() {
    return evaluation.truth();
  }

  /** The labels that the clusters were compared with, or null. */
  public @Nullable Labeling trueLabels() {
    return inputs().truth();
  }

  /** Agreement over points in no constraint, or null when no truth was given. */
  public @Nullable Agreement truthOutside() {
    return evaluation.truthOutside();
  }

  public Plan plan() {
    return setting.plan();
  }

  /** Seconds of each stage, in their order. */
  public Map<String, Double> seconds() {
    return job.clock().seconds();
  }

  /** The stages, computed or taken from an earlier run, with their checksums. */
  public List<StageRecord> stages() {
    return setting.stages().records();
  }

  public List<String> warnings() {
    return job.log().warnings();
  }

  /** Eigenvalues of the normalized Laplacian, ascending: 1 minus those of the adjacency. */
  public double[] laplacianEigenvalues() {
    return ClusterFigures.Spectrum.laplacian(found().result().spectrum());
  }

  /**
   * {@link #laplacianEigenvalues}, and after them the rough ones that a method computes beyond its
   * own, for advice on the number of clusters.
   */
  public double[] spectrumSeen() {
    return ClusterFigures.Spectrum.seen(found().result());
  }

  /** How the graph was built. */
  public GraphConfig graphConfig() {
    return setting.config().graph();
  }

  /** What the number of clusters was chosen by, null when it was configured. */
  public @Nullable NumberFigures number() {
    return chosen.figures();
  }

  /** What capabilities add. */
  public Additions additions() {
    return evaluation.additions();
  }

  public @Nullable FeatureTable featureTable() {
    return inputs().features();
  }

  /** The features as they were read, panel p in partition p; null when edges were given. */
  public @Nullable JavaRDD<FeaturePanel> features() {
    return inputs().features() == null ? null : inputs().features().panels();
  }

  /** Given constraints, then implied ones, each with whether the partition honours it. */
  public JudgedPairs judgedPairs() {
    return ConstraintFigures.judged(
        inputs(), evaluation.labels(), evaluation.violations(), against, evidence);
  }

  /**
   * What the next run needs to start from this one; null where it is not kept. One Spark job when
   * features are scaled to standard, none else.
   */
  public @Nullable BaseContent base() {
    FeatureTable features = inputs().features();
    ListedContents kept = built.kept();
    if (features == null || kept == null) {
      return null;
    }
    ConcordConfig config = setting.config();
    BaseFacts facts =
        new BaseFacts(
            ConcordVersion.exact(),
            BaseRun.kind(features.ids()),
            features.n(),
            kept.lists().rows(),
            kept.lists().width(),
            kept.exact(),
            features.columns(),
            features.dim(),
            features.categories(),
            GraphSettings.of(config),
            BaseFacts.scaler(Scalings.of(config.graph(), features)),
            GraphFigures.Scaling.kept(scaling()),
            BaseFacts.axes(Scalings.projection(config.graph(), features)),
            config.clusters().method(),
            FigureJson.reals(figures()),
            BaseFacts.Source.of(Objects.requireNonNull(config.input().features()), features));
    return new BaseContent(
        facts, features.ids(), features.fingerprints(), assigned(), partition.nodeOf(), kept);
  }

  /** The content of metrics.json; times are added by the caller, which has the last of them. */
  public ClusterFigures metrics() {
    Eigenpairs spectrum = spectrum();
    return new ClusterFigures(
        inputs().size(),
        evaluation.sizes().length,
        ClusterFigures.listed(evaluation.sizes()),
        ClusterFigures.sizeCounts(evaluation.sizes()),
        evaluation.ncut(),
        ClusterFigures.listed(evaluation.ncutParts()),
        ConstraintFigures.of(inputs(), evaluation.violations(), against),
        inputs().quarantined().isEmpty() ? null : inputs().quarantined(),
        inputs().dropped().isEmpty() ? null : inputs().dropped(),
        spectrum == null ? null : laplacianEigenvalues(),
        spectrum == null ? null : spectrum.residuals(),
        built.figures(),
        traffic,
        TruthFigures.of(evaluation.truth(), evaluation.truthOutside()),
        FigureJson.merged(new ClusterFigures.Named(method().name()), found().result().figures()),
        ClusterFigures.added(additions(), "method"),
        evaluation.clustered().base(built.kept()),
        partition.propagation(),
        partition.coarse(),
        found().refinement(),
        found().sizes(),
        chosen.figures(),
        ClusterFigures.added(additions(), "number"),
        evaluation.confidences(),
        null,
        null);
  }

  public ClusterFigures.Spectrum convergence() {
    return ClusterFigures.Spectrum.of(found().result().spectrum());
  }
}
