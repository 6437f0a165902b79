package dev.concord.graph;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Numbers the nodes of a graph in the order of a breadth-first search, so that neighbours have
 * numbers near each other (Cuthill and McKee 1969, here without sorting by degree). A product with
 * the matrix in this order reads most of the vector from the cache.
 */
public final class BreadthFirstOrder {
  private BreadthFirstOrder() {}

  /**
   * The new number of each node: searches start at the first node not reached yet, and go through
   * the entries of a row in their order. Time O(nonzeros), memory 8 bytes a node.
   *
   * @param weights square, with a symmetric pattern
   */
  public static int[] places(CsrMatrix weights) {
    int n = weights.rows();
    int[] start = weights.rowPtr();
    int[] column = weights.col();
    int[] place = new int[n];
    int[] order = new int[n];
    Arrays.fill(place, -1);
    int reached = 0;
    int done = 0;
    for (int first = 0; first < n; first++) {
      if (place[first] < 0) {
        place[first] = reached;
        order[reached++] = first;
      }
      for (; done < reached; done++) {
        int node = order[done];
        for (int p = start[node]; p < start[node + 1]; p++) {
          int next = column[p];
          if (place[next] < 0) {
            place[next] = reached;
            order[reached++] = next;
          }
        }
      }
    }
    return place;
  }
}
