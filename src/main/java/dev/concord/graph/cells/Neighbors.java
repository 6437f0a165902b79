package dev.concord.graph.cells;

import java.util.Arrays;

/** The k nearest of the points offered to each row of a panel, by (distance, dense id). */
public final class Neighbors {
  private final int[] ids;
  private final int k;
  private final int[] count;
  private final int[] index;
  private final double[] distance;

  Neighbors(int[] ids, int k) {
    this.ids = ids;
    this.k = k;
    count = new int[ids.length];
    index = new int[Math.multiplyExact(ids.length, k)];
    distance = new double[index.length];
    Arrays.fill(index, -1);
    Arrays.fill(distance, Double.NaN);
  }

  void offer(int r, int id, double d) {
    int base = r * k;
    int at = base + count[r];
    if (count[r] == k) {
      at--;
      if (d > distance[at] || (d == distance[at] && id > index[at])) {
        return;
      }
    } else {
      count[r]++;
    }
    while (at > base && (distance[at - 1] > d || (distance[at - 1] == d && index[at - 1] > id))) {
      distance[at] = distance[at - 1];
      index[at] = index[at - 1];
      at--;
    }
    distance[at] = d;
    index[at] = id;
  }

  /** The lists as they are. */
  public PanelNeighbors lists(int undecided) {
    return new PanelNeighbors(ids, k, index, distance, undecided);
  }
}
