package dev.concord.linalg;

import java.util.stream.IntStream;

/**
 * Products of tall, narrow column-major matrices on all cores. Rows are taken in chunks of a fixed
 * size and the chunks' sums are added in order, so the bits do not depend on the number of cores.
 * The caller guarantees the lengths.
 */
public final class TallSkinny {
  private static final int CHUNK = 2048;

  private TallSkinny() {}

  /**
   * C = X'·Y, p x q column-major, for the first p columns of X and the first q of Y. Time 2·n·p·q.
   */
  public static double[] gram(int n, double[] x, int p, double[] y, int q) {
    int size = p * q;
    double[] sum = new double[size];
    if (size == 0) {
      return sum;
    }
    int chunks = (n + CHUNK - 1) / CHUNK;
    double[][] parts = new double[chunks][];
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            c -> {
              double[] part = new double[size];
              int from = c * CHUNK;
              gramChunk(n, from, Math.min(n, from + CHUNK), x, p, y, q, part);
              parts[c] = part;
            });
    for (double[] part : parts) {
      for (int e = 0; e < size; e++) {
        sum[e] += part[e];
      }
    }
    return sum;
  }

  /** Eight dot products at a time share the loads of two columns of X and four of Y. */
  private static void gramChunk(
      int n, int from, int to, double[] x, int p, double[] y, int q, double[] out) {
    int i = 0;
    for (; i + 2 <= p; i += 2) {
      int j = 0;
      for (; j + 4 <= q; j += 4) {
        gramTile(from, to, x, i * n, i * n + n, y, j * n, n, out, j * p + i, p);
      }
      for (; j < q; j++) {
        out[j * p + i] = Vectors.dot(to - from, x, i * n + from, y, j * n + from);
        out[j * p + i + 1] = Vectors.dot(to - from, x, (i + 1) * n + from, y, j * n + from);
      }
    }
    for (; i < p; i++) {
      for (int j = 0; j < q; j++) {
        out[j * p + i] = Vectors.dot(to - from, x, i * n + from, y, j * n + from);
      }
    }
  }

  private static void gramTile(
      int from,
      int to,
      double[] x,
      int x0,
      int x1,
      double[] y,
      int y0,
      int n,
      double[] out,
      int at,
      int stride) {
    int y1 = y0 + n;
    int y2 = y1 + n;
    int y3 = y2 + n;
    double s00 = 0.0;
    double s01 = 0.0;
    double s02 = 0.0;
    double s03 = 0.0;
    double s10 = 0.0;
    double s11 = 0.0;
    double s12 = 0.0;
    double s13 = 0.0;
    for (int r = from; r < to; r++) {
      double a = x[x0 + r];
      double b = x[x1 + r];
      s00 += a * y[y0 + r];
      s01 += a * y[y1 + r];
      s02 += a * y[y2 + r];
      s03 += a * y[y3 + r];
      s10 += b * y[y0 + r];
      s11 += b * y[y1 + r];
      s12 += b * y[y2 + r];
      s13 += b * y[y3 + r];
    }
    out[at] = s00;
    out[at + stride] = s01;
    out[at + 2 * stride] = s02;
    out[at + 3 * stride] = s03;
    out[at + 1] = s10;
    out[at + 1 + stride] = s11;
    out[at + 1 + 2 * stride] = s12;
    out[at + 1 + 3 * stride] = s13;
  }

  /** The Gram matrix X'·Y of two blocks for which it is symmetric; averaged with its transpose. */
  public static double[] symmetricGram(int n, double[] x, double[] y, int m) {
    double[] g = gram(n, x, m, y, m);
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < j; i++) {
        double mean = 0.5 * (g[j * m + i] + g[i * m + j]);
        g[j * m + i] = mean;
        g[i * m + j] = mean;
      }
    }
    return g;
  }

  /**
   * Y += alpha·X·C for the first p columns of X; C is p x q column-major. Time 2·n·p·q.
   *
   * @param y n·q values from {@code yOffset}; not {@code x}
   */
  public static void addProduct(
      int n, double alpha, double[] x, int p, double[] c, int q, double[] y, int yOffset) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            chunk -> {
              int from = chunk * CHUNK;
              int rows = Math.min(n, from + CHUNK) - from;
              addChunk(n, from, rows, alpha, x, p, c, q, y, yOffset);
            });
  }

  /** Four columns of X, which stay in cache, for all of Y. */
  private static void addChunk(
      int n,
      int from,
      int rows,
      double alpha,
      double[] x,
      int p,
      double[] c,
      int q,
      double[] y,
      int yOffset) {
    int i = 0;
    for (; i + 4 <= p; i += 4) {
      int x0 = i * n + from;
      int x1 = x0 + n;
      int x2 = x1 + n;
      int x3 = x2 + n;
      for (int j = 0; j < q; j++) {
        int out = yOffset + j * n + from;
        double c0 = alpha * c[j * p + i];
        double c1 = alpha * c[j * p + i + 1];
        double c2 = alpha * c[j * p + i + 2];
        double c3 = alpha * c[j * p + i + 3];
        for (int r = 0; r < rows; r++) {
          y[out + r] += (c0 * x[x0 + r] + c1 * x[x1 + r]) + (c2 * x[x2 + r] + c3 * x[x3 + r]);
        }
      }
    }
    for (; i < p; i++) {
      for (int j = 0; j < q; j++) {
        Vectors.axpy(rows, alpha * c[j * p + i], x, i * n + from, y, yOffset + j * n + from);
      }
    }
  }

  /** The n x q product X·C, a new array of exactly n·q values. */
  public static double[] product(int n, double[] x, int p, double[] c, int q) {
    double[] y = new double[Math.multiplyExact(n, q)];
    addProduct(n, 1.0, x, p, c, q, y, 0);
    return y;
  }

  /**
   * The first q columns of X become X·C, in place, for the first m columns of X; C is m x q
   * column-major, q at most m. Time 2·n·m·q.
   */
  public static void rotate(int n, double[] x, int m, double[] c, int q) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            chunk -> {
              int from = chunk * CHUNK;
              int rows = Math.min(n, from + CHUNK) - from;
              double[] own = new double[rows * m];
              for (int j = 0; j < m; j++) {
                System.arraycopy(x, j * n + from, own, j * rows, rows);
              }
              double[] rotated = new double[rows * q];
              addChunk(rows, 0, rows, 1.0, own, m, c, q, rotated, 0);
              for (int j = 0; j < q; j++) {
                System.arraycopy(rotated, j * rows, x, j * n + from, rows);
              }
            });
  }

  /** The largest entry of |G − I| for the m x m matrix G; NaN when one is NaN. */
  public static double offIdentity(double[] gram, int m) {
    double worst = 0.0;
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        double off = Math.abs(gram[j * m + i] - (i == j ? 1.0 : 0.0));
        // NaN must show.
        worst = off <= worst ? worst : off;
      }
    }
    return worst;
  }
}
