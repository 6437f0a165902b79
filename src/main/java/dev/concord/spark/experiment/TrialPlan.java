package dev.concord.spark.experiment;

import dev.concord.config.StudyData;
import dev.concord.config.StudyMethod;
import dev.concord.method.pipeline.HeldOutRuns;
import java.util.Locale;

/** What a trial takes beside one run of its method: lines of the plan. */
final class TrialPlan {
  private TrialPlan() {}

  /**
   * The lines, empty where a trial is one run.
   *
   * @param points of the data set
   * @param labels whether labels are drawn, rather than pairs
   */
  static String of(StudyData set, StudyMethod method, int points, boolean labels) {
    String text = "";
    if (TrialChoice.isAsked(method)) {
      boolean features = set.input() == null || set.input().features() != null;
      int runs = TrialChoice.mostRuns(method, set.graph(), points, features, labels);
      text =
          String.format(
              Locale.ROOT,
              "%-16s each trial of %s makes a choice: up to %,d runs on %,d points, then the method"
                  + " chosen%n",
              set.name(),
              method.name(),
              runs,
              TrialChoice.points(method, points));
    }
    if (method.membership()) {
      text +=
          String.format(
              Locale.ROOT,
              "%-16s the confidences of %s: up to %d more clusterings a trial, where pairs"
                  + " calibrate them%n",
              set.name(),
              method.name(),
              HeldOutRuns.PARTS);
    }
    return text;
  }
}
