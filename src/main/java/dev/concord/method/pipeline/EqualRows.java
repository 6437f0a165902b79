package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.KnownLabels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Points of equal features, which nothing but pairs, labels and bounds of sizes tells apart. A row
 * whose copies are in several clusters is moved to one of them, but for copies in a constraint of
 * weight 1 and labelled ones, and unless a cluster would be empty.
 */
public final class EqualRows {
  private final int[] start;
  private final int[] members;

  private EqualRows(int[] distinctOf) {
    int rows = Arrays.stream(distinctOf).max().orElse(-1) + 1;
    start = new int[rows + 1];
    for (int d : distinctOf) {
      start[d + 1]++;
    }
    for (int d = 0; d < rows; d++) {
      start[d + 1] += start[d];
    }
    members = new int[distinctOf.length];
    int[] next = Arrays.copyOf(start, rows);
    for (int i = 0; i < members.length; i++) {
      members[next[distinctOf[i]]++] = i;
    }
  }

  /**
   * The partition with equal points together, where that is allowed. Time O(n log n + pairs).
   *
   * @param labels n, from 0; not changed
   * @param distinctOf n, or empty where no points are equal
   */
  public static int[] together(
      int[] labels, int[] distinctOf, PairConstraints pairs, @Nullable KnownLabels known) {
    if (distinctOf.length == 0 || parted(labels, distinctOf) == 0) {
      return labels;
    }
    EqualRows rows = new EqualRows(distinctOf);
    boolean[] held = new boolean[labels.length];
    for (int p = 0; p < pairs.size(); p++) {
      held[pairs.first()[p]] |= pairs.weight()[p] >= 1.0;
      held[pairs.second()[p]] |= pairs.weight()[p] >= 1.0;
    }
    for (int i = 0; known != null && i < labels.length; i++) {
      held[i] |= known.labels()[i] >= 0;
    }
    int[] joined = labels.clone();
    int[] sizes = new int[Arrays.stream(labels).max().orElse(0) + 1];
    for (int label : labels) {
      sizes[label]++;
    }
    for (int d = 0; d + 1 < rows.start.length; d++) {
      if (rows.isParted(d, labels)) {
        rows.join(d, joined, sizes, held);
      }
    }
    return joined;
  }

  private boolean isParted(int row, int[] labels) {
    for (int m = start[row] + 1; m < start[row + 1]; m++) {
      if (labels[members[m]] != labels[members[start[row]]]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Moves the copies of a row that no pair holds: to the cluster of those that are held, where all
   * of these are in one, else to that of most copies, the smallest of several.
   */
  private void join(int row, int[] labels, int[] sizes, boolean[] held) {
    int[] copies = Arrays.copyOfRange(members, start[row], start[row + 1]);
    int[] all = Arrays.stream(copies).map(i -> labels[i]).sorted().toArray();
    int[] bound =
        Arrays.stream(copies).filter(i -> held[i]).map(i -> labels[i]).distinct().toArray();
    int best = bound.length == 1 ? bound[0] : mostFrequent(all);
    int[] moving =
        Arrays.stream(copies).filter(i -> !held[i] && labels[i] != best).sorted().toArray();
    for (int cluster : all) {
      long leaving = Arrays.stream(moving).filter(i -> labels[i] == cluster).count();
      if (leaving == sizes[cluster]) {
        return;
      }
    }
    for (int i : moving) {
      sizes[labels[i]]--;
      sizes[best]++;
      labels[i] = best;
    }
  }

  /** The most frequent of ascending values, the smallest of several. */
  private static int mostFrequent(int[] ascending) {
    int best = ascending[0];
    int most = 0;
    int from = 0;
    for (int p = 1; p <= ascending.length; p++) {
      if (p == ascending.length || ascending[p] != ascending[from]) {
        if (p - from > most) {
          most = p - from;
          best = ascending[from];
        }
        from = p;
      }
    }
    return best;
  }

  /** How many rows have equal points in more than one cluster. */
  public static int parted(int[] labels, int[] distinctOf) {
    int[] first = new int[distinctOf.length];
    boolean[] parted = new boolean[distinctOf.length];
    Arrays.fill(first, -1);
    int count = 0;
    for (int i = 0; i < distinctOf.length; i++) {
      int d = distinctOf[i];
      if (first[d] < 0) {
        first[d] = labels[i];
      } else if (first[d] != labels[i] && !parted[d]) {
        parted[d] = true;
        count++;
      }
    }
    return count;
  }
}
