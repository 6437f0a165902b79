package dev.concord.cli.page;

import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.report.Confidence;
import dev.concord.report.Figures;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How sure the clusters of points are, for the report. */
final class DoubtFacts {
  private static final int SHOWN = 12;

  /** From here on a confidence is printed as more than 99.9 %. */
  private static final double SURE = 0.999;

  private DoubtFacts() {}

  /** The confidences; null where they were not computed. */
  static @Nullable Confidence of(ClusterOutcome outcome) {
    DoubtFigures figures = outcome.metrics().doubt();
    Doubt doubt = outcome.doubt();
    if (figures == null || doubt == null) {
      return null;
    }
    double[] confidence = doubt.confidence();
    int[] assigned = outcome.assigned();
    return new Confidence(
        figures.counts(),
        figures.meanConfidence(),
        figures.judged(),
        IntStream.of(lowest(confidence))
            .filter(i -> confidence[i] < SURE)
            .mapToObj(
                i ->
                    new Confidence.Doubted(
                        outcome.ids().name(i), confidence[i], assigned[i], doubt.second()[i]))
            .toList(),
        notes(figures));
  }

  private static List<String> notes(DoubtFigures figures) {
    List<String> notes = new ArrayList<>();
    if (figures.outliers() != null) {
      notes.add(
          Figures.count(figures.outliers().points(), "point is", "points are") + " set aside.");
    }
    CalibrationFigures truth = figures.truth();
    if (truth != null) {
      notes.add(
          "By the true labels, "
              + Figures.percent(1.0 - truth.error())
              + " of the points are in the right cluster"
              + (truth.error() > 0.0
                  ? "; the least confident 5 % of the points have "
                      + Figures.percent(truth.errorsAmongDoubtful())
                      + " of the errors."
                  : "."));
    }
    return notes;
  }

  /** The points of lowest confidence, the first ones among equals. */
  private static int[] lowest(double[] confidence) {
    int[] lowest = new int[Math.min(SHOWN, confidence.length)];
    int count = 0;
    for (int i = 0; i < confidence.length; i++) {
      if (count < lowest.length || confidence[i] < confidence[lowest[count - 1]]) {
        int at = count < lowest.length ? count++ : count - 1;
        while (at > 0 && confidence[lowest[at - 1]] > confidence[i]) {
          lowest[at] = lowest[at - 1];
          at--;
        }
        lowest[at] = i;
      }
    }
    return lowest;
  }
}
