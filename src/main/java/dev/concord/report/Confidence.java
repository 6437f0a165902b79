package dev.concord.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How sure the clusters of points are.
 *
 * @param counts points in each tenth of confidence, from 0 up
 * @param mean confidence, the share of points expected in the right cluster
 * @param judged whether pairs or labels tell how likely a cluster is right; else the confidences
 *     say how surely it is found again
 * @param least the points of the lowest confidence, the lowest first
 * @param notes what is known of the confidences, a sentence each
 */
public record Confidence(
    long[] counts, double mean, boolean judged, List<Doubted> least, List<String> notes) {
  static final int WIDTH = 520;
  static final int HEIGHT = 200;
  private static final int LEFT = 10;
  private static final int TOP = 22;
  private static final int BOTTOM = 160;
  private static final int STEP = 50;

  public Confidence {
    if (counts.length != 10) {
      throw new IllegalArgumentException(counts.length + " tenths");
    }
    least = List.copyOf(least);
    notes = List.copyOf(notes);
  }

  /**
   * A point of low confidence.
   *
   * @param second the cluster it may be of instead, or -1
   */
  public record Doubted(String id, double confidence, int cluster, int second) {}

  /** A bar of the drawing, and the points it stands for. */
  public record Bar(double x, double y, double height, int percent, long points) {
    /** Where its figures are written. */
    public double middle() {
      return x + (STEP - 6) / 2.0;
    }
  }

  /** A bar for each tenth. */
  public List<Bar> bars() {
    long most = Math.max(1, Arrays.stream(counts).max().orElse(1));
    List<Bar> bars = new ArrayList<>();
    for (int bin = 0; bin < counts.length; bin++) {
      double height = (double) counts[bin] / most * (BOTTOM - TOP);
      // A few points are still seen.
      double seen = counts[bin] > 0 ? Math.max(1.5, height) : 0.0;
      bars.add(new Bar(LEFT + bin * STEP, BOTTOM - seen, seen, 10 * bin, counts[bin]));
    }
    return bars;
  }

  /** Points of a confidence below one half. */
  public long belowHalf() {
    return Arrays.stream(counts, 0, counts.length / 2).sum();
  }
}
