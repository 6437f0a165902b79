package dev.concord.partition.coloring;

import java.util.Arrays;

/**
 * Splits a graph for colouring with k colours: nodes with fewer than k neighbours can always be
 * coloured last, so they are taken away, again and again. What is left (the k-core) falls into
 * connected parts, each of which is a colouring problem of its own. Time O(nodes + edges).
 *
 * @param removed nodes outside the core in the order of their removal
 * @param inCore whether a node is in the core
 */
record KCore(ConflictGraph graph, int[] removed, int removedCount, boolean[] inCore) {
  static KCore of(ConflictGraph graph, int k) {
    int n = graph.nodes();
    int[] degree = new int[n];
    int[] removed = new int[n];
    boolean[] inCore = new boolean[n];
    Arrays.fill(inCore, true);
    int tail = 0;
    for (int v = 0; v < n; v++) {
      degree[v] = graph.degree(v);
      if (degree[v] < k) {
        inCore[v] = false;
        removed[tail++] = v;
      }
    }
    for (int head = 0; head < tail; head++) {
      int v = removed[head];
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        int u = graph.neighbor()[e];
        if (degree[u]-- == k) {
          inCore[u] = false;
          removed[tail++] = u;
        }
      }
    }
    return new KCore(graph, removed, tail, inCore);
  }

  /**
   * The nodes outside the core, in an order in which each has fewer than k neighbours among the
   * core and the nodes before it.
   */
  int[] coloredLast() {
    int[] order = new int[removedCount];
    for (int i = 0; i < removedCount; i++) {
      order[i] = removed[removedCount - 1 - i];
    }
    return order;
  }

  boolean isCore(int node) {
    return inCore[node];
  }

  /** All nodes of the core, ascending. */
  int[] core() {
    int[] core = new int[inCore.length - removedCount];
    int count = 0;
    for (int v = 0; v < inCore.length; v++) {
      if (inCore[v]) {
        core[count++] = v;
      }
    }
    return core;
  }

  /** The connected parts of the core, by their smallest nodes; each ascending. */
  int[][] parts() {
    int n = graph.nodes();
    int[] partOf = new int[n];
    Arrays.fill(partOf, -1);
    int[] queue = new int[n];
    int parts = 0;
    for (int root = 0; root < n; root++) {
      if (!inCore[root] || partOf[root] >= 0) {
        continue;
      }
      partOf[root] = parts;
      queue[0] = root;
      int tail = 1;
      for (int head = 0; head < tail; head++) {
        int v = queue[head];
        for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
          int u = graph.neighbor()[e];
          if (inCore[u] && partOf[u] < 0) {
            partOf[u] = parts;
            queue[tail++] = u;
          }
        }
      }
      parts++;
    }
    int[] size = new int[parts];
    for (int part : partOf) {
      if (part >= 0) {
        size[part]++;
      }
    }
    int[][] result = new int[parts][];
    for (int p = 0; p < parts; p++) {
      result[p] = new int[size[p]];
      size[p] = 0;
    }
    for (int v = 0; v < n; v++) {
      if (partOf[v] >= 0) {
        result[partOf[v]][size[partOf[v]]++] = v;
      }
    }
    return result;
  }
}
