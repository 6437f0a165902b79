package dev.concord.study.ask;

/**
 * Features of points.
 *
 * @param values row by row, n·dim
 */
record Rows(double[] values, int dim) {
  int count() {
    return values.length / dim;
  }

  /** Squared distance of two points. */
  double square(int a, int b) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = values[a * dim + d] - values[b * dim + d];
      sum += difference * difference;
    }
    return sum;
  }

  /** The rows of some points. */
  double[] part(int[] points) {
    double[] part = new double[points.length * dim];
    for (int i = 0; i < points.length; i++) {
      System.arraycopy(values, points[i] * dim, part, i * dim, dim);
    }
    return part;
  }
}
