package dev.concord.graph.ivf;

/** Squared distances between rows of coordinates, in a fixed order of operations. */
public final class SquaredDistance {
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

  /**
   * The same in single precision, in eight independent sums. The same bits on every machine, and
   * with the two rows exchanged.
   */
  public static float single(float[] a, int aFrom, float[] b, int bFrom, int dim) {
    float s0 = 0f;
    float s1 = 0f;
    float s2 = 0f;
    float s3 = 0f;
    float s4 = 0f;
    float s5 = 0f;
    float s6 = 0f;
    float s7 = 0f;
    int d = 0;
    for (; d + 8 <= dim; d += 8) {
      float t0 = a[aFrom + d] - b[bFrom + d];
      float t1 = a[aFrom + d + 1] - b[bFrom + d + 1];
      float t2 = a[aFrom + d + 2] - b[bFrom + d + 2];
      float t3 = a[aFrom + d + 3] - b[bFrom + d + 3];
      float t4 = a[aFrom + d + 4] - b[bFrom + d + 4];
      float t5 = a[aFrom + d + 5] - b[bFrom + d + 5];
      float t6 = a[aFrom + d + 6] - b[bFrom + d + 6];
      float t7 = a[aFrom + d + 7] - b[bFrom + d + 7];
      s0 += t0 * t0;
      s1 += t1 * t1;
      s2 += t2 * t2;
      s3 += t3 * t3;
      s4 += t4 * t4;
      s5 += t5 * t5;
      s6 += t6 * t6;
      s7 += t7 * t7;
    }
    for (; d < dim; d++) {
      float t = a[aFrom + d] - b[bFrom + d];
      s0 += t * t;
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }
}
