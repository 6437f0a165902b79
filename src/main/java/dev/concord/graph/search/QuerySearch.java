package dev.concord.graph.search;

import dev.concord.graph.ExactLists;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.FeaturePanel;
import java.util.Arrays;
import java.util.List;

/**
 * The exact nearest points of rows that are not among them: new points against a training set. The
 * arithmetic of {@link PanelSearch} and {@link ExactRanking}, one side only.
 *
 * <p>Single-threaded. Time 2·rows·n·dim operations in GEMM; the points pass by twice, a third time
 * for rows with many equal distances. Memory: one panel centred in single precision, and 16·keep
 * bytes a row.
 */
public final class QuerySearch {
  private QuerySearch() {}

  /**
   * The k nearest points of each query row, by (distance, index); all of them proven.
   *
   * @param queries the rows; their dense ids must not occur among the points
   * @param points all points, in panels; iterated up to three times
   * @param centre any vector of length dim; one amid the points makes the search fast, see {@link
   *     Centre}
   * @param k at least 1, at most the number of points
   * @throws dev.concord.error.InputException if a row is farther from the centre than single
   *     precision can square
   */
  public static RankedRows nearest(
      FeaturePanel queries, Iterable<FeaturePanel> points, double[] centre, int k) {
    CandidateLists candidates = candidates(queries, points, centre, PanelSearch.keepFor(k));
    ExactRanking ranking = new ExactRanking(queries, candidates);
    points.forEach(ranking::add);
    RankedRows ranked = ranking.finish(k);
    return ranked.uncertified().length == 0 ? ranked : scanned(ranked, queries, points);
  }

  private static CandidateLists candidates(
      FeaturePanel queries, Iterable<FeaturePanel> points, double[] centre, int keep) {
    CentredPanel rows = new CentredPanel(queries, centre);
    BestScores best = new BestScores(rows, keep, PanelSearch.anything(rows.rows));
    float maxNorm = 0.0f;
    int seen = 0;
    for (FeaturePanel panel : points) {
      if (panel.dim() != queries.dim()) {
        throw new IllegalArgumentException(
            "points of dimension " + panel.dim() + ", rows of " + queries.dim());
      }
      CentredPanel columns = new CentredPanel(panel, centre);
      TileProducts products = new TileProducts(rows, columns);
      float[] tile = PanelSearch.tileFor(rows.rows, columns.rows);
      for (int i = 0; i < rows.rows; i += PanelSearch.TILE) {
        for (int j = 0; j < columns.rows; j += PanelSearch.TILE) {
          products.multiply(i, j, tile);
          PanelSearch.scan(tile, rows, i, columns, j, best, null);
        }
      }
      maxNorm = Math.max(maxNorm, columns.maxNorm);
      seen = Math.addExact(seen, columns.rows);
    }
    return best.lists(maxNorm, seen);
  }

  /** The lists with the rows that no bound proves replaced by those of a full scan. */
  private static RankedRows scanned(
      RankedRows ranked, FeaturePanel queries, Iterable<FeaturePanel> points) {
    int k = ranked.k();
    int[] open = ranked.uncertified();
    int[] rows = Arrays.stream(open).map(id -> id - queries.firstRow()).toArray();
    FeaturePanel values = FeaturePanel.gather(-1, 0, List.of(queries), new int[rows.length], rows);
    ExactLists lists = ExactLists.empty(open, k);
    for (FeaturePanel panel : points) {
      lists = ExactLists.merge(lists, ExhaustiveScan.scan(open, values, panel, k));
    }
    for (int r = 0; r < open.length; r++) {
      if (lists.counts()[r] < k) {
        throw new IllegalArgumentException(
            "k = " + k + " neighbours among " + lists.counts()[r] + " points");
      }
      int to = (open[r] - queries.firstRow()) * k;
      System.arraycopy(lists.index(), r * k, ranked.index(), to, k);
      System.arraycopy(lists.distance(), r * k, ranked.distance(), to, k);
    }
    return new RankedRows(
        ranked.firstRow(), ranked.rows(), k, ranked.index(), ranked.distance(), new int[0]);
  }

  /** The centre of panels, computed where they are. */
  public static double[] centre(List<FeaturePanel> points) {
    return Centre.combine(points.stream().map(Centre::keepingZeros).toList());
  }
}
