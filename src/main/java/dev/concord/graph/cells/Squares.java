package dev.concord.graph.cells;

/** Squared distances between rows of coordinates, in double, added in coordinate order. */
final class Squares {
  private Squares() {}

  /** Σ (a - b)² over {@code dim} values of each, from the given places. */
  static double distance(float[] a, int aFrom, float[] b, int bFrom, int dim) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = (double) a[aFrom + d] - b[bFrom + d];
      sum += difference * difference;
    }
    return sum;
  }
}
