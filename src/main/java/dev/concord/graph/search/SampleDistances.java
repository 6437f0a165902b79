package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.util.Arrays;

/**
 * For each row of a sample, the distances of its k nearest points among those searched, and a
 * proven lower bound on the distances of all points searched that are not among them.
 *
 * <p>Found as in {@link PanelSearch} and {@link ExactRanking}, one panel after the other; merged,
 * they give the true distances of a row's neighbours, or mark the row for a full scan. Memory 8·k
 * bytes a row.
 *
 * @param k neighbours of a row
 * @param nearest rows·k distances, ascending; +∞ where fewer points were searched
 * @param bound for each row the bound on distances left out
 */
@DefaultSerializer(JavaSerializer.class)
public record SampleDistances(int k, double[] nearest, double[] bound) implements Serializable {

  /**
   * The distances among the rows of one panel.
   *
   * @param sample rows of any panels; its index is that of no panel
   * @param ids dense ids of its rows, which are not their own neighbours
   * @param mean see {@link PanelSearch}
   */
  public static SampleDistances within(
      FeaturePanel sample, int[] ids, FeaturePanel panel, double[] mean, int k) {
    int keep = PanelSearch.keepFor(k) + 1;
    CandidateLists lists = PanelSearch.searchRows(sample, panel, mean, keep);
    double[] nearest = new double[Math.multiplyExact(sample.rows(), k)];
    double[] bound = new double[sample.rows()];
    double[] x = new double[sample.dim()];
    double[] measured = new double[keep];
    double room = 1.0 - (panel.dim() + 8) * 0x1p-52;
    for (int r = 0; r < sample.rows(); r++) {
      sample.copyRow(r, x);
      int count = 0;
      for (int c = 0; c < lists.count(r); c++) {
        if (lists.index(r, c) != ids[r]) {
          int row = lists.index(r, c) - panel.firstRow();
          measured[count++] = panel.distance(sample, r, x, row);
        }
      }
      Arrays.sort(measured, 0, count);
      int kept = Math.min(count, k);
      System.arraycopy(measured, 0, nearest, r * k, kept);
      Arrays.fill(nearest, r * k + kept, (r + 1) * k, Double.POSITIVE_INFINITY);
      bound[r] = Math.sqrt(lists.omittedBound(r)) * room;
    }
    return new SampleDistances(k, nearest, bound);
  }

  /** The nearest of both; the order of merging does not change the result. */
  public static SampleDistances merge(SampleDistances a, SampleDistances b) {
    int k = a.k;
    double[] nearest = new double[a.nearest.length];
    double[] bound = new double[a.bound.length];
    for (int r = 0; r < bound.length; r++) {
      int p = r * k;
      int q = r * k;
      for (int out = r * k; out < (r + 1) * k; out++) {
        nearest[out] = a.nearest[p] <= b.nearest[q] ? a.nearest[p++] : b.nearest[q++];
      }
      bound[r] = Math.min(a.bound[r], b.bound[r]);
    }
    return new SampleDistances(k, nearest, bound);
  }

  /** Distance of the k-th neighbour of row r. */
  public double kth(int r) {
    return nearest[(r + 1) * k - 1];
  }

  /** Rows whose k-th distance is not below the bound. */
  public int[] open() {
    int[] rows = new int[bound.length];
    int count = 0;
    for (int r = 0; r < rows.length; r++) {
      if (!(kth(r) < bound[r])) {
        rows[count++] = r;
      }
    }
    return Arrays.copyOf(rows, count);
  }
}
