package dev.concord.linalg.solve;

/**
 * Eigenpairs that an iteration found.
 *
 * @param values falling
 * @param vectors column-major, of unit length
 * @param iterations restarts
 */
record ConvergedPairs(double[] values, double[] vectors, int iterations) {
  /** These and one more, before the first smaller value. */
  ConvergedPairs with(double value, double[] vector) {
    int n = vector.length;
    int at = 0;
    while (at < values.length && values[at] >= value) {
      at++;
    }
    double[] moreValues = new double[values.length + 1];
    double[] moreVectors = new double[Math.addExact(vectors.length, n)];
    System.arraycopy(values, 0, moreValues, 0, at);
    System.arraycopy(values, at, moreValues, at + 1, values.length - at);
    System.arraycopy(vectors, 0, moreVectors, 0, at * n);
    System.arraycopy(vectors, at * n, moreVectors, (at + 1) * n, vectors.length - at * n);
    moreValues[at] = value;
    System.arraycopy(vector, 0, moreVectors, at * n, n);
    return new ConvergedPairs(moreValues, moreVectors, iterations);
  }
}
