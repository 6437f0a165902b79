package dev.concord.linalg;

import java.util.stream.IntStream;

/**
 * Sums over long vectors on all cores. Entries are taken in chunks of a fixed size and the chunks'
 * sums are added in order, so the bits do not depend on the number of cores. Vectors lie in arrays
 * from an offset; the caller guarantees the lengths.
 */
public final class ParallelVectors {
  private static final int CHUNK = 8192;

  private ParallelVectors() {}

  /** x'y over {@code n} entries. */
  public static double dot(int n, double[] x, int xOffset, double[] y, int yOffset) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    double[] parts = new double[chunks];
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            c -> {
              int from = c * CHUNK;
              int length = Math.min(CHUNK, n - from);
              parts[c] = Vectors.dot(length, x, xOffset + from, y, yOffset + from);
            });
    double sum = 0.0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }

  /** ‖x‖₂ of {@code n} entries. */
  public static double norm(int n, double[] x, int xOffset) {
    return Math.sqrt(dot(n, x, xOffset, x, xOffset));
  }

  /**
   * y −= alpha·v + beta·u for two neighbouring columns u, v of a matrix of {@code n} rows.
   *
   * @param uOffset of u; v follows
   */
  public static void subtract(
      int n, double[] matrix, int uOffset, double beta, double alpha, double[] y) {
    IntStream.range(0, (n + CHUNK - 1) / CHUNK)
        .parallel()
        .forEach(
            c -> {
              int u = uOffset + c * CHUNK;
              int v = u + n;
              int from = c * CHUNK;
              int length = Math.min(CHUNK, n - from);
              for (int i = 0; i < length; i++) {
                y[from + i] -= alpha * matrix[v + i] + beta * matrix[u + i];
              }
            });
  }
}
