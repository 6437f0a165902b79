package dev.concord.spark.graph;

import dev.concord.graph.ExactLists;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ExhaustiveScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Neighbours of single rows by measuring every point in double, and the fetching of single rows.
 *
 * @param panels panel p in partition p
 */
public record FullScan(JavaSparkContext context, JavaRDD<FeaturePanel> panels) {
  /** Rows scanned in one job: their features are broadcast. */
  private static final int BATCH = 1024;

  /**
   * The exact neighbours of some rows, a batch at a time. Time O(rows·n·dim).
   *
   * @param rows dense ids, ascending
   */
  public List<ExactLists> scan(int[] rows, int k) {
    List<ExactLists> lists = new ArrayList<>();
    for (int from = 0; from < rows.length; from += BATCH) {
      lists.add(batch(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + BATCH)), k));
    }
    return lists;
  }

  private ExactLists batch(int[] rows, int k) {
    FeaturePanel fetched = rows(rows);
    Broadcast<int[]> wanted = context.broadcast(rows);
    Broadcast<FeaturePanel> features = context.broadcast(fetched);
    try {
      return panels
          .map(panel -> ExhaustiveScan.scan(wanted.value(), features.value(), panel, k))
          .reduce(ExactLists::merge);
    } finally {
      wanted.destroy();
      features.destroy();
    }
  }

  /**
   * The features of some rows, collected on the driver.
   *
   * @param rows dense ids, ascending
   */
  public FeaturePanel rows(int[] rows) {
    Broadcast<int[]> wanted = context.broadcast(rows);
    try {
      List<FeaturePanel> parts = panels.map(panel -> select(panel, wanted.value())).collect();
      int[] part = new int[rows.length];
      int[] place = new int[rows.length];
      int at = 0;
      for (int p = 0; p < parts.size(); p++) {
        for (int r = 0; r < parts.get(p).rows(); r++) {
          part[at] = p;
          place[at++] = r;
        }
      }
      return FeaturePanel.gather(-1, 0, parts, part, place);
    } finally {
      wanted.destroy();
    }
  }

  private static FeaturePanel select(FeaturePanel panel, int[] wanted) {
    int from = firstAtLeast(wanted, panel.firstRow());
    int to = firstAtLeast(wanted, panel.firstRow() + panel.rows());
    int[] rows = new int[to - from];
    for (int r = 0; r < rows.length; r++) {
      rows[r] = wanted[from + r] - panel.firstRow();
    }
    return FeaturePanel.gather(
        panel.index(), panel.firstRow(), List.of(panel), new int[rows.length], rows);
  }

  /** The first place in {@code sorted} whose value is at least {@code value}. */
  public static int firstAtLeast(int[] sorted, int value) {
    int found = Arrays.binarySearch(sorted, value);
    return found >= 0 ? found : -found - 1;
  }
}
