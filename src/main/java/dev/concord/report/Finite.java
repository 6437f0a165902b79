package dev.concord.report;

/** Refuses values that cannot be drawn. */
final class Finite {
  private Finite() {}

  /**
   * Checks values.
   *
   * @throws IllegalArgumentException naming the first that is NaN or infinite
   */
  static void require(String name, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(name + "[" + i + "] is " + values[i]);
      }
    }
  }
}
