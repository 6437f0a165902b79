package dev.concord.linalg;

import java.util.SplittableRandom;

/**
 * The leading right singular vectors of a matrix, by randomized subspace iteration: Halko,
 * Martinsson and Tropp, Finding structure with randomness, SIAM Review 53 (2011), algorithms 4.4
 * and 5.1. Good for coordinates, not for digits: after a few rounds the space holds nearly as much
 * of the matrix as the best one of its dimension.
 *
 * <p>Java arithmetic in a fixed order: the same bits on every machine, for any number of cores.
 *
 * @param axes n·count, one unit vector after the other, by falling value; orthogonal to rounding
 * @param values squared lengths of the matrix along the axes, falling
 * @param total squared Frobenius norm of the matrix
 */
public record DominantSubspace(double[] axes, double[] values, double total) {
  private static final int ROUNDS = 3;

  /** Extra vectors, which make the wanted ones better. */
  private static final int OVERSAMPLING = 8;

  /** Relative length below which a direction counts as not there. */
  private static final double NEGLIGIBLE = 1e-12;

  /**
   * At most {@code count} axes; fewer when the matrix has a lower rank. Time some 12·m·n·count,
   * memory 8·(m + 2n)·count bytes.
   *
   * @param m rows
   * @param n columns
   * @param a m·n, column-major, not modified
   */
  public static DominantSubspace of(int m, int n, double[] a, int count, SplittableRandom random) {
    if (a.length != Math.multiplyExact(m, n) || count < 1) {
      throw new IllegalArgumentException(
          a.length + " values for " + m + " x " + n + ", " + count + " axes");
    }
    double total = 0.0;
    for (double value : a) {
      total += value * value;
    }
    Products dense =
        new Products() {
          @Override
          public double[] product(double[] q, int p) {
            return TallSkinny.product(m, a, n, q, p);
          }

          @Override
          public double[] transposed(double[] y, int p) {
            return TallSkinny.gram(m, a, n, y, p);
          }
        };
    return of(m, n, dense, total, count, random);
  }

  /** A matrix A, m x n, by its products. */
  public interface Products {
    /**
     * A·Q, m x p column-major.
     *
     * @param q n x p, column-major
     */
    double[] product(double[] q, int p);

    /**
     * A'·Y, n x p column-major.
     *
     * @param y m x p, column-major
     */
    double[] transposed(double[] y, int p);
  }

  /**
   * As {@link #of(int, int, double[], int, SplittableRandom)} for a matrix of which only products
   * are known: seven of them with count + 8 vectors.
   *
   * @param total squared Frobenius norm of the matrix
   */
  public static DominantSubspace of(
      int m, int n, Products a, double total, int count, SplittableRandom random) {
    int p = Math.min(count + OVERSAMPLING, Math.min(m, n));
    double[] q = new double[Math.multiplyExact(n, p)];
    for (int e = 0; e < q.length; e++) {
      q[e] = random.nextGaussian();
    }
    for (int round = 0; round < ROUNDS; round++) {
      p = q.length / n;
      q = orthonormal(n, a.transposed(a.product(q, p), p), p);
    }
    p = q.length / n;
    double[] y = a.product(q, p);
    double[] gram = TallSkinny.symmetricGram(m, y, y, p);
    double[] ascending = DenseSymmetric.eigen(p, gram);
    int kept = Math.min(count, p);
    double[] turn = new double[p * kept];
    double[] values = new double[kept];
    for (int j = 0; j < kept; j++) {
      System.arraycopy(gram, (p - 1 - j) * p, turn, j * p, p);
      values[j] = Math.max(0.0, ascending[p - 1 - j]);
    }
    return new DominantSubspace(TallSkinny.product(n, q, p, turn, kept), values, total);
  }

  /** Number of axes. */
  public int count() {
    return values.length;
  }

  /**
   * An orthonormal basis of the columns of X, by the eigenvectors of X'X, twice for accuracy;
   * directions of negligible length are left out.
   */
  private static double[] orthonormal(int n, double[] x, int p) {
    double[] basis = x;
    int columns = p;
    for (int pass = 0; pass < 2; pass++) {
      double[] gram = TallSkinny.symmetricGram(n, basis, basis, columns);
      double[] values = DenseSymmetric.eigen(columns, gram);
      double largest = columns == 0 ? 0.0 : values[columns - 1];
      int first = 0;
      while (first < columns && !(values[first] > NEGLIGIBLE * largest)) {
        first++;
      }
      int kept = columns - first;
      double[] turn = new double[columns * kept];
      for (int j = 0; j < kept; j++) {
        double scale = 1.0 / Math.sqrt(values[first + j]);
        for (int i = 0; i < columns; i++) {
          turn[j * columns + i] = scale * gram[(first + j) * columns + i];
        }
      }
      basis = TallSkinny.product(n, basis, columns, turn, kept);
      columns = kept;
    }
    return basis;
  }
}
