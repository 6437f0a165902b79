package dev.concord.linalg.pencil;

import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.TallSkinny;
import java.util.Arrays;

/** Vectors of a pencil together with their products: V, A·V and B·V, column-major. */
final class PencilBlock {
  /** Directions whose B-norm falls below this part of the largest one's are dropped. */
  private static final double DROP = 1e-12;

  private final int n;
  private int columns;
  private double[] v;
  private double[] av;
  private double[] bv;

  PencilBlock(int n, int columns, double[] v, double[] av, double[] bv) {
    this.n = n;
    this.columns = columns;
    this.v = v;
    this.av = av;
    this.bv = bv;
  }

  static PencilBlock empty(int n) {
    return new PencilBlock(n, 0, new double[0], new double[0], new double[0]);
  }

  int columns() {
    return columns;
  }

  double[] v() {
    return v;
  }

  double[] av() {
    return av;
  }

  double[] bv() {
    return bv;
  }

  /**
   * V'AV for the columns V of all blocks, s x s, symmetric: from the products of the earlier of two
   * blocks, and averaged with its transpose on the diagonal.
   */
  static double[] projected(PencilBlock[] blocks, int s) {
    double[] h = new double[s * s];
    int left = 0;
    for (int b = 0; b < blocks.length; b++) {
      PencilBlock first = blocks[b];
      int at = left;
      for (int o = b; o < blocks.length; o++) {
        PencilBlock second = blocks[o];
        double[] gram =
            o == b
                ? TallSkinny.symmetricGram(first.n, first.v, first.av, first.columns)
                : TallSkinny.gram(first.n, second.v, second.columns, first.av, first.columns);
        for (int j = 0; j < first.columns; j++) {
          for (int i = 0; i < second.columns; i++) {
            h[(left + j) * s + at + i] = gram[j * second.columns + i];
            h[(at + i) * s + left + j] = gram[j * second.columns + i];
          }
        }
        at += second.columns;
      }
      left += first.columns;
    }
    return h;
  }

  /** V·C for the columns V of all blocks, and the same of the products; C is s x q. */
  static PencilBlock combination(PencilBlock[] blocks, double[] c, int s, int q) {
    int n = blocks[0].n;
    double[] v = new double[Math.multiplyExact(n, q)];
    double[] av = new double[v.length];
    double[] bv = new double[v.length];
    int row = 0;
    for (PencilBlock block : blocks) {
      double[] part = new double[block.columns * q];
      for (int j = 0; j < q; j++) {
        System.arraycopy(c, j * s + row, part, j * block.columns, block.columns);
      }
      TallSkinny.addProduct(n, 1.0, block.v, block.columns, part, q, v, 0);
      TallSkinny.addProduct(n, 1.0, block.av, block.columns, part, q, av, 0);
      TallSkinny.addProduct(n, 1.0, block.bv, block.columns, part, q, bv, 0);
      row += block.columns;
    }
    return new PencilBlock(n, q, v, av, bv);
  }

  /** Recomputes both products. */
  void multiply(LinearOperator a, LinearOperator b) {
    multiplyA(a);
    multiplyB(b);
  }

  void multiplyA(LinearOperator a) {
    av = new double[v.length];
    if (columns > 0) {
      a.apply(v, av, columns);
    }
  }

  void multiplyB(LinearOperator b) {
    bv = new double[v.length];
    if (columns > 0) {
      b.apply(v, bv, columns);
    }
  }

  /**
   * V := V − Q·(BQ)'V for the B-orthonormal {@code q}; the products follow where {@code av} is
   * present.
   */
  void orthogonalizeTo(PencilBlock q) {
    if (q.columns == 0 || columns == 0) {
      return;
    }
    double[] along = TallSkinny.gram(n, q.bv, q.columns, v, columns);
    TallSkinny.addProduct(n, -1.0, q.v, q.columns, along, columns, v, 0);
    if (av.length > 0) {
      TallSkinny.addProduct(n, -1.0, q.av, q.columns, along, columns, av, 0);
    }
    if (bv.length > 0) {
      TallSkinny.addProduct(n, -1.0, q.bv, q.columns, along, columns, bv, 0);
    }
  }

  /**
   * Makes the columns B-orthonormal: by Cholesky when the scaled Gram matrix is well conditioned,
   * else by its eigenvectors, without those directions that depend on the others (Stathopoulos and
   * Wu 2002; Duersch et al. 2018). The number of columns may fall.
   */
  void orthonormalize() {
    for (int pass = 0; pass < 3 && columns > 0; pass++) {
      double[] gram = TallSkinny.symmetricGram(n, v, bv, columns);
      if (pass > 0 && offIdentity(gram, columns) < 1e-14 * columns) {
        return;
      }
      double[] factor = inverseRoot(gram, columns);
      replace(factor, factor.length / columns);
    }
  }

  private void replace(double[] c, int q) {
    v = TallSkinny.product(n, v, columns, c, q);
    av = av.length > 0 ? TallSkinny.product(n, av, columns, c, q) : av;
    bv = TallSkinny.product(n, bv, columns, c, q);
    columns = q;
  }

  static double offIdentity(double[] gram, int m) {
    double worst = 0.0;
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        double off = Math.abs(gram[j * m + i] - (i == j ? 1.0 : 0.0));
        // NaN fails this comparison.
        worst = off <= worst ? worst : off;
      }
    }
    return worst;
  }

  /** C, m x q with q at most m, such that C'GC = I and no kept direction is negligible. */
  private static double[] inverseRoot(double[] gram, int m) {
    double[] scale = new double[m];
    for (int j = 0; j < m; j++) {
      double d = gram[j * m + j];
      scale[j] = d > 0.0 && d < Double.POSITIVE_INFINITY ? 1.0 / Math.sqrt(d) : 0.0;
    }
    double[] scaled = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        scaled[j * m + i] = gram[j * m + i] * scale[i] * scale[j];
      }
    }
    double[] eigenvectors = scaled.clone();
    double[] values = DenseSymmetric.eigen(m, eigenvectors);
    if (values[0] > 1e-4 * values[m - 1] && DenseSymmetric.cholesky(m, scaled)) {
      return scaleRows(inverseTransposed(scaled, m), scale, m, m);
    }
    int first = 0;
    while (first < m && !(values[first] > DROP * values[m - 1])) {
      first++;
    }
    int kept = m - first;
    double[] c = new double[m * kept];
    for (int j = 0; j < kept; j++) {
      // The strongest direction first.
      int from = m - 1 - j;
      double factor = 1.0 / Math.sqrt(values[from]);
      for (int i = 0; i < m; i++) {
        c[j * m + i] = eigenvectors[from * m + i] * factor;
      }
    }
    return scaleRows(c, scale, m, kept);
  }

  private static double[] scaleRows(double[] c, double[] scale, int m, int q) {
    for (int j = 0; j < q; j++) {
      for (int i = 0; i < m; i++) {
        c[j * m + i] *= scale[i];
      }
    }
    return c;
  }

  /** The upper triangular inverse of L' for the lower triangular factor L. */
  private static double[] inverseTransposed(double[] l, int m) {
    double[] inverse = new double[m * m];
    for (int j = 0; j < m; j++) {
      inverse[j * m + j] = 1.0 / l[j * m + j];
      for (int i = j - 1; i >= 0; i--) {
        double sum = 0.0;
        for (int k = i + 1; k <= j; k++) {
          sum += l[i * m + k] * inverse[j * m + k];
        }
        inverse[j * m + i] = -sum / l[i * m + i];
      }
    }
    return inverse;
  }

  /** The first {@code q} columns of V, a copy. */
  double[] leading(int q) {
    return Arrays.copyOf(v, n * q);
  }
}
