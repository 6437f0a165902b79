package dev.concord.partition.coloring;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/** Collects weighted pairs of nodes into a symmetric matrix; weights of a repeated pair add up. */
public final class NodePairs {
  private final int nodes;
  private long[] keys = new long[16];
  private double[] weights = new double[16];
  private int size;

  public NodePairs(int nodes) {
    this.nodes = nodes;
  }

  /** Adds {@code weight} to the pair (a, b), a and b different, in either order. */
  public void add(int a, int b, double weight) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      weights = Arrays.copyOf(weights, 2 * size);
    }
    keys[size] = ((long) Math.min(a, b) << 32) | Math.max(a, b);
    weights[size++] = weight;
  }

  /** The matrix; sums run in the order of the additions. Time O(P log P). */
  public CsrMatrix matrix() {
    long[] distinct = Arrays.copyOf(keys, size);
    Arrays.sort(distinct);
    int count = 0;
    for (int p = 0; p < size; p++) {
      if (p == 0 || distinct[p] != distinct[p - 1]) {
        distinct[count++] = distinct[p];
      }
    }
    double[] sum = new double[count];
    for (int p = 0; p < size; p++) {
      sum[Arrays.binarySearch(distinct, 0, count, keys[p])] += weights[p];
    }
    int[] rowPtr = new int[nodes + 1];
    for (int p = 0; p < count; p++) {
      rowPtr[(int) (distinct[p] >>> 32) + 1]++;
      rowPtr[(int) distinct[p] + 1]++;
    }
    for (int v = 0; v < nodes; v++) {
      rowPtr[v + 1] += rowPtr[v];
    }
    int[] col = new int[2 * count];
    double[] val = new double[2 * count];
    int[] next = Arrays.copyOf(rowPtr, nodes);
    // Ascending keys fill every row in ascending order: first its smaller partners, then greater.
    for (int p = 0; p < count; p++) {
      int low = (int) (distinct[p] >>> 32);
      int high = (int) distinct[p];
      col[next[low]] = high;
      val[next[low]++] = sum[p];
      col[next[high]] = low;
      val[next[high]++] = sum[p];
    }
    return new CsrMatrix(nodes, rowPtr, col, val);
  }
}
