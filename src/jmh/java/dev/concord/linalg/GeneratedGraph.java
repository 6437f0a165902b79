package dev.concord.linalg;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The normalized adjacency of a graph of the shape of a neighbour graph: some ten entries a row at
 * random places, since ids say nothing about who is near whom, most of them within one of a number
 * of communities, so that eigenvalues stand out at the top of the spectrum as they do with data
 * that has clusters.
 */
final class GeneratedGraph {
  private static final int COMMUNITIES = 30;

  /** Of the edges, those that stay within a community, in parts of 16. */
  private static final int INSIDE = 15;

  private GeneratedGraph() {}

  /**
   * D<sup>-½</sup>WD<sup>-½</sup> with weights uniform in [0.1, 1). Time O(edges · log edges).
   *
   * @param entries entries a row on average; pairs drawn twice are joined, so a few less come out
   */
  static CsrMatrix normalizedAdjacency(int rows, int entries) {
    long[] pairs = pairs(rows, (int) ((long) rows * entries / 2));
    int[] rowPtr = new int[rows + 1];
    for (long pair : pairs) {
      rowPtr[(int) (pair >>> 32) + 1]++;
      rowPtr[(int) pair + 1]++;
    }
    for (int i = 0; i < rows; i++) {
      rowPtr[i + 1] += rowPtr[i];
    }
    int[] col = new int[2 * pairs.length];
    double[] val = new double[col.length];
    double[] degree = new double[rows];
    fill(pairs, Arrays.copyOf(rowPtr, rows), col, val, degree);
    for (int i = 0; i < rows; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        val[p] /= Math.sqrt(degree[i] * degree[col[p]]);
      }
    }
    return new CsrMatrix(rows, rowPtr, col, val);
  }

  /** Distinct pairs (i, j), i below j, packed into longs, ascending by j, then by i. */
  private static long[] pairs(int rows, int wanted) {
    SplittableRandom random = new SplittableRandom(1);
    long[] drawn = new long[wanted];
    for (int e = 0; e < wanted; ) {
      int i = random.nextInt(rows);
      int j = partner(random, rows, i);
      if (i != j) {
        drawn[e++] = (long) Math.max(i, j) << 32 | Math.min(i, j);
      }
    }
    return Arrays.stream(drawn).sorted().distinct().toArray();
  }

  /** A row's community is its number modulo that of communities. */
  private static int partner(SplittableRandom random, int rows, int i) {
    if (random.nextInt(16) >= INSIDE || rows < 2 * COMMUNITIES) {
      return random.nextInt(rows);
    }
    return i % COMMUNITIES + COMMUNITIES * random.nextInt(rows / COMMUNITIES);
  }

  /**
   * Both entries of every pair. A row's smaller columns come from the pairs of which it is the
   * larger end, which all stand before those of which it is the smaller: columns ascend.
   */
  private static void fill(long[] pairs, int[] next, int[] col, double[] val, double[] degree) {
    SplittableRandom random = new SplittableRandom(2);
    for (long pair : pairs) {
      int j = (int) (pair >>> 32);
      int i = (int) pair;
      double weight = random.nextDouble(0.1, 1.0);
      col[next[j]] = i;
      val[next[j]++] = weight;
      col[next[i]] = j;
      val[next[i]++] = weight;
      degree[i] += weight;
      degree[j] += weight;
    }
  }
}
