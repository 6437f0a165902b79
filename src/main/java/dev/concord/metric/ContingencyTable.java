package dev.concord.metric;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many points each class shares with each cluster, as sparse rows of clusters: cells of no
 * point are not stored. Labels count from 0; a label without points is an empty class or cluster
 * and changes no figure.
 *
 * <p>Time O(n + cells log cells); memory while counting 4 bytes a point, then 12 bytes a cell and
 * 12 a label. The arrays handed out are not copies and must not be changed.
 *
 * @param clusterStart where each cluster's cells start, length clusters + 1
 * @param classOf class of each cell, ascending within a cluster
 * @param count points of each cell, at least 1
 * @param clusterTotals points of each cluster, length: greatest cluster label + 1
 * @param classTotals counted points of each class, length: greatest class label + 1
 * @param points number of points counted
 */
public record ContingencyTable(
    int[] clusterStart,
    int[] classOf,
    int[] count,
    long[] clusterTotals,
    long[] classTotals,
    long points) {
  /**
   * Counts the points whose class is known.
   *
   * @param truth class of each point from 0, or -1 where it is unknown
   * @param clusters cluster of each point from 0
   * @throws IllegalArgumentException for different lengths, a class below -1 or a cluster below 0
   */
  public static ContingencyTable of(int[] truth, int[] clusters) {
    return of(truth, clusters, null);
  }

  /** As {@link #of(int[], int[])}, leaving out the points that {@code skip} marks. */
  public static ContingencyTable of(int[] truth, int[] clusters, boolean @Nullable [] skip) {
    int n = truth.length;
    if (clusters.length != n || (skip != null && skip.length != n)) {
      throw new IllegalArgumentException(
          n + " classes, " + clusters.length + " clusters: one of each a point is needed");
    }
    int classes = 0;
    int clusterCount = 0;
    for (int i = 0; i < n; i++) {
      if (truth[i] < -1 || clusters[i] < 0) {
        throw new IllegalArgumentException(
            "point %d has class %d (from 0, -1 unknown) and cluster %d (from 0)"
                .formatted(i, truth[i], clusters[i]));
      }
      classes = Math.max(classes, Math.addExact(truth[i], 1));
      clusterCount = Math.max(clusterCount, Math.addExact(clusters[i], 1));
    }
    int[] start = new int[Math.addExact(clusterCount, 1)];
    for (int i = 0; i < n; i++) {
      if (counts(truth, skip, i)) {
        start[clusters[i] + 1]++;
      }
    }
    for (int c = 0; c < clusterCount; c++) {
      start[c + 1] += start[c];
    }
    int[] grouped = new int[start[clusterCount]];
    int[] next = Arrays.copyOf(start, clusterCount);
    for (int i = 0; i < n; i++) {
      if (counts(truth, skip, i)) {
        grouped[next[clusters[i]]++] = truth[i];
      }
    }
    return ofGrouped(start, grouped, classes);
  }

  private static boolean counts(int[] truth, boolean @Nullable [] skip, int i) {
    return truth[i] >= 0 && (skip == null || !skip[i]);
  }

  /** Cells from the classes of the points of cluster after cluster; uses {@code grouped} up. */
  private static ContingencyTable ofGrouped(int[] start, int[] grouped, int classes) {
    int clusterCount = start.length - 1;
    long[] classTotals = new long[classes];
    long[] clusterTotals = new long[clusterCount];
    int[] inCluster = new int[classes];
    int[] cellStart = new int[clusterCount + 1];
    int[] cellCount = new int[16];
    int cells = 0;
    for (int c = 0; c < clusterCount; c++) {
      int first = cells;
      for (int p = start[c]; p < start[c + 1]; p++) {
        int label = grouped[p];
        if (inCluster[label]++ == 0) {
          // Never ahead of p: a cell has at least one point.
          grouped[cells++] = label;
        }
      }
      Arrays.sort(grouped, first, cells);
      if (cells > cellCount.length) {
        cellCount = Arrays.copyOf(cellCount, (int) Math.min(grouped.length, 2L * cells));
      }
      for (int cell = first; cell < cells; cell++) {
        int label = grouped[cell];
        cellCount[cell] = inCluster[label];
        classTotals[label] += inCluster[label];
        inCluster[label] = 0;
      }
      clusterTotals[c] = (long) start[c + 1] - start[c];
      cellStart[c + 1] = cells;
    }
    return new ContingencyTable(
        cellStart,
        Arrays.copyOf(grouped, cells),
        Arrays.copyOf(cellCount, cells),
        clusterTotals,
        classTotals,
        grouped.length);
  }
}
