package dev.concord.cli.page;

import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.report.Figures;
import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How sure the clusters of points are, for the report. */
final class DoubtFacts {
  private static final int SHOWN = 12;

  private DoubtFacts() {}

  /** The facts; none where the doubt was not computed. */
  static List<Fact> of(ClusterOutcome outcome) {
    DoubtFigures figures = outcome.metrics().doubt();
    Doubt doubt = outcome.doubt();
    List<Fact> facts = new ArrayList<>();
    if (figures == null || doubt == null) {
      return facts;
    }
    facts.add(new Fact("Confidence", figures.text()));
    facts.add(new Fact("Points by confidence", histogram(figures.counts())));
    facts.add(new Fact("Least confident points", least(outcome, doubt)));
    if (figures.truth() != null) {
      facts.add(
          new Fact(
              "Calibration",
              String.format(
                  Locale.ROOT,
                  "expected error %.2f %%, error %.2f %%, calibration error %.4f; the least"
                      + " confident 5 %% of the points have %.0f %% of the errors",
                  100.0 * figures.truth().expectedError(),
                  100.0 * figures.truth().error(),
                  figures.truth().calibrationError(),
                  100.0 * figures.truth().errorsAmongDoubtful())));
    }
    return facts;
  }

  /** "0.0: 1, 0.3: 12, ...": the tenths that have points. */
  private static String histogram(long[] counts) {
    return IntStream.range(0, counts.length)
        .filter(bin -> counts[bin] > 0)
        .mapToObj(
            bin ->
                String.format(Locale.ROOT, "from %.1f: %s", bin / 10.0, Figures.count(counts[bin])))
        .collect(Collectors.joining(", "));
  }

  private static String least(ClusterOutcome outcome, Doubt doubt) {
    double[] confidence = doubt.confidence();
    int[] assigned = outcome.assigned();
    return IntStream.of(lowest(confidence))
        .mapToObj(
            i ->
                String.format(
                    Locale.ROOT,
                    "%s (%.2f, cluster %d%s)",
                    outcome.ids().name(i),
                    confidence[i],
                    assigned[i],
                    doubt.second()[i] < 0 ? "" : " or " + doubt.second()[i]))
        .collect(Collectors.joining("; "));
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
