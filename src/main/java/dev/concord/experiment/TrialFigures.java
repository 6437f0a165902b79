package dev.concord.experiment;

import dev.concord.experiment.trial.Measure;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.DoubtStep;
import dev.concord.method.pipeline.HeldOutRuns;
import dev.concord.metric.Agreement;
import dev.concord.metric.ClusterNumbering;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.metric.doubt.SetAside;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a trial's partition, one a {@link Measure}: those of a job's evaluation. */
final class TrialFigures {
  private final StudyInstance data;
  private final TrialRun.Found found;
  private final double[] figures = new double[Measure.values().length];

  private TrialFigures(StudyInstance data, TrialRun.Found found) {
    this.data = data;
    this.found = found;
    Arrays.fill(figures, Double.NaN);
  }

  /**
   * The figures. With {@code membership} they take the method's time again for each run without
   * some of the pairs.
   *
   * @param seconds that the partition took
   */
  static double[] of(StudyInstance data, TrialInput input, TrialRun.Found found, double seconds) {
    TrialFigures all = new TrialFigures(data, found);
    all.put(Measure.SECONDS, seconds);
    Doubt doubt = all.doubt();
    SetAside aside = all.aside(doubt);
    all.measure(input, doubt, aside);
    return all.figures;
  }

  private void measure(TrialInput input, @Nullable Doubt doubt, @Nullable SetAside aside) {
    int[] labels = found.labels();
    int[] classes = data.points().truth();
    int[] truth = aside == null ? classes : aside.applied(classes);
    Agreement all = Agreement.of(truth, labels);
    Agreement outside = Agreement.outside(truth, labels, input.touched());
    boolean any = outside.points() > 0;
    Violations violations = Violations.of(input.pairs(), labels);
    int pairs = input.pairs().size();
    int k = found.clusters();
    put(Measure.ARI, all.ari());
    put(Measure.NMI, all.nmi());
    put(Measure.ERROR_MATCHED, all.errorMatched());
    put(Measure.ERROR_MAJORITY, all.errorMajority());
    put(Measure.ARI_OUTSIDE, any ? outside.ari() : Double.NaN);
    put(Measure.NMI_OUTSIDE, any ? outside.nmi() : Double.NaN);
    put(Measure.ERROR_MATCHED_OUTSIDE, any ? outside.errorMatched() : Double.NaN);
    put(Measure.ERROR_MAJORITY_OUTSIDE, any ? outside.errorMajority() : Double.NaN);
    put(Measure.SATISFIED, pairs > 0 ? 1.0 - (double) violations.violated() / pairs : Double.NaN);
    put(Measure.NCUT, Arrays.stream(NormalizedCut.perCluster(data.graph(), labels, k)).sum());
    put(Measure.VIOLATIONS, violations.violated());
    put(
        Measure.CLUSTERS,
        ClusterNumbering.byFallingSize(labels, k, aside == null ? null : aside.aside()).nonEmpty());
    if (aside != null) {
      put(Measure.OUTLIERS, (double) aside.figures().points() / labels.length);
    }
    if (doubt != null) {
      CalibrationFigures sure = CalibrationFigures.of(truth, labels, doubt.confidence());
      put(Measure.CALIBRATION, sure.calibrationError());
      put(Measure.DOUBTFUL, sure.errorsAmongDoubtful());
    }
  }

  /** The doubt as a job computes it, or null where it is not asked for. */
  private @Nullable Doubt doubt() {
    StudyMethod study = found.study();
    int k = found.clusters();
    if (!study.doubts() || k > Doubt.MOST_CLUSTERS) {
      return null;
    }
    Clustering clustering = found.clustering();
    SimilarityGraph graph = SimilarityGraph.local(found.graph().graph());
    boolean again =
        study.membership()
            && !clustering.method().findsCount()
            && HeldOutRuns.apply(graph.size(), k, found.known());
    List<HeldOut> heldOut =
        again
            ? HeldOutRuns.of(
                clustering,
                found.graph(),
                found.known(),
                data.featureRows(),
                study.clusters().restarts(),
                part -> {})
            : List.of();
    return DoubtStep.of(graph, found.labels(), k, found.outcome().result(), heldOut);
  }

  private @Nullable SetAside aside(@Nullable Doubt doubt) {
    double share = found.study().clusters().outliers();
    return doubt == null || share == 0.0
        ? null
        : DoubtStep.setAside(doubt, share, found.labels(), found.clusters(), found.known());
  }

  private void put(Measure measure, double value) {
    figures[measure.place()] = value;
  }
}
