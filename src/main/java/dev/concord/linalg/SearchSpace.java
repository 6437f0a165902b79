package dev.concord.linalg;

import dev.concord.error.MemoryException;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An orthonormal basis W of a search space with its images S·W and L·W, and the Ritz pairs of the
 * pencil (S, L) in it. Sums over n are taken by one thread each, so their bits do not depend on the
 * number of cores.
 */
final class SearchSpace {
  private static final int ROWS = 4096;

  private final int n;
  private final int capacity;
  private final double[] w;
  private final double[] sw;
  private final double[] lw;
  private final double[] gramS;
  private final double[] gramL;
  private int m;
  private double[] ritzVectors = new double[0];
  private double lastNorm;
  private double lastScale;

  SearchSpace(int n, int capacity, String where) {
    this.n = n;
    this.capacity = capacity;
    if ((long) n * capacity > Integer.MAX_VALUE - 8) {
      throw new MemoryException(
          String.format(
              "%s: %d basis vectors of length %d have more than 2^31 entries; lower %s.max-feasible.",
              where, capacity, n, where));
    }
    w = new double[n * capacity];
    sw = new double[n * capacity];
    lw = new double[n * capacity];
    gramS = new double[capacity * capacity];
    gramL = new double[capacity * capacity];
  }

  int dimension() {
    return m;
  }

  int capacity() {
    return capacity;
  }

  /** Orthonormalizes x, which is changed, against the basis and adds it when something is left. */
  boolean append(double[] x) {
    double before = Vectors.norm(n, x, 0);
    if (!(before > 0.0) || m == capacity) {
      return false;
    }
    Vectors.scale(n, 1.0 / before, x, 0);
    double left = 1.0;
    for (int pass = 0; pass < 3; pass++) {
      double[] c = dots(w, x, m);
      subtract(w, c, m, x);
      double norm = Vectors.norm(n, x, 0);
      left *= norm;
      if (!(left > 1e-12)) {
        return false;
      }
      Vectors.scale(n, 1.0 / norm, x, 0);
      if (norm > 0.7) {
        break;
      }
    }
    System.arraycopy(x, 0, w, m * n, n);
    m++;
    return true;
  }

  /** Columns [from, from + count) of W, a copy. */
  double[] columns(int from, int count) {
    return Arrays.copyOfRange(w, from * n, (from + count) * n);
  }

  /** Stores the images of those columns and their inner products with all of W. */
  void images(int from, int count, double[] sx, double[] lx) {
    System.arraycopy(sx, 0, sw, from * n, n * count);
    System.arraycopy(lx, 0, lw, from * n, n * count);
    for (int j = from; j < from + count; j++) {
      double[] x = Arrays.copyOfRange(sx, (j - from) * n, (j - from + 1) * n);
      double[] inS = dots(w, x, m);
      System.arraycopy(lx, (j - from) * n, x, 0, n);
      double[] inL = dots(w, x, m);
      for (int i = 0; i < m; i++) {
        set(gramS, i, j, inS[i]);
        set(gramL, i, j, inL[i]);
      }
    }
  }

  private void set(double[] gram, int i, int j, double value) {
    gram[j * capacity + i] = value;
    gram[i * capacity + j] = value;
  }

  /** Ritz values, falling; their vectors are kept until the basis changes. */
  double[] ritz() {
    double[] a = compact(gramS);
    double[] values = DenseSymmetric.generalizedEigen(m, a, compact(gramL));
    double[] falling = new double[m];
    ritzVectors = new double[m * m];
    for (int j = 0; j < m; j++) {
      falling[j] = values[m - 1 - j];
      System.arraycopy(a, (m - 1 - j) * m, ritzVectors, j * m, m);
      Vectors.scale(m, 1.0 / Vectors.norm(m, ritzVectors, j * m), ritzVectors, j * m);
    }
    return falling;
  }

  private double[] compact(double[] gram) {
    double[] out = new double[m * m];
    for (int j = 0; j < m; j++) {
      System.arraycopy(gram, j * capacity, out, j * m, m);
    }
    return out;
  }

  /** S·x − μ·L·x of the j-th Ritz vector, which has length 1; sets its norm and scale. */
  double[] residual(int j, double mu) {
    double[] y = Arrays.copyOfRange(ritzVectors, j * m, (j + 1) * m);
    double[] sx = combine(sw, y);
    double[] lx = combine(lw, y);
    lastScale = Vectors.norm(n, sx, 0) + Math.abs(mu) * Vectors.norm(n, lx, 0);
    Vectors.axpy(n, -mu, lx, 0, sx, 0);
    lastNorm = Vectors.norm(n, sx, 0);
    return sx;
  }

  double lastNorm() {
    return lastNorm;
  }

  double lastScale() {
    return lastScale;
  }

  /** The first {@code count} Ritz vectors, n·count. */
  double[] ritzVectors(int count) {
    double[] out = new double[n * count];
    for (int j = 0; j < count; j++) {
      double[] x = combine(w, Arrays.copyOfRange(ritzVectors, j * m, (j + 1) * m));
      System.arraycopy(x, 0, out, j * n, n);
    }
    return out;
  }

  /** Shrinks the space to its first {@code keep} Ritz vectors. */
  void restart(int keep) {
    double[] y = Arrays.copyOf(ritzVectors, m * keep);
    int kept = keep;
    while (!Vectors.orthonormalize(m, y, 0, kept)) {
      // Ritz vectors that L can hardly tell apart: fewer of them.
      kept--;
      y = Arrays.copyOf(ritzVectors, m * kept);
    }
    rotate(w, y, kept);
    rotate(sw, y, kept);
    rotate(lw, y, kept);
    rotateGram(gramS, y, kept);
    rotateGram(gramL, y, kept);
    m = kept;
  }

  private void rotate(double[] block, double[] y, int keep) {
    int chunks = (n + ROWS - 1) / ROWS;
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            chunk -> {
              int from = chunk * ROWS;
              int rows = Math.min(ROWS, n - from);
              double[] out = new double[rows * keep];
              for (int j = 0; j < keep; j++) {
                for (int i = 0; i < m; i++) {
                  Vectors.axpy(rows, y[j * m + i], block, i * n + from, out, j * rows);
                }
              }
              for (int j = 0; j < keep; j++) {
                System.arraycopy(out, j * rows, block, j * n + from, rows);
              }
            });
  }

  private void rotateGram(double[] gram, double[] y, int keep) {
    double[] half = new double[m * keep];
    double[] out = new double[keep * keep];
    Vectors.multiply(m, m, keep, compact(gram), y, half);
    for (int j = 0; j < keep; j++) {
      for (int i = 0; i < keep; i++) {
        out[j * keep + i] = Vectors.dot(m, y, i * m, half, j * m);
      }
    }
    for (int j = 0; j < keep; j++) {
      for (int i = 0; i < keep; i++) {
        gram[j * capacity + i] = 0.5 * (out[j * keep + i] + out[i * keep + j]);
      }
    }
  }

  private double[] dots(double[] block, double[] x, int count) {
    double[] c = new double[count];
    IntStream range = IntStream.range(0, count);
    (n > ROWS ? range.parallel() : range).forEach(i -> c[i] = Vectors.dot(n, block, i * n, x, 0));
    return c;
  }

  private void subtract(double[] block, double[] c, int count, double[] x) {
    IntStream range = IntStream.range(0, (n + ROWS - 1) / ROWS);
    range
        .parallel()
        .forEach(
            chunk -> {
              int from = chunk * ROWS;
              int rows = Math.min(ROWS, n - from);
              for (int i = 0; i < count; i++) {
                Vectors.axpy(rows, -c[i], block, i * n + from, x, from);
              }
            });
  }

  private double[] combine(double[] block, double[] y) {
    double[] x = new double[n];
    double[] minus = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      minus[i] = -y[i];
    }
    subtract(block, minus, y.length, x);
    return x;
  }
}
