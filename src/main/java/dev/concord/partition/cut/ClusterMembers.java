package dev.concord.partition.cut;

import java.util.Arrays;

/** The nodes of each cluster, ascending. Time and memory O(n + k), 4 bytes each. */
final class ClusterMembers {
  private final int[] start;
  private final int[] node;

  ClusterMembers(int[] labels, int k) {
    start = new int[k + 1];
    node = new int[labels.length];
    for (int c : labels) {
      start[c + 1]++;
    }
    for (int c = 0; c < k; c++) {
      start[c + 1] += start[c];
    }
    int[] next = Arrays.copyOf(start, k);
    for (int v = 0; v < labels.length; v++) {
      node[next[labels[v]]++] = v;
    }
  }

  int[] of(int cluster) {
    return Arrays.copyOfRange(node, start[cluster], start[cluster + 1]);
  }

  /**
   * The share of the nodes that lie outside the best overlap of their cluster here with one of
   * {@code other}; 0 when no cluster is divided there.
   *
   * @param other labels in 0..k-1
   */
  double distance(int[] other, int k) {
    int[] count = new int[k];
    int same = 0;
    for (int c = 0; c + 1 < start.length; c++) {
      int most = 0;
      for (int i = start[c]; i < start[c + 1]; i++) {
        most = Math.max(most, ++count[other[node[i]]]);
      }
      for (int i = start[c]; i < start[c + 1]; i++) {
        count[other[node[i]]] = 0;
      }
      same += most;
    }
    return node.length == 0 ? 0.0 : 1.0 - (double) same / node.length;
  }
}
