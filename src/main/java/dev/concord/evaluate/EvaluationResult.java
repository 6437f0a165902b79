package dev.concord.evaluate;

import dev.concord.metric.Agreement;
import dev.concord.metric.KindCounts;
import dev.concord.metric.TruthFigures;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The figures of {@code evaluate}. Keys are those of metrics.json.
 *
 * @param aside points of cluster -1, which are in no cluster
 * @param sizes points of each cluster, falling
 * @param ncut NaN without a graph
 * @param violations null without constraints
 * @param all agreement over all points with known truth, null without truth
 * @param outside the same over points in no constraint, null without truth or constraints
 * @param calibration how well confidences agree with the truth, null without one of them
 */
record EvaluationResult(
    int n,
    int aside,
    int[] sizes,
    double ncut,
    @Nullable Violations violations,
    @Nullable Agreement all,
    @Nullable Agreement outside,
    @Nullable CalibrationFigures calibration) {

  /**
   * The figures; what was not computed is null.
   *
   * @param setAside points of cluster -1; null without one
   * @param k clusters
   * @param clusterSizes points of each cluster, falling
   */
  record EvaluationFigures(
      int n,
      @Nullable Integer setAside,
      int k,
      int[] clusterSizes,
      @Nullable Double ncut,
      @Nullable Kinds constraints,
      @Nullable TruthFigures truth,
      @Nullable Doubted doubt) {}

  /**
   * How sure the clusters are.
   *
   * @param truth how well that agrees with the truth
   */
  record Doubted(CalibrationFigures truth) {}

  /** Constraints of both kinds. */
  record Kinds(KindCounts mustLink, KindCounts cannotLink) {}

  /** The figures, with the keys of metrics.json. */
  EvaluationFigures figures() {
    return new EvaluationFigures(
        n,
        aside == 0 ? null : (Integer) aside,
        sizes.length,
        sizes,
        Double.isNaN(ncut) ? null : Double.valueOf(ncut),
        violations == null
            ? null
            : new Kinds(KindCounts.must(violations), KindCounts.cannot(violations)),
        TruthFigures.of(all, outside),
        calibration == null ? null : new Doubted(calibration));
  }

  /** The figures for people, one line a topic. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        format("Points       %,d in %,d clusters", n, sizes.length)
            + (aside == 0 ? "" : format(", %,d set aside", aside)));
    if (!Double.isNaN(ncut)) {
      lines.add(format("Cut          normalized cut %.6g", ncut));
    }
    if (violations != null) {
      lines.add(
          format(
              "Violations   %,d of %,d must-links, %,d of %,d cannot-links",
              violations.mustViolated(),
              violations.mustTotal(),
              violations.cannotViolated(),
              violations.cannotTotal()));
    }
    if (all != null) {
      lines.add("Truth        " + line(all));
      lines.add("  pairs      " + pairs(all));
    }
    if (outside != null) {
      lines.add("  elsewhere  " + line(outside) + ": points in no constraint");
    }
    if (calibration != null) {
      lines.add(
          format(
              "Confidence   expected error %.2f %%, error %.2f %%, calibration error %.4f; the least"
                  + " confident 5 %% hold %.0f %% of the errors",
              100 * calibration.expectedError(),
              100 * calibration.error(),
              calibration.calibrationError(),
              100 * calibration.errorsAmongDoubtful()));
    }
    return lines;
  }

  private static String line(Agreement a) {
    return format(
        "ARI %.4f, NMI %.4f, error %.2f %% matched, %.2f %% by majority (%,d points)",
        a.ari(), a.nmi(), 100 * a.errorMatched(), 100 * a.errorMajority(), a.points());
  }

  /** Pairs of points within clusters and within classes, as records of one thing are judged by. */
  private static String pairs(Agreement a) {
    return format(
        "precision %.4f, recall %.4f, F1 %.4f", a.pairPrecision(), a.pairRecall(), a.pairF1());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
