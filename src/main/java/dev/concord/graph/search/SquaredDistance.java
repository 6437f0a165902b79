package dev.concord.graph.search;

/** Squared distances between rows of coordinates, in a fixed order of operations. */
final class SquaredDistance {
  private SquaredDistance() {}

  /** Σ (a - b)² over {@code dim} values of each, from the given places; in double, in order. */
  static double distance(float[] a, int aFrom, float[] b, int bFrom, int dim) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = (double) a[aFrom + d] - b[bFrom + d];
      sum += difference * difference;
    }
    return sum;
  }
}
