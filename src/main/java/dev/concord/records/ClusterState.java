package dev.concord.records;

import java.util.Arrays;

/**
 * A partition of a signed graph under changes: members of each cluster as linked lists, and sums of
 * weights from a node to clusters. Clusters are 0..nodes-1, most of them empty. Not thread-safe.
 */
final class ClusterState {
  private static final int NONE = -1;

  private final SignedProblem problem;
  private final int[] label;
  private final int[] head;
  private final int[] next;
  private final int[] before;
  private final long[] members;
  private final double[] sum;
  private final boolean[] listed;
  private final int[] touched;
  private int touchedCount;
  private int firstEmpty;

  ClusterState(SignedProblem problem, int[] labels) {
    int n = problem.nodes();
    this.problem = problem;
    label = labels.clone();
    head = new int[n];
    next = new int[n];
    before = new int[n];
    members = new long[n];
    sum = new double[n];
    listed = new boolean[n];
    touched = new int[n];
    Arrays.fill(head, NONE);
    for (int i = n - 1; i >= 0; i--) {
      link(i, label[i]);
    }
  }

  private void link(int node, int cluster) {
    label[node] = cluster;
    next[node] = head[cluster];
    before[node] = NONE;
    if (head[cluster] != NONE) {
      before[head[cluster]] = node;
    }
    head[cluster] = node;
    members[cluster] += problem.size()[node];
  }

  /** Moves a node. O(1). */
  void move(int node, int to) {
    int from = label[node];
    if (before[node] == NONE) {
      head[from] = next[node];
    } else {
      next[before[node]] = next[node];
    }
    if (next[node] != NONE) {
      before[next[node]] = before[node];
    }
    members[from] -= problem.size()[node];
    if (head[from] == NONE) {
      firstEmpty = Math.min(firstEmpty, from);
    }
    link(node, to);
  }

  /** The cluster of each node. Not a copy. */
  int[] labels() {
    return label;
  }

  int clusterOf(int node) {
    return label[node];
  }

  /** A cluster without a member; there is one whenever some cluster has two. */
  int empty() {
    while (head[firstEmpty] != NONE) {
      firstEmpty++;
    }
    return firstEmpty;
  }

  /** The first member of a cluster, or -1. */
  int first(int cluster) {
    return head[cluster];
  }

  /** The member after {@code node}, or -1. */
  int after(int node) {
    return next[node];
  }

  /** Whether a cluster has no other member than {@code node}. */
  boolean isAlone(int node) {
    return head[label[node]] == node && next[node] == NONE;
  }

  /**
   * Sums the weights of a node to the clusters of its neighbours, in the order of the neighbours.
   * Valid until the next call.
   *
   * @return the number of clusters, see {@link #touchedAt}
   */
  int sumWeights(int node) {
    for (int t = 0; t < touchedCount; t++) {
      sum[touched[t]] = 0.0;
      listed[touched[t]] = false;
    }
    touchedCount = 0;
    int[] size = problem.size();
    for (int p = problem.rowPtr()[node]; p < problem.rowPtr()[node + 1]; p++) {
      int other = problem.col()[p];
      int cluster = label[other];
      if (!listed[cluster]) {
        listed[cluster] = true;
        touched[touchedCount++] = cluster;
      }
      sum[cluster] += problem.weight()[p] - problem.unlisted() * size[node] * size[other];
    }
    return touchedCount;
  }

  int touchedAt(int place) {
    return touched[place];
  }

  /**
   * The weight between a node whose weights are summed and the members of a cluster, not itself.
   */
  double weightTo(int node, int cluster) {
    long others = members[cluster] - (label[node] == cluster ? problem.size()[node] : 0);
    return sum[cluster] + problem.unlisted() * problem.size()[node] * others;
  }

  /**
   * Members of a cluster that are forbidden beside a node: -1 for none, the member where it is one,
   * -2 for several. O(members of the cluster + forbidden pairs of the node).
   */
  int rival(int node, int cluster) {
    int found = NONE;
    boolean sources = problem.sourcePtr()[node] < problem.sourcePtr()[node + 1];
    if (sources) {
      for (int member = head[cluster]; member != NONE; member = next[member]) {
        if (member != node && problem.sharesSource(node, member)) {
          if (found != NONE) {
            return -2;
          }
          found = member;
        }
      }
    }
    for (int p = problem.apartPtr()[node]; p < problem.apartPtr()[node + 1]; p++) {
      int member = problem.apart()[p];
      if (label[member] == cluster && member != found) {
        if (found != NONE) {
          return -2;
        }
        found = member;
      }
    }
    return found;
  }
}
