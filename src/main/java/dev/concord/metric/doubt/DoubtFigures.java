package dev.concord.metric.doubt;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The confidences of all points, for metrics.json.
 *
 * @param meanConfidence which is the expected share of points in the right cluster
 * @param belowHalf share of points whose confidence is below 0.5
 * @param counts points in each tenth of confidence, from 0 up
 * @param calibration what the confidence goes by: "pairs" that some searches did not have; the
 *     agreement of "partitions" of several searches, or the "graph" alone, by a map fitted on other
 *     data; "unknown" where that is all and no pair or label tells whether clusters are classes
 * @param partitions how many partitions of the method voted
 * @param heldOutPairs how many pairs some search did not have, 0 without such searches
 * @param truth how well the confidences agree with a truth; null without one
 * @param outliers the points set aside; null where none were asked for
 */
public record DoubtFigures(
    double meanConfidence,
    double belowHalf,
    long[] counts,
    String calibration,
    int partitions,
    int heldOutPairs,
    @Nullable CalibrationFigures truth,
    SetAside.@Nullable Figures outliers) {

  private static final String UNKNOWN = "unknown";

  /**
   * The figures of a doubt.
   *
   * @param judged whether pairs or labels were given
   * @param truth agreement with a truth, or null
   * @param outliers the points set aside, or null
   */
  public static DoubtFigures of(
      Doubt doubt,
      boolean judged,
      @Nullable CalibrationFigures truth,
      @Nullable SetAside outliers) {
    long[] counts = new long[ConfidenceBins.COUNT];
    double sum = 0.0;
    long below = 0;
    for (double confidence : doubt.confidence()) {
      counts[ConfidenceBins.of(confidence)]++;
      sum += confidence;
      below += confidence < 0.5 ? 1 : 0;
    }
    int n = Math.max(1, doubt.confidence().length);
    return new DoubtFigures(
        sum / n,
        (double) below / n,
        counts,
        calibration(doubt, judged),
        doubt.alternatives(),
        doubt.heldOut(),
        truth,
        outliers == null ? null : outliers.figures());
  }

  private static String calibration(Doubt doubt, boolean judged) {
    if (doubt.heldOut() > 0) {
      return "pairs";
    }
    if (!judged) {
      return UNKNOWN;
    }
    return doubt.alternatives() > 0 ? "partitions" : "graph";
  }

  /** Whether a pair or a label told how likely a cluster is right. */
  public boolean judged() {
    return !calibration.equals(UNKNOWN);
  }

  /** The confidences in words. */
  public String text() {
    String text =
        String.format(
            Locale.ROOT,
            "mean %.4f, %.2f %% of the points below 0.5",
            meanConfidence,
            100.0 * belowHalf);
    if (counts[0] > 0) {
      text +=
          String.format(
              Locale.ROOT,
              "; %,d below 0.1, whose neighbours are mostly of the runner-up cluster",
              counts[0]);
    }
    if (!judged()) {
      text += "; calibration unknown, as no pair or label was given";
    }
    return outliers == null ? text : text + ", " + outliers.points() + " points set aside";
  }
}
