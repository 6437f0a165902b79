package dev.concord.constraint;

import java.util.Arrays;

/**
 * Greedy search for a clique of a given size in an undirected graph in CSR form. Vertices that
 * cannot be part of one (outside the (size-1)-core) are dropped; then, from every start in order of
 * falling core degree, the candidate with most neighbours among the candidates is added until the
 * clique is large enough or too few candidates are left. Stops after a fixed number of inspected
 * entries, so it may miss a clique that exists.
 */
public final class GreedyClique {
  /** Inspected entries after which no new start is tried; one start costs at most a pass. */
  private static final long EFFORT = 100_000_000L;

  private final int[] start;
  private final int[] neighbor;
  private final int n;

  /**
   * Over a graph without loops; the arrays are kept and not changed.
   *
   * @param start row starts, length vertices + 1
   * @param neighbor neighbours, ascending in each row; every edge occurs twice
   */
  public GreedyClique(int[] start, int[] neighbor) {
    this.start = start;
    this.neighbor = neighbor;
    this.n = start.length - 1;
  }

  /** A clique of {@code size} vertices, ascending, or an empty array when none was found. */
  public int[] ofSize(long size) {
    if (size > n) {
      return new int[0];
    }
    int needed = (int) size;
    int[] degree = coreDegrees(needed - 1);
    int[] clique = new int[needed];
    int[] candidates = new int[n];
    int[] inside = new int[n];
    int[] mark = new int[n];
    int stamp = 0;
    long effort = EFFORT;
    for (int s : byFallingDegree(degree, needed - 1)) {
      if (effort < 0L) {
        break;
      }
      stamp++;
      int found = 0;
      clique[found++] = s;
      int count = 0;
      for (int e = start[s]; e < start[s + 1]; e++) {
        if (degree[neighbor[e]] >= needed - 1) {
          mark[neighbor[e]] = stamp;
          candidates[count++] = neighbor[e];
        }
      }
      for (int c = 0; c < count; c++) {
        int v = candidates[c];
        inside[v] = 0;
        for (int e = start[v]; e < start[v + 1]; e++) {
          inside[v] += mark[neighbor[e]] == stamp ? 1 : 0;
        }
        effort -= 2L * (start[v + 1] - start[v]);
      }
      while (found < needed && found + count >= needed) {
        int best = candidates[0];
        for (int c = 1; c < count; c++) {
          if (inside[candidates[c]] > inside[best]) {
            best = candidates[c];
          }
        }
        effort -= count;
        clique[found++] = best;
        count = keepNeighbors(best, candidates, count, inside, mark, stamp++);
      }
      if (found == needed) {
        Arrays.sort(clique);
        return clique;
      }
    }
    return new int[0];
  }

  /**
   * Keeps the candidates (marked {@code stamp}) that are neighbours of {@code best}, marks them
   * {@code stamp + 1} and lowers their counts for the candidates that go. Returns how many stay.
   */
  private int keepNeighbors(
      int best, int[] candidates, int count, int[] inside, int[] mark, int stamp) {
    for (int e = start[best]; e < start[best + 1]; e++) {
      if (mark[neighbor[e]] == stamp) {
        mark[neighbor[e]] = stamp + 1;
      }
    }
    int kept = 0;
    for (int c = 0; c < count; c++) {
      int v = candidates[c];
      if (mark[v] == stamp + 1) {
        candidates[kept++] = v;
        continue;
      }
      // best itself goes here too.
      for (int e = start[v]; e < start[v + 1]; e++) {
        if (mark[neighbor[e]] == stamp + 1) {
          inside[neighbor[e]]--;
        }
      }
    }
    return kept;
  }

  /** Degrees inside the k-core; vertices outside it get 0 (all stay when k is 0). */
  private int[] coreDegrees(int k) {
    int[] degree = new int[n];
    int[] dropped = new int[n];
    int tail = 0;
    for (int v = 0; v < n; v++) {
      degree[v] = start[v + 1] - start[v];
      if (degree[v] < k) {
        dropped[tail++] = v;
      }
    }
    for (int head = 0; head < tail; head++) {
      int v = dropped[head];
      for (int e = start[v]; e < start[v + 1]; e++) {
        if (degree[neighbor[e]]-- == k) {
          dropped[tail++] = neighbor[e];
        }
      }
    }
    for (int d = 0; d < tail; d++) {
      degree[dropped[d]] = 0;
    }
    return degree;
  }

  /** Vertices of degree at least {@code least}, by falling degree, ties by number. */
  private int[] byFallingDegree(int[] degree, int least) {
    long[] keys = new long[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      if (degree[v] >= least) {
        keys[count++] = ((long) (Integer.MAX_VALUE - degree[v]) << 32) | v;
      }
    }
    Arrays.sort(keys, 0, count);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = (int) keys[i];
    }
    return order;
  }
}
