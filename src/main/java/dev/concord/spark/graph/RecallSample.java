package dev.concord.spark.graph;

import dev.concord.graph.ExactLists;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.SampleDistances;
import dev.concord.linalg.NativeBlas;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Random rows with the true distances of their k-th neighbours: what the recall of a search is
 * measured against.
 *
 * @param ids dense ids, ascending
 * @param features their features
 * @param kth distance of the k-th neighbour of each
 */
public record RecallSample(int[] ids, FeaturePanel features, double[] kth) {

  /** Finds the true neighbours of rows. Time 2·rows·n·dim in GEMM; one pass over the features. */
  public static RecallSample of(
      JavaSparkContext context, JavaRDD<FeaturePanel> panels, double[] centre, int[] rows, int k) {
    FullScan full = new FullScan(context, panels);
    FeaturePanel features = full.rows(rows);
    Broadcast<FeaturePanel> sample = context.broadcast(features);
    Broadcast<int[]> ids = context.broadcast(rows);
    SampleDistances found;
    try {
      found =
          panels
              .map(
                  panel -> {
                    NativeBlas.load();
                    return SampleDistances.within(sample.value(), ids.value(), panel, centre, k);
                  })
              .reduce(SampleDistances::merge);
    } finally {
      sample.destroy();
      ids.destroy();
    }
    double[] kth = new double[rows.length];
    for (int r = 0; r < kth.length; r++) {
      kth[r] = found.kth(r);
    }
    int[] open = found.open();
    int[] openRows = Arrays.stream(open).map(r -> rows[r]).toArray();
    int at = 0;
    for (ExactLists lists : full.scan(openRows, k)) {
      for (int r = 0; r < lists.rowIds().length; r++) {
        kth[open[at++]] = lists.distance()[(r + 1) * k - 1];
      }
    }
    return new RecallSample(rows, features, kth);
  }

  /** Every second row of this sample, beginning with the first or the second. */
  public RecallSample half(int first) {
    int count = (ids.length - first + 1) / 2;
    int[] chosen = new int[count];
    int[] rows = new int[count];
    double[] distances = new double[count];
    for (int r = 0; r < count; r++) {
      rows[r] = first + 2 * r;
      chosen[r] = ids[rows[r]];
      distances[r] = kth[rows[r]];
    }
    FeaturePanel part =
        FeaturePanel.gather(-1, 0, java.util.List.of(features), new int[count], rows);
    return new RecallSample(chosen, part, distances);
  }

  /** The recall of some lists; of points at equal distance any is right. */
  public RecallEstimate recall(NeighborTable lists) {
    double[] distances = lists.distances(ids);
    int k = distances.length / ids.length;
    int[] hits = new int[ids.length];
    for (int r = 0; r < hits.length; r++) {
      hits[r] = hits(r, distances, r * k, k);
    }
    return RecallEstimate.of(hits, k);
  }

  private int hits(int row, double[] distance, int from, int k) {
    int hits = 0;
    for (int c = from; c < from + k; c++) {
      hits += distance[c] <= kth[row] ? 1 : 0;
    }
    return hits;
  }
}
