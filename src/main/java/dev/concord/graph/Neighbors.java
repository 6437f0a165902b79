package dev.concord.graph;

import java.util.Arrays;

/** The k nearest of the points offered to each row of a panel, by (distance, dense id). */
public final class Neighbors {
  private final int[] ids;
  private final int k;
  private final int[] count;
  private final int[] index;
  private final double[] distance;

  public Neighbors(int[] ids, int k) {
    this.ids = ids;
    this.k = k;
    count = new int[ids.length];
    index = new int[Math.multiplyExact(ids.length, k)];
    distance = new double[index.length];
    Arrays.fill(index, -1);
    Arrays.fill(distance, Double.NaN);
  }

  public void offer(int r, int id, double d) {
    count[r] = NearestPoints.insert(index, distance, r * k, k, count[r], id, d);
  }

  /** The lists as they are. */
  public PanelNeighbors lists(int undecided) {
    return new PanelNeighbors(ids, k, index, distance, undecided);
  }
}
