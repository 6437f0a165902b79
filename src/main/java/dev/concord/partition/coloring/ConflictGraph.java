package dev.concord.partition.coloring;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * An undirected graph without loops in CSR form: nodes that must lie apart are adjacent.
 *
 * @param start row starts, length nodes + 1
 * @param neighbor neighbours, ascending in each row; every edge stands twice
 */
record ConflictGraph(int[] start, int[] neighbor) {
  /** The pattern of a symmetric matrix without a diagonal; the arrays are shared. */
  static ConflictGraph of(CsrMatrix matrix) {
    return new ConflictGraph(matrix.rowPtr(), matrix.col());
  }

  int nodes() {
    return start.length - 1;
  }

  int edges() {
    return neighbor.length / 2;
  }

  int degree(int node) {
    return start[node + 1] - start[node];
  }

  boolean adjacent(int a, int b) {
    return Arrays.binarySearch(neighbor, start[a], start[a + 1], b) >= 0;
  }

  /**
   * The graph between some of the nodes; node i of it is {@code chosen[i]}. Time O(degrees of the
   * chosen).
   *
   * @param chosen ascending
   * @param names length nodes, all -1; so again afterwards
   */
  ConflictGraph induced(int[] chosen, int[] names) {
    int[] starts = new int[chosen.length + 1];
    int capacity = 0;
    for (int i = 0; i < chosen.length; i++) {
      names[chosen[i]] = i;
      capacity += degree(chosen[i]);
    }
    int[] inside = new int[capacity];
    int filled = 0;
    for (int i = 0; i < chosen.length; i++) {
      for (int e = start[chosen[i]]; e < start[chosen[i] + 1]; e++) {
        if (names[neighbor[e]] >= 0) {
          inside[filled++] = names[neighbor[e]];
        }
      }
      starts[i + 1] = filled;
    }
    for (int node : chosen) {
      names[node] = -1;
    }
    return new ConflictGraph(starts, Arrays.copyOf(inside, filled));
  }

  /** The same, for a single call. */
  ConflictGraph induced(int[] chosen) {
    int[] names = new int[nodes()];
    Arrays.fill(names, -1);
    return induced(chosen, names);
  }

  /** Number of edges whose ends have the same colour. O(edges). */
  int conflicts(int[] colors) {
    int twice = 0;
    for (int v = 0; v < nodes(); v++) {
      for (int e = start[v]; e < start[v + 1]; e++) {
        twice += colors[neighbor[e]] == colors[v] ? 1 : 0;
      }
    }
    return twice / 2;
  }
}
