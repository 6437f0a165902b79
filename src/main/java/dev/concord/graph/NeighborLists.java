package dev.concord.graph;

/**
 * The k nearest neighbours of each of n points.
 *
 * @param n number of points
 * @param k neighbours of a point, below n
 * @param index n·k: row i at [i·k, (i+1)·k), never i itself, ascending by (distance, index)
 * @param distance n·k: Euclidean distances, computed in double
 */
public record NeighborLists(int n, int k, int[] index, double[] distance) {
  /**
   * The first of each list.
   *
   * @param first neighbours of a point, at most k
   */
  public NeighborLists nearest(int first) {
    int[] near = new int[n * first];
    double[] far = new double[n * first];
    for (int i = 0; i < n; i++) {
      System.arraycopy(index, i * k, near, i * first, first);
      System.arraycopy(distance, i * k, far, i * first, first);
    }
    return new NeighborLists(n, first, near, far);
  }
}
