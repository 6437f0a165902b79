package dev.concord.constraint;

import java.util.Arrays;

/** Two-colouring of an undirected graph in CSR form. */
public final class OddCycle {
  private OddCycle() {}

  /**
   * The vertices of an odd cycle in order, or none when the graph is two-colourable. Time
   * O(vertices + edges).
   *
   * @param start row starts, length vertices + 1
   * @param neighbor neighbours; every edge occurs twice
   */
  public static int[] find(int[] start, int[] neighbor) {
    int n = start.length - 1;
    int[] depth = new int[n];
    int[] parent = new int[n];
    Arrays.fill(depth, -1);
    int[] queue = new int[n];
    for (int root = 0; root < n; root++) {
      if (depth[root] >= 0) {
        continue;
      }
      depth[root] = 0;
      parent[root] = root;
      queue[0] = root;
      int tail = 1;
      for (int head = 0; head < tail; head++) {
        int at = queue[head];
        for (int e = start[at]; e < start[at + 1]; e++) {
          int other = neighbor[e];
          if (depth[other] < 0) {
            depth[other] = depth[at] + 1;
            parent[other] = at;
            queue[tail++] = other;
          } else if (depth[other] == depth[at]) {
            // Neighbours differ by at most one in depth, so the same colour is the same depth.
            return join(parent, at, other);
          }
        }
      }
    }
    return new int[0];
  }

  /** Up from a to the first common ancestor and down to b, which have equal depth. */
  private static int[] join(int[] parent, int a, int b) {
    int steps = 0;
    int up = a;
    int down = b;
    while (up != down) {
      up = parent[up];
      down = parent[down];
      steps++;
    }
    int[] cycle = new int[2 * steps + 1];
    up = a;
    down = b;
    for (int i = 0; i < steps; i++) {
      cycle[i] = up;
      cycle[2 * steps - i] = down;
      up = parent[up];
      down = parent[down];
    }
    cycle[steps] = up;
    return cycle;
  }
}
