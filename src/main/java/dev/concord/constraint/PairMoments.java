package dev.concord.constraint;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The quadratic ½ z'Az + b'z + c of Li and Liu, "Constrained Clustering by Spectral Kernel
 * Learning", equations 12 to 14: with y_i the rows of the n x m matrix of eigenvectors, y_ij the
 * elementwise product of rows i and j, t = 1 for a must-link and 0 for a cannot-link, and w the
 * weights,
 *
 * <pre>A = 2 Σ w² y_ij y_ij',   b = -2 Σ w² t y_ij,   c = Σ w² t²</pre>
 *
 * over the given pairs, each counted once (equation 7, multiplicity 1) or twice (equation 8,
 * multiplicity 2), and over every point's pair with itself (t = 1, w = 1), always counted once.
 *
 * <p>With {@link PairProducts#SYMMETRIC} y_ij is the symmetric outer product (y_i y_j' + y_j y_i')
 * / 2 instead, as a vector of its m(m+1)/2 lower entries, those off the diagonal times the root of
 * 2. With M as such a vector z, y_ij'z = y_i'My_j: the quadratic is then sum w² (y_i'My_j - t)²,
 * the objective of Li, Liu and Tang, "Constrained Clustering via Spectral Regularization" (CVPR
 * 2009).
 *
 * <p>Sums are taken in one fixed order, wherever they are computed: pairs and points are cut into
 * chunks of {@value #CHUNK}, each chunk is summed on its own from zero in index order, and the
 * partial sums are added one after the other, pair chunks first, then point chunks, both in
 * ascending order. One thread, many threads and many machines give the same bits. Cost: m(m+1)/2
 * multiply-adds a pair or point; a partial sum takes 8 (m(m+1)/2 + m + 1) bytes.
 */
@DefaultSerializer(JavaSerializer.class)
public final class PairMoments implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Pairs or points summed on their own. */
  public static final int CHUNK = 65_536;

  private final int m;
  private final double[] upper;
  private final double[] b;
  private final double[] c;

  private PairMoments(int m) {
    this.m = m;
    this.upper = new double[PairProducts.packedLength(m)];
    this.b = new double[m];
    this.c = new double[1];
  }

  /** The terms of a must-link in b and c. */
  private void addTarget(double[] y, double factor) {
    for (int q = 0; q < y.length; q++) {
      b[q] -= 2.0 * factor * y[q];
    }
    c[0] += factor;
  }

  private static void addOuter(double[] y, double factor, double[] packedUpperA) {
    int m = y.length;
    int base = 0;
    for (int q = 0; q < m; q++) {
      double scaled = factor * y[q];
      // Entry (q, s) is at base + s, with base = q m - q (q + 1) / 2.
      for (int s = q; s < m; s++) {
        packedUpperA[base + s] += scaled * y[s];
      }
      base += m - q - 1;
    }
  }

  /**
   * The partial sum of the pairs [from, to), which must be one chunk: at most {@value #CHUNK}.
   *
   * @param rows row-major, m columns; {@code first} and {@code second} index its rows
   * @param multiplicity 1 (equation 7) or 2 (equation 8)
   */
  public static PairMoments ofPairs(
      int from,
      int to,
      int[] first,
      int[] second,
      boolean[] must,
      double[] weight,
      double[] rows,
      int m,
      double multiplicity) {
    return ofPairs(
        from, to, first, second, must, weight, rows, m, multiplicity, PairProducts.ELEMENTWISE);
  }

  private static PairMoments ofPairs(
      int from,
      int to,
      int[] first,
      int[] second,
      boolean[] must,
      double[] weight,
      double[] rows,
      int m,
      double multiplicity,
      PairProducts products) {
    checkChunk(from, to);
    PairMoments part = new PairMoments(products.length(m));
    double[] y = new double[part.m];
    for (int p = from; p < to; p++) {
      double factor = multiplicity * weight[p] * weight[p];
      products.multiply(rows, first[p] * m, second[p] * m, m, y);
      addOuter(y, 2.0 * factor, part.upper);
      if (must[p]) {
        part.addTarget(y, factor);
      }
    }
    return part;
  }

  /**
   * The partial sum of the diagonal terms of the rows [from, to), which must be one chunk.
   *
   * @param counted which rows have such a term, or null: all
   */
  public static PairMoments ofPoints(
      int from, int to, double[] rows, int m, boolean @Nullable [] counted) {
    return ofPoints(from, to, rows, m, counted, PairProducts.ELEMENTWISE);
  }

  private static PairMoments ofPoints(
      int from, int to, double[] rows, int m, boolean @Nullable [] counted, PairProducts products) {
    checkChunk(from, to);
    PairMoments part = new PairMoments(products.length(m));
    double[] y = new double[part.m];
    for (int i = from; i < to; i++) {
      if (counted == null || counted[i]) {
        products.multiply(rows, i * m, i * m, m, y);
        addOuter(y, 2.0, part.upper);
        part.addTarget(y, 1.0);
      }
    }
    return part;
  }

  /** Number of chunks that {@code count} pairs or points are cut into. */
  public static int chunks(int count) {
    return (int) (((long) count + CHUNK - 1) / CHUNK);
  }

  /** Where chunk {@code chunk} of {@code count} starts; chunk = chunks(count) gives count. */
  public static int chunkStart(int chunk, int count) {
    return (int) Math.min((long) chunk * CHUNK, count);
  }

  /**
   * The sum of partial sums, added in list order: all pair chunks ascending, then all point chunks
   * ascending.
   *
   * @throws IllegalArgumentException for an empty list or partial sums of different m
   * @throws ArithmeticException if a sum is not a finite number
   */
  public static PairMoments combine(List<PairMoments> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("no partial sums to combine");
    }
    int m = parts.get(0).m;
    PairMoments sum = new PairMoments(m);
    for (PairMoments part : parts) {
      if (part.m != m) {
        throw new IllegalArgumentException("partial sums of m = " + m + " and m = " + part.m);
      }
      add(part.upper, sum.upper);
      add(part.b, sum.b);
      add(part.c, sum.c);
    }
    requireFinite(sum.upper);
    requireFinite(sum.b);
    requireFinite(sum.c);
    return sum;
  }

  /**
   * All sums on this machine, chunks on all cores.
   *
   * @param rows the eigenvectors as rows, n x m, row-major, n = pairs.points()
   * @param multiplicity 1 (equation 7) or 2 (equation 8)
   * @param counted which points have a diagonal term, or null: all
   */
  public static PairMoments local(
      PairConstraints pairs, double[] rows, int m, int multiplicity, boolean @Nullable [] counted) {
    return local(pairs, rows, m, multiplicity, counted, PairProducts.ELEMENTWISE);
  }

  /**
   * As {@link #local(PairConstraints, double[], int, int, boolean[])}, with y_ij computed by {@code
   * products}; y_ij has length {@link PairProducts#length}.
   */
  public static PairMoments local(
      PairConstraints pairs,
      double[] rows,
      int m,
      int multiplicity,
      boolean @Nullable [] counted,
      PairProducts products) {
    if (multiplicity != 1 && multiplicity != 2) {
      throw new IllegalArgumentException("multiplicity " + multiplicity + " must be 1 or 2");
    }
    return local(
        pairs.points(),
        pairs.first(),
        pairs.second(),
        pairs.mustLink(),
        pairs.weight(),
        rows,
        m,
        multiplicity,
        counted,
        products);
  }

  static PairMoments local(
      int n,
      int[] first,
      int[] second,
      boolean[] must,
      double[] weight,
      double[] rows,
      int m,
      double multiplicity,
      boolean @Nullable [] counted,
      PairProducts products) {
    if (m < 1 || rows.length != (long) n * m) {
      throw new IllegalArgumentException(
          rows.length + " entries are not " + n + " rows of " + m + " columns");
    }
    int count = first.length;
    int pairChunks = chunks(count);
    PairMoments[] parts = new PairMoments[pairChunks + chunks(n)];
    IntStream.range(0, parts.length)
        .parallel()
        .forEach(
            chunk -> {
              int q = chunk - pairChunks;
              parts[chunk] =
                  q < 0
                      ? ofPairs(
                          chunkStart(chunk, count),
                          chunkStart(chunk + 1, count),
                          first,
                          second,
                          must,
                          weight,
                          rows,
                          m,
                          multiplicity,
                          products)
                      : ofPoints(
                          chunkStart(q, n), chunkStart(q + 1, n), rows, m, counted, products);
            });
    return parts.length == 0 ? new PairMoments(products.length(m)) : combine(Arrays.asList(parts));
  }

  private static void add(double[] part, double[] sum) {
    for (int q = 0; q < sum.length; q++) {
      sum[q] += part[q];
    }
  }

  private static void requireFinite(double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new ArithmeticException(
            "a sum over pairs of eigenvector rows is " + value + "; the rows hold such a value");
      }
    }
  }

  private static void checkChunk(int from, int to) {
    if (from < 0 || to < from || to - from > CHUNK) {
      throw new IllegalArgumentException(
          "[" + from + ", " + to + ") is not a chunk of at most " + CHUNK);
    }
  }

  /** A as a full symmetric matrix, m·m, row-major. A new array. */
  public double[] a() {
    double[] a = new double[m * m];
    int at = 0;
    for (int q = 0; q < m; q++) {
      for (int s = q; s < m; s++) {
        a[q * m + s] = upper[at];
        a[s * m + q] = upper[at];
        at++;
      }
    }
    return a;
  }

  /** The vector b, length m. A new array. */
  public double[] b() {
    return b.clone();
  }

  /** The constant c. */
  public double c() {
    return c[0];
  }
}
