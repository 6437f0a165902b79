package dev.concord.experiment;

import dev.concord.config.ClustersConfig;
import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.method.pipeline.NumberChoice;
import dev.concord.metric.ClusterNumbering;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.plan.NumberRange;
import dev.concord.spark.plan.SizeBounds;
import org.jspecify.annotations.Nullable;

/**
 * One method on one instance: the steps of the ordinary job from the graph on, without Spark. The
 * number of clusters is chosen by the trial's own pairs where it is not given.
 *
 * <p>A method that uses labels gets them; others get the pairs that follow. Methods that take a
 * second graph get that of the instance. The rule of sources holds beside the drawn pairs.
 */
final class TrialRun {
  private final StudyInstance data;
  private final StudyMethod study;
  private final Method method;
  private final MethodOptions options;

  TrialRun(StudyInstance data, StudyMethod study) {
    this.data = data;
    this.study = study;
    String name = study.clusters().method();
    this.method = Catalogue.named(name);
    this.options = MethodOptions.of(name, study.method());
  }

  /**
   * A partition, and what its doubt is computed from.
   *
   * @param study the method that found it
   * @param clusters the number of clusters, empty ones included
   * @param graph that was clustered, before any propagation
   * @param known what was known of the points
   */
  record Found(
      StudyMethod study,
      int clusters,
      Clustering clustering,
      Clustering.Outcome outcome,
      MethodGraph graph,
      Knowledge known) {
    /** The cluster of each point. */
    int[] labels() {
      return outcome.labels();
    }
  }

  /** The method's name in the configuration. */
  String name() {
    return study.name();
  }

  StudyInstance data() {
    return data;
  }

  /** Bytes that the method holds on the driver while it runs. */
  long bytes() {
    CsrMatrix weights = data.graph().weights();
    int most = study.clusters().number().most(weights.rows());
    long choosing =
        study.choosesNumber(method.findsCount())
            ? NumberChoice.driverBytes(weights.rows(), most)
            : 0L;
    return Math.max(
        choosing,
        method.driverBytes(weights.rows(), most, options)
            + 12L * weights.nonZeros() * method.extraMatrices());
  }

  /**
   * The partition that the method finds.
   *
   * @throws dev.concord.error.ConcordException when it finds none
   */
  Found find(TrialInput input, Seeds seeds) {
    PairConstraints pairs = pairs(input);
    KnownLabels labels = labels(input);
    check(pairs, labels);
    if (study.choosesNumber(method.findsCount())) {
      int k = number(pairs, labels, seeds);
      return new TrialRun(data, study.withCount(k)).find(input, seeds);
    }
    return find(input, seeds, data.graph());
  }

  /** The partition of the method on {@code plain}, the data set's own graph or another one. */
  private Found find(TrialInput input, Seeds seeds, SimilarityGraph plain) {
    PairConstraints pairs = pairs(input);
    Components components =
        plain == data.graph() ? data.components() : Components.of(plain.weights());
    Clustering clustering = clustering(seeds);
    MethodGraph graph = clustering.propagate(plain, components, pairs);
    CsrMatrix adjacency =
        graph.graph() == data.graph()
            ? data.adjacency()
            : NormalizedAdjacency.of(SimilarityGraph.local(graph.graph()));
    SignedGraph side = method.usesSideGraph() ? data.side() : null;
    Knowledge known = new Knowledge(pairs, labels(input), side, limits(pairs));
    Clustering.Outcome outcome =
        clustering.run(
            graph,
            new CsrOperator(adjacency),
            known,
            () ->
                new LocalServices(
                    data.featureRows(), seeds, study.clusters().restarts(), data::smoothest));
    int clusters =
        method.findsCount() ? ClusterNumbering.count(outcome.labels()) : study.clusters().count();
    return new Found(
        study, clusters, clustering, outcome, new MethodGraph(plain, components, null), known);
  }

  /** The pairs that the method gets, with the rule of sources. */
  private PairConstraints pairs(TrialInput input) {
    boolean byLabels = input.labels() != null && method.usesLabels();
    PairConstraints drawn =
        byLabels ? PairConstraints.none(size(), data.points().ids()) : input.pairs();
    // Only edges that are given have components that nothing joins.
    int[] group = data.points().hasFeatures() ? new int[size()] : data.components().componentOf();
    return data.points().known().ruled(drawn, method.usesSources(), group);
  }

  private @Nullable KnownLabels labels(TrialInput input) {
    return method.usesLabels() ? input.labels() : null;
  }

  /** The number of clusters, chosen as a job chooses it, by what the trial knows. */
  private int number(PairConstraints pairs, @Nullable KnownLabels labels, Seeds seeds) {
    ClustersConfig asked = study.clusters();
    NumberRange range = NumberRange.of(asked, size(), data.points().known().weights());
    return NumberChoice.choose(
            range.task(
                data.graph(),
                data.components(),
                new CsrOperator(data.adjacency()),
                pairs,
                labels,
                data.featureRows(),
                asked.hardConstraints(),
                seeds),
            done -> {})
        .chosen();
  }

  private Clustering clustering(Seeds seeds) {
    ClustersConfig asked = study.clusters();
    return new Clustering(
        method,
        new Clustering.Settings(
            asked.count(),
            asked.hardConstraints(),
            asked.propagate(),
            asked.refine().applies(),
            options,
            MethodOptions.of("cosc", study.method()),
            seeds));
  }

  private @Nullable SizeLimits limits(PairConstraints pairs) {
    double[] weights = data.points().known().weights();
    SizeLimits limits = SizeBounds.of(study.clusters(), size(), weights, null);
    SizeBounds.refuseImpossible(limits, pairs, study.clusters().hardConstraints());
    return limits;
  }

  /** Refuses what the ordinary job refuses. */
  private void check(PairConstraints pairs, @Nullable KnownLabels labels) {
    if (method.needsLabels() && (labels == null || labels.known() == 0)) {
      throw new InputException(
          method.info().name() + " spreads known labels, and none are given; set draw = labels.");
    }
    if (method.needsPairs() && pairs.size() == 0) {
      throw new InputException(
          method.info().name() + " learns from pairs, and none are given; choose another draw.");
    }
    if (study.clusters().hardConstraints() && pairs.size() > 0) {
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      Contradictions.find(pairs, closure).requireNone();
      if (!study.clusters().number().auto()) {
        ClusterShortage.of(pairs, closure).requireRoomFor(study.clusters().count());
      }
    }
  }

  private int size() {
    return data.graph().size();
  }
}
