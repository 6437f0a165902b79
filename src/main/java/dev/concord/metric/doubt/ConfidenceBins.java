package dev.concord.metric.doubt;

/** Bins of confidence of equal width. */
final class ConfidenceBins {
  /** How many there are. */
  static final int COUNT = 10;

  private ConfidenceBins() {}

  /** The bin of a confidence in [0, 1]; 1 is in the last one. */
  static int of(double confidence) {
    return Math.min(COUNT - 1, (int) (confidence * COUNT));
  }
}
