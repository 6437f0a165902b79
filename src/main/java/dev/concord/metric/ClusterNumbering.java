package dev.concord.metric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cluster numbers that depend on the partition alone: by falling size, ties by the smallest point.
 *
 * @param labels new cluster of each point, 0..nonEmpty-1
 * @param nonEmpty number of clusters with a point; the numbers from here to k-1 stay unused
 * @param newOf new number of each old cluster, length k; empty ones come last in their old order
 */
public record ClusterNumbering(int[] labels, int nonEmpty, int[] newOf) {

  /** How many clusters labels from 0 on name, empty ones between them included. */
  public static int count(int[] labels) {
    int most = -1;
    for (int label : labels) {
      most = Math.max(most, label);
    }
    return most + 1;
  }

  /**
   * Renumbers {@code labels} (each in 0..k-1, not changed). Time O(n + k log k).
   *
   * @throws IllegalArgumentException for a label outside 0..k-1
   */
  public static ClusterNumbering byFallingSize(int[] labels, int k) {
    return byFallingSize(labels, k, null);
  }

  /**
   * As {@link #byFallingSize(int[], int)}, by the sizes without some points, which take the new
   * number of their cluster too.
   *
   * @param aside length n, true for points that do not count; null: all count
   */
  public static ClusterNumbering byFallingSize(int[] labels, int k, boolean @Nullable [] aside) {
    int[] sizes = new int[k];
    int[] seen = new int[k];
    int nonEmpty = 0;
    for (int i = 0; i < labels.length; i++) {
      int label = labels[i];
      if (label < 0 || label >= k) {
        throw new IllegalArgumentException(
            "point " + i + " has cluster " + label + ", which is outside 0.." + (k - 1));
      }
      if ((aside == null || !aside[i]) && sizes[label]++ == 0) {
        // Clusters in the order of their smallest points.
        seen[nonEmpty++] = label;
      }
    }
    int empty = nonEmpty;
    for (int label = 0; label < k; label++) {
      if (sizes[label] == 0) {
        seen[empty++] = label;
      }
    }
    long[] keys = new long[k];
    for (int s = 0; s < k; s++) {
      keys[s] = ((long) (Integer.MAX_VALUE - sizes[seen[s]]) << 32) | s;
    }
    Arrays.sort(keys);
    int[] newOf = new int[k];
    for (int rank = 0; rank < k; rank++) {
      newOf[seen[(int) keys[rank]]] = rank;
    }
    int[] renumbered = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      renumbered[i] = newOf[labels[i]];
    }
    return new ClusterNumbering(renumbered, nonEmpty, newOf);
  }
}
