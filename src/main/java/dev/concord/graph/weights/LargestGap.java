package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import java.io.Serializable;

/**
 * Where neighbour distances of some points jump first: what the local proximity rule of {@link
 * Bandwidths} needs to know of them.
 *
 * @param neighbors the smallest m such that a point's largest gap follows its m-th neighbour
 * @param point the first such point
 * @param distance of that neighbour
 * @param anyPositive whether any listed distance is above 0
 */
@DefaultSerializer(JavaSerializer.class)
public record LargestGap(int neighbors, int point, double distance, boolean anyPositive)
    implements Serializable {

  /** Of some rows. Time O(rows·k). */
  public static LargestGap of(ListedRows rows) {
    return of(rows.ids(), rows.k(), rows.distance());
  }

  /** Of all rows. */
  public static LargestGap of(NeighborLists lists) {
    int[] ids = new int[lists.n()];
    java.util.Arrays.setAll(ids, i -> i);
    return of(ids, lists.k(), lists.distance());
  }

  private static LargestGap of(int[] ids, int k, double[] distance) {
    LargestGap found = new LargestGap(Integer.MAX_VALUE, Integer.MAX_VALUE, 0.0, false);
    boolean anyPositive = false;
    for (int i = 0; i < ids.length; i++) {
      int largest = 1;
      double gap = -1.0;
      for (int r = 1; r < k; r++) {
        double width = distance[i * k + r] - distance[i * k + r - 1];
        if (width > gap) {
          gap = width;
          largest = r;
        }
      }
      // Distances of a row ascend, so the last one decides.
      anyPositive |= distance[i * k + k - 1] > 0.0;
      LargestGap own = new LargestGap(largest, ids[i], distance[i * k + largest - 1], false);
      found = own.isBefore(found) ? own : found;
    }
    return new LargestGap(found.neighbors, found.point, found.distance, anyPositive);
  }

  private boolean isBefore(LargestGap other) {
    return neighbors < other.neighbors || (neighbors == other.neighbors && point < other.point);
  }

  /** Of the rows of both. The order of merging does not matter. */
  public static LargestGap merge(LargestGap a, LargestGap b) {
    LargestGap first = a.isBefore(b) ? a : b;
    return new LargestGap(
        first.neighbors, first.point, first.distance, a.anyPositive || b.anyPositive);
  }
}
