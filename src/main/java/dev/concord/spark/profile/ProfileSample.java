package dev.concord.spark.profile;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Which points count for which groups: every point of a table of at most {@value #CELLS} cells for
 * its cluster and for all points; of a larger one points at even distances in id order, as many of
 * each cluster.
 */
@DefaultSerializer(JavaSerializer.class)
record ProfileSample(int[] clusters, byte[] counts) implements Serializable {
  /** Cells of a table that are all read. */
  static final long CELLS = 1L << 24;

  /** The group of all points. */
  static final int ALL = -1;

  /** Clusters that have profiles, at most. */
  static final int CLUSTERS = 200;

  private static final byte OF_ALL = 1;
  private static final byte OF_CLUSTER = 2;

  /**
   * The sample. O(n).
   *
   * @param clusters of each point, -1 of a point that is in none; kept
   * @param columns of the table
   * @param cells read at most, about twice
   */
  static ProfileSample of(int[] clusters, int columns, long cells) {
    long rows = Math.max(1, cells / Math.max(1, columns));
    int[] sizes = new int[CLUSTERS];
    for (int cluster : clusters) {
      if (cluster >= 0 && cluster < CLUSTERS) {
        sizes[cluster]++;
      }
    }
    int groups = 0;
    for (int size : sizes) {
      groups += size > 0 ? 1 : 0;
    }
    long each = Math.max(1, rows / Math.max(1, groups));
    int[] seen = new int[CLUSTERS];
    byte[] counts = new byte[clusters.length];
    for (int i = 0; i < clusters.length; i++) {
      int cluster = clusters[i];
      counts[i] |= isTaken(i, clusters.length, rows) ? OF_ALL : 0;
      if (cluster >= 0 && cluster < CLUSTERS) {
        counts[i] |= isTaken(seen[cluster]++, sizes[cluster], each) ? OF_CLUSTER : 0;
      }
    }
    return new ProfileSample(clusters, counts);
  }

  /** Whether the place is one of {@code take} at even distances among {@code total}. */
  private static boolean isTaken(long place, long total, long take) {
    return take >= total || place * take / total != (place + 1) * take / total;
  }

  /** The groups that a point counts for; none, one or two. */
  int[] groups(int point) {
    boolean ofAll = (counts[point] & OF_ALL) != 0;
    boolean ofCluster = (counts[point] & OF_CLUSTER) != 0;
    if (ofAll) {
      return ofCluster ? new int[] {ALL, clusters[point]} : new int[] {ALL};
    }
    return ofCluster ? new int[] {clusters[point]} : new int[0];
  }
}
