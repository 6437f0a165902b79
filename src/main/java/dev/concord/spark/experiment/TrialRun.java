package dev.concord.spark.experiment;

import dev.concord.config.ClustersConfig;
import dev.concord.config.StudyMethod;
import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.LocalServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.metric.trial.Measure;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.spark.inputs.SizeBounds;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One method on one instance: the steps of the ordinary job from the graph on, without Spark.
 *
 * <p>A method that uses labels gets them; others get the pairs that follow. Methods that take a
 * second graph get that of the instance.
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

  /** Bytes that the method holds on the driver while it runs. */
  long bytes() {
    CsrMatrix weights = data.graph().weights();
    return method.driverBytes(weights.rows(), study.clusters().count(), options)
        + 12L * weights.nonZeros() * method.extraMatrices();
  }

  /**
   * The partition that the method finds.
   *
   * @throws dev.concord.error.ConcordException when it finds none
   */
  int[] labels(TrialInput input, Seeds seeds) {
    boolean byLabels = input.labels() != null && method.usesLabels();
    PairConstraints pairs =
        byLabels ? PairConstraints.none(size(), data.points().ids()) : input.pairs();
    KnownLabels labels = byLabels ? input.labels() : null;
    check(pairs, labels);
    if (TrialChoice.isAsked(study)) {
      TrialChoice.Chosen chosen = new TrialChoice(data, study).make(pairs, labels, seeds);
      return new TrialRun(data, chosen.method()).labels(input, seeds, chosen.graph());
    }
    return labels(input, seeds, data.graph());
  }

  /** The partition of the method on {@code plain}, the data set's own graph or another one. */
  private int[] labels(TrialInput input, Seeds seeds, SimilarityGraph plain) {
    boolean byLabels = input.labels() != null && method.usesLabels();
    PairConstraints pairs =
        byLabels ? PairConstraints.none(size(), data.points().ids()) : input.pairs();
    KnownLabels labels = byLabels ? input.labels() : null;
    Components components =
        plain == data.graph() ? data.components() : Components.of(plain.weights());
    Clustering clustering = clustering(seeds);
    MethodGraph graph = clustering.propagate(plain, components, pairs);
    CsrMatrix adjacency =
        graph.graph() == data.graph()
            ? data.adjacency()
            : NormalizedAdjacency.of(SimilarityGraph.local(graph.graph()));
    SignedGraph side = method.usesSideGraph() ? data.side() : null;
    return clustering
        .run(
            graph,
            new CsrOperator(adjacency),
            new Knowledge(pairs, labels, side, limits(pairs)),
            () ->
                new LocalServices(
                    pairs, data.featureRows(), seeds, study.clusters().restarts(), data::smoothest))
        .labels();
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
    SizeLimits limits = SizeBounds.of(study.clusters(), size(), null, null);
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
      ClusterShortage.of(pairs, closure).requireRoomFor(study.clusters().count());
    }
  }

  private int size() {
    return data.graph().size();
  }

  /** The figures of a partition, one a {@link Measure}. */
  double[] figures(TrialInput input, int[] labels, double seconds) {
    int[] truth = data.points().truth();
    Agreement all = Agreement.of(truth, labels);
    Agreement outside = Agreement.outside(truth, labels, input.touched());
    boolean any = outside.points() > 0;
    Violations violations = Violations.of(input.pairs(), labels);
    int pairs = input.pairs().size();
    double ncut =
        Arrays.stream(NormalizedCut.perCluster(data.graph(), labels, study.clusters().count()))
            .sum();
    double[] figures = new double[Measure.values().length];
    Arrays.fill(figures, Double.NaN);
    put(figures, Measure.ARI, all.ari());
    put(figures, Measure.NMI, all.nmi());
    put(figures, Measure.ERROR_MATCHED, all.errorMatched());
    put(figures, Measure.ERROR_MAJORITY, all.errorMajority());
    put(figures, Measure.ARI_OUTSIDE, any ? outside.ari() : Double.NaN);
    put(figures, Measure.NMI_OUTSIDE, any ? outside.nmi() : Double.NaN);
    put(figures, Measure.ERROR_MATCHED_OUTSIDE, any ? outside.errorMatched() : Double.NaN);
    put(figures, Measure.ERROR_MAJORITY_OUTSIDE, any ? outside.errorMajority() : Double.NaN);
    put(
        figures,
        Measure.SATISFIED,
        pairs > 0 ? 1.0 - (double) violations.violated() / pairs : Double.NaN);
    put(figures, Measure.NCUT, ncut);
    put(figures, Measure.VIOLATIONS, violations.violated());
    put(figures, Measure.SECONDS, seconds);
    return figures;
  }

  private static void put(double[] figures, Measure measure, double value) {
    figures[measure.place()] = value;
  }
}
