package dev.concord.nested;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which coarse cluster each cluster of a finer partition belongs to: the one that holds most of its
 * points. A coarse cluster that needs more of them takes one from where there are more than needed,
 * the one of which it holds the largest share. Ties go to the lower numbers. Not for use by several
 * threads.
 */
final class ClusterHomes {
  private final long[][] shared;
  private final int[] sizes;
  private final int[] need;
  private final int[] home;

  /**
   * @param coarse labels 0..coarseCount-1, length n
   * @param fine labels 0..fineCount-1, length n
   */
  ClusterHomes(int[] coarse, int coarseCount, int[] fine, int fineCount) {
    shared = new long[coarseCount][fineCount];
    sizes = new int[fineCount];
    need = new int[coarseCount];
    home = new int[fineCount];
    for (int i = 0; i < fine.length; i++) {
      shared[coarse[i]][fine[i]]++;
      sizes[fine[i]]++;
      need[coarse[i]] = 1;
    }
  }

  /** The number of coarse clusters. */
  int coarse() {
    return need.length;
  }

  /** The number of finer clusters. */
  int fine() {
    return home.length;
  }

  /** Finer clusters must be one more than there were in a coarse one. */
  void needsMore(int coarse) {
    need[coarse] = of(coarse).length + 1;
  }

  /** The coarse cluster that a finer one belongs to; -1 where it has no points. */
  int home(int fine) {
    return home[fine];
  }

  /** The finer clusters that belong to a coarse one, ascending. */
  int[] of(int coarse) {
    return IntStream.range(0, home.length).filter(f -> home[f] == coarse).toArray();
  }

  /** Gives every finer cluster that has points a home; false where they are too few. */
  boolean settle() {
    for (int f = 0; f < home.length; f++) {
      home[f] = sizes[f] == 0 ? -1 : 0;
      for (int c = 1; c < need.length && home[f] >= 0; c++) {
        home[f] = shared[c][f] > shared[home[f]][f] ? c : home[f];
      }
    }
    for (int c = 0; c < need.length; c++) {
      while (of(c).length < need[c]) {
        int taken = next(c);
        if (taken < 0) {
          return false;
        }
        home[taken] = c;
      }
    }
    return true;
  }

  /** The cluster that can be spared with the largest share of points in {@code coarse}, or -1. */
  private int next(int coarse) {
    int[] belong = new int[need.length];
    Arrays.stream(home).filter(c -> c >= 0).forEach(c -> belong[c]++);
    int best = -1;
    for (int f = 0; f < home.length; f++) {
      boolean spared = home[f] >= 0 && home[f] != coarse && belong[home[f]] > need[home[f]];
      boolean more = best < 0 || shared[coarse][f] * sizes[best] > shared[coarse][best] * sizes[f];
      best = spared && shared[coarse][f] > 0 && more ? f : best;
    }
    return best;
  }
}
