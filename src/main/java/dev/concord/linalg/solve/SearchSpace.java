package dev.concord.linalg.solve;

import dev.concord.error.MemoryException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.Orthogonalization;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import java.util.Arrays;

/**
 * An orthonormal basis W of a search space with its images S·W and L·W, and the Ritz pairs of the
 * pencil (S, L) in it. Sums over n are taken in chunks of fixed size, so their bits do not depend
 * on the number of cores.
 */
final class SearchSpace {
  private final int n;
  private final int capacity;
  private final double[] w;
  private final double[] sw;
  private final double[] lw;
  private final double[] gramS;
  private final double[] gramL;
  private int m;
  private double[] ritzVectors = new double[0];

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

  /**
   * Orthonormalizes the columns of x, which is changed, against the basis and each other, and adds
   * the independent ones.
   */
  void append(double[] x, int columns) {
    m +=
        Orthogonalization.append(
            n,
            w,
            m,
            x,
            columns,
            capacity - m,
            Orthogonalization.Projection.NONE,
            1e-12,
            new double[columns * columns]);
  }

  /** Columns [from, from + count) of W, a copy. */
  double[] columns(int from, int count) {
    return Arrays.copyOfRange(w, from * n, (from + count) * n);
  }

  /** Stores the images of those columns and their inner products with all of W. */
  void images(int from, int count, double[] sx, double[] lx) {
    System.arraycopy(sx, 0, sw, from * n, n * count);
    System.arraycopy(lx, 0, lw, from * n, n * count);
    double[] inS = TallSkinny.gram(n, w, m, sx, count);
    double[] inL = TallSkinny.gram(n, w, m, lx, count);
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < m; i++) {
        set(gramS, i, from + j, inS[j * m + i]);
        set(gramL, i, from + j, inL[j * m + i]);
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

  /**
   * S·x − μ·L·x of the Ritz vectors [from, from + count), which have length 1.
   *
   * @param scales receives ‖S·x‖ + |μ|·‖L·x‖ of each
   * @return n·count values, column-major
   */
  double[] residuals(int from, int count, double[] mu, double[] scales) {
    double[] y = Arrays.copyOfRange(ritzVectors, from * m, (from + count) * m);
    double[] sx = TallSkinny.product(n, sw, m, y, count);
    double[] lx = TallSkinny.product(n, lw, m, y, count);
    for (int j = 0; j < count; j++) {
      double value = mu[from + j];
      scales[j] = Vectors.norm(n, sx, j * n) + Math.abs(value) * Vectors.norm(n, lx, j * n);
      Vectors.axpy(n, -value, lx, j * n, sx, j * n);
    }
    return sx;
  }

  /** The first {@code count} Ritz vectors, n·count. */
  double[] ritzVectors(int count) {
    return TallSkinny.product(n, w, m, Arrays.copyOf(ritzVectors, m * count), count);
  }

  /** L times the first {@code count} Ritz vectors, n·count. */
  double[] ritzImages(int count) {
    return TallSkinny.product(n, lw, m, Arrays.copyOf(ritzVectors, m * count), count);
  }

  /** Shrinks the space to its first {@code keep} Ritz vectors. */
  void restart(int keep) {
    double[] y = Arrays.copyOf(ritzVectors, m * keep);
    int kept = keep;
    while (!Vectors.orthonormalize(m, y, 0, kept)) {
      // Ritz vectors that are almost dependent in L: fewer of them.
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
    double[] out = TallSkinny.product(n, block, m, y, keep);
    System.arraycopy(out, 0, block, 0, out.length);
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
}
