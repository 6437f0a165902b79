package dev.concord.constraint;

import java.util.Arrays;

/**
 * Shortest chains of must-links of weight 1 inside chosen components, by breadth-first search.
 * Consecutive queries with the same source share one search. Not thread-safe.
 *
 * <p>Memory: 4 bytes a point, and 12 bytes a point and 8 a must-link of the chosen components.
 */
final class MustLinkPaths {
  private static final int UNSEEN = -1;

  private final int[] localOf;
  private final int[] pointOf;
  private final int[] start;
  private final int[] neighbor;
  private final int[] parent;
  private final int[] queue;
  private int source = UNSEEN;
  private int head;
  private int tail;

  /** Paths within the components that {@code chosen} (length: number of components) marks. */
  MustLinkPaths(PairConstraints pairs, MustLinkClosure closure, boolean[] chosen) {
    int[] componentOf = closure.componentOf();
    int count = 0;
    localOf = new int[componentOf.length];
    for (int i = 0; i < componentOf.length; i++) {
      localOf[i] = chosen[componentOf[i]] ? count++ : UNSEEN;
    }
    pointOf = new int[count];
    for (int i = 0; i < componentOf.length; i++) {
      if (localOf[i] != UNSEEN) {
        pointOf[localOf[i]] = i;
      }
    }
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    start = new int[count + 1];
    for (int p = 0; p < first.length; p++) {
      if (must[p] && pairs.isHard(p) && localOf[first[p]] != UNSEEN) {
        start[localOf[first[p]] + 1]++;
        start[localOf[second[p]] + 1]++;
      }
    }
    for (int i = 0; i < count; i++) {
      start[i + 1] += start[i];
    }
    neighbor = new int[start[count]];
    int[] next = Arrays.copyOf(start, count);
    for (int p = 0; p < first.length; p++) {
      if (must[p] && pairs.isHard(p) && localOf[first[p]] != UNSEEN) {
        int a = localOf[first[p]];
        int b = localOf[second[p]];
        neighbor[next[a]++] = b;
        neighbor[next[b]++] = a;
      }
    }
    parent = new int[count];
    Arrays.fill(parent, UNSEEN);
    queue = new int[count];
  }

  /** The points of a shortest chain, both ends included; both lie in one chosen component. */
  int[] path(int from, int to) {
    int goal = localOf[to];
    begin(localOf[from]);
    while (parent[goal] == UNSEEN) {
      int at = queue[head++];
      for (int e = start[at]; e < start[at + 1]; e++) {
        int other = neighbor[e];
        if (parent[other] == UNSEEN) {
          parent[other] = at;
          queue[tail++] = other;
        }
      }
    }
    int length = 1;
    for (int at = goal; at != source; at = parent[at]) {
      length++;
    }
    int[] path = new int[length];
    for (int at = goal; length > 0; at = parent[at]) {
      path[--length] = pointOf[at];
    }
    return path;
  }

  private void begin(int from) {
    if (from == source) {
      return;
    }
    for (int q = 0; q < tail; q++) {
      parent[queue[q]] = UNSEEN;
    }
    source = from;
    parent[from] = from;
    queue[0] = from;
    head = 0;
    tail = 1;
  }
}
