package dev.concord.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The nearest points of some rows among the panels searched so far, by exact distance.
 *
 * @param rowIds dense ids of the rows
 * @param k at most so many neighbours a row
 * @param counts neighbours of each row
 * @param index rows·k dense ids, ascending by (distance, index) within a row
 * @param distance rows·k Euclidean distances
 */
@DefaultSerializer(JavaSerializer.class)
public record ExactLists(int[] rowIds, int k, int[] counts, int[] index, double[] distance)
    implements Serializable {

  /** Lists without neighbours, to merge into. */
  public static ExactLists empty(int[] rowIds, int k) {
    int size = Math.multiplyExact(rowIds.length, k);
    return new ExactLists(rowIds, k, new int[rowIds.length], new int[size], new double[size]);
  }

  /**
   * The nearest k of both, by (distance, index). The order of merging does not change the result.
   * Time O(rows · k).
   *
   * @throws IllegalArgumentException if the lists are not of the same rows and k
   */
  public static ExactLists merge(ExactLists a, ExactLists b) {
    if (a.k != b.k || !Arrays.equals(a.rowIds, b.rowIds)) {
      throw new IllegalArgumentException("exact lists of different rows");
    }
    ExactLists c = empty(a.rowIds, a.k);
    for (int r = 0; r < a.rowIds.length; r++) {
      int base = r * a.k;
      int p = base;
      int q = base;
      int endP = base + a.counts[r];
      int endQ = base + b.counts[r];
      int out = base;
      while (out < base + a.k && (p < endP || q < endQ)) {
        boolean fromA = q == endQ || (p < endP && before(a, p, b, q));
        ExactLists from = fromA ? a : b;
        int at = fromA ? p++ : q++;
        c.index[out] = from.index[at];
        c.distance[out++] = from.distance[at];
      }
      c.counts[r] = out - base;
    }
    return c;
  }

  private static boolean before(ExactLists a, int p, ExactLists b, int q) {
    int order = Double.compare(a.distance[p], b.distance[q]);
    return order < 0 || (order == 0 && a.index[p] < b.index[q]);
  }

  /** Puts a point in its place in row {@code r}, if it belongs to the k nearest. */
  public void insert(int r, int id, double d) {
    counts[r] = NearestPoints.insert(index, distance, r * k, k, counts[r], id, d);
  }
}
