package dev.concord.graph;

/** Disjoint sets of the numbers 0..n-1, each named by its smallest member. Memory 4·n bytes. */
public final class UnionFind {
  private final int[] parent;

  /** Every number in a set of its own. */
  public UnionFind(int n) {
    parent = new int[n];
    for (int i = 0; i < n; i++) {
      parent[i] = i;
    }
  }

  /** The smallest member of the set of i. */
  public int find(int i) {
    int at = i;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** The smallest member of the set of each number. Not a copy: later joins change it. */
  public int[] smallest() {
    for (int i = 0; i < parent.length; i++) {
      parent[i] = parent[parent[i]]; // that of a smaller number is there already
    }
    return parent;
  }

  /** Makes one set of those of a and b; false if they were one already. */
  public boolean join(int a, int b) {
    int first = find(a);
    int second = find(b);
    parent[Math.max(first, second)] = Math.min(first, second);
    return first != second;
  }
}
