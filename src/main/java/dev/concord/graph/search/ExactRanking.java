package dev.concord.graph.search;

import dev.concord.graph.ExactLists;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.FeaturePanel;
import java.util.Arrays;

/**
 * Second phase of the exact neighbour search: measures the candidates of a panel's rows in double
 * and decides for each row whether its k nearest are proven.
 *
 * <p>A row is certified when nothing was omitted, or when its k-th exact distance lies strictly
 * below the proven bound on the omitted points, with room for the rounding of any distance computed
 * here: a sum of dim squares and its root are below their true value by less than (dim + 8) ·
 * 2<sup>-52</sup> relatively. The neighbours of a certified row are then a matter of mathematics:
 * neither tile order, BLAS nor cluster can change them.
 *
 * <p>Memory 8·keep bytes a row beside the candidates. Time dim operations a candidate.
 */
public final class ExactRanking {
  private final FeaturePanel panel;
  private final CandidateLists candidates;
  private final double[] distance;

  /**
   * Starts with no distance measured.
   *
   * @param candidates the merged lists of the panel's rows, over all panels
   */
  public ExactRanking(FeaturePanel panel, CandidateLists candidates) {
    if (panel.firstRow() != candidates.firstRow() || panel.rows() != candidates.rows()) {
      throw new IllegalArgumentException(
          candidates + " for a panel of rows " + panel.firstRow() + "+" + panel.rows());
    }
    this.panel = panel;
    this.candidates = candidates;
    distance = new double[Math.multiplyExact(panel.rows(), candidates.keep())];
    Arrays.fill(distance, Double.NaN);
  }

  /** Measures the candidates that lie in {@code other}, which may be the panel itself. */
  public void add(FeaturePanel other) {
    int dim = panel.dim();
    if (other.dim() != dim) {
      throw new IllegalArgumentException("panels of dimension " + dim + " and " + other.dim());
    }
    double[] x = new double[dim];
    int first = other.firstRow();
    int last = first + other.rows();
    for (int r = 0; r < panel.rows(); r++) {
      boolean copied = false;
      for (int c = 0; c < candidates.count(r); c++) {
        int id = candidates.index(r, c);
        if (id < first || id >= last) {
          continue;
        }
        if (!copied) {
          panel.copyRow(r, x);
          copied = true;
        }
        distance[r * candidates.keep() + c] = other.distance(panel, r, x, id - first);
      }
    }
  }

  /**
   * The k nearest of each row.
   *
   * @param k at most the number of candidates kept
   * @throws IllegalStateException if a candidate was not measured: a panel is missing
   */
  public RankedRows finish(int k) {
    if (k < 1 || k > candidates.keep()) {
      throw new IllegalArgumentException("k = " + k + " of " + candidates.keep() + " candidates");
    }
    int rows = panel.rows();
    int[] index = new int[Math.multiplyExact(rows, k)];
    double[] nearest = new double[rows * k];
    int[] uncertified = new int[rows];
    int open = 0;
    ExactLists row = ExactLists.empty(new int[1], k);
    double room = 1.0 - (panel.dim() + 8) * 0x1p-52;
    for (int r = 0; r < rows; r++) {
      rank(r, row);
      int found = row.counts()[0];
      System.arraycopy(row.index(), 0, index, r * k, found);
      System.arraycopy(row.distance(), 0, nearest, r * k, found);
      Arrays.fill(index, r * k + found, (r + 1) * k, -1);
      Arrays.fill(nearest, r * k + found, (r + 1) * k, Double.NaN);
      double bound = candidates.omittedBound(r);
      if (found < k || !(nearest[r * k + k - 1] < Math.sqrt(bound) * room)) {
        uncertified[open++] = panel.firstRow() + r;
      }
    }
    return new RankedRows(
        panel.firstRow(), rows, k, index, nearest, Arrays.copyOf(uncertified, open));
  }

  private void rank(int r, ExactLists row) {
    row.counts()[0] = 0;
    for (int c = 0; c < candidates.count(r); c++) {
      double d = distance[r * candidates.keep() + c];
      if (Double.isNaN(d)) {
        throw new IllegalStateException(
            "row %s: the distance to candidate %s was not measured"
                .formatted(panel.firstRow() + r, candidates.index(r, c)));
      }
      row.insert(0, candidates.index(r, c), d);
    }
  }
}
