package dev.concord.metric.doubt;

import dev.concord.metric.ClusterMatching;
import java.util.Arrays;

/**
 * How well confidences agree with a truth. A point is right when its cluster is matched to its
 * class, one cluster to one class so that most points are right.
 *
 * @param points with a known class
 * @param error share of them that are wrong
 * @param expectedError the share that the confidences let expect, 1 - their mean
 * @param calibrationError expected calibration error (Naeini, Cooper and Hauskrecht, AAAI 2015) in
 *     ten bins of equal width: the mean over points of the distance, in their bin, between the mean
 *     confidence and the share that is right
 * @param errorsAmongDoubtful of the wrong points, the share among the twentieth of lowest
 *     confidence; 1 where none is wrong
 * @param reliability the bins
 */
public record CalibrationFigures(
    long points,
    double error,
    double expectedError,
    double calibrationError,
    double errorsAmongDoubtful,
    Reliability reliability) {
  /**
   * The points of each bin, from 0 up: a reliability diagram. Bins of several runs can be added,
   * for the calibration error of all of them together.
   *
   * @param points with a known class
   * @param confidence sum over the points
   * @param right points that are right
   */
  public record Reliability(long[] points, double[] confidence, long[] right) {}

  /** One point in so many is doubtful. */
  private static final int DOUBTFUL = 20;

  /**
   * The figures. Time O(n log n).
   *
   * @param truth class of each point, -1 where it is not known
   * @param labels cluster of each point, from 0
   */
  public static CalibrationFigures of(int[] truth, int[] labels, double[] confidence) {
    int k = Arrays.stream(labels).max().orElse(-1) + 1;
    int[] partner = ClusterMatching.of(truth, labels, k).partnerOf();
    int n = labels.length;
    double[] sums = new double[ConfidenceBins.COUNT];
    long[] right = new long[ConfidenceBins.COUNT];
    long[] count = new long[ConfidenceBins.COUNT];
    double[] known = new double[n];
    int points = 0;
    for (int i = 0; i < n; i++) {
      if (truth[i] >= 0) {
        int bin = ConfidenceBins.of(confidence[i]);
        sums[bin] += confidence[i];
        right[bin] += partner[labels[i]] == truth[i] ? 1 : 0;
        count[bin]++;
        known[points++] = confidence[i];
      }
    }
    double off = 0.0;
    long wrong = points;
    double sum = 0.0;
    for (int bin = 0; bin < count.length; bin++) {
      off += Math.abs(sums[bin] - right[bin]);
      wrong -= right[bin];
      sum += sums[bin];
    }
    double all = Math.max(1, points);
    Arrays.sort(known, 0, points);
    return new CalibrationFigures(
        points,
        wrong / all,
        1.0 - sum / all,
        off / all,
        wrong == 0
            ? 1.0
            : doubtful(truth, labels, partner, confidence, known, points) / (double) wrong,
        new Reliability(count, sums, right));
  }

  /** Wrong points among those of lowest confidence, the first ones among equals. */
  private static long doubtful(
      int[] truth, int[] labels, int[] partner, double[] confidence, double[] ascending, int m) {
    int wanted = (m + DOUBTFUL - 1) / DOUBTFUL;
    double limit = ascending[wanted - 1];
    int below = 0;
    while (ascending[below] < limit) {
      below++;
    }
    int atLimit = wanted - below;
    long wrong = 0;
    for (int i = 0; i < labels.length; i++) {
      if (truth[i] < 0 || confidence[i] > limit) {
        continue;
      }
      if (confidence[i] == limit && atLimit-- <= 0) {
        continue;
      }
      wrong += partner[labels[i]] == truth[i] ? 0 : 1;
    }
    return wrong;
  }
}
