package dev.concord.method.kmeans;

import dev.concord.method.Services;

/** The fixed point at which a start ends: the next iteration would change nothing. */
final class FixedPoint {
  /** A start ends here at the latest. */
  static final int MOST_ITERATIONS = 300;

  private FixedPoint() {}

  /** Warns when a start ended before its fixed point. */
  static void warnUnlessReached(Services services, String method, int iterations) {
    if (iterations >= MOST_ITERATIONS) {
      services.warn(
          "%s stopped after %d iterations before its fixed point.".formatted(method, iterations));
    }
  }
}
