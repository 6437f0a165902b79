package dev.concord.spark.profile;

import dev.concord.spark.input.pairs.Labeling;
import java.util.ArrayList;
import java.util.List;

/** The shares of true classes in each cluster. */
final class ClassShares {
  /** What the table profiles calls the true classes. */
  static final String TRUTH = "truth";

  /** Of more classes there are no shares. */
  private static final int CLASSES = 1000;

  private ClassShares() {}

  /** The rows; points of unknown class do not count. O(n + clusters·classes). */
  static List<ProfileRow> of(int[] clusters, Labeling truth) {
    int classes = truth.names().length;
    if (classes > CLASSES) {
      return List.of();
    }
    long[][] counts = counts(clusters, truth);
    long[] all = new long[classes];
    long points = 0;
    for (int i = 0; i < clusters.length; i++) {
      if (truth.labels()[i] >= 0) {
        all[truth.labels()[i]]++;
        points++;
      }
    }
    List<ProfileRow> rows = new ArrayList<>();
    for (int cluster = 0; cluster < counts.length; cluster++) {
      long known = java.util.Arrays.stream(counts[cluster]).sum();
      for (int c = 0; c < classes && known > 0; c++) {
        if (counts[cluster][c] > 0) {
          rows.add(
              ProfileRow.share(
                  cluster,
                  TRUTH,
                  truth.names()[c],
                  "share",
                  (double) counts[cluster][c] / known,
                  (double) all[c] / points));
        }
      }
    }
    return rows;
  }

  /** Points by cluster and class. */
  static long[][] counts(int[] clusters, Labeling truth) {
    int k = 0;
    for (int cluster : clusters) {
      k = Math.max(k, Math.min(cluster + 1, ProfileSample.CLUSTERS));
    }
    long[][] counts = new long[k][truth.names().length];
    for (int i = 0; i < clusters.length; i++) {
      if (clusters[i] >= 0 && clusters[i] < k && truth.labels()[i] >= 0) {
        counts[clusters[i]][truth.labels()[i]]++;
      }
    }
    return counts;
  }
}
