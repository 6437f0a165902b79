package dev.concord.graph.search;

import dev.concord.graph.BlockMaxima;
import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.FeaturePanel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * First phase of the exact neighbour search: which points of one panel look nearest to the rows of
 * another, by one matrix product in single precision.
 *
 * <p>By score ⟨x,y⟩ - ‖y‖²/2 over centred rows: for a fixed x it falls as ‖x - y‖ grows. Each tile
 * of products serves the rows of both panels, so every pair of points is multiplied once. The
 * errors of single precision do no harm: they are bounded ({@link
 * dev.concord.graph.features.DistanceBound}), the second phase ({@link ExactRanking}) measures the
 * candidates in double, and a row for which the bound does not prove the answer is searched
 * exhaustively ({@link ExhaustiveScan}).
 *
 * <p>Single-threaded. Time 2·rows·rows'·dim operations in GEMM and about one comparison per pair
 * and side; memory 4·dim + 16·keep bytes a row, and one tile. Where both panels are sparse, time
 * and memory grow with the values that are not zero instead: {@link TileProducts}.
 */
public final class PanelSearch {
  /** Rows and columns of a tile. */
  static final int TILE = 512;

  /** Rows of a tile that are offered to the columns at a time. */
  private static final int BLOCK = 16;

  private PanelSearch() {}

  /**
   * A number of candidates that proves nearly all rows of data without many equal distances, for
   * little more time than k itself.
   */
  public static int keepFor(int k) {
    return k + Math.max(8, k / 2);
  }

  /**
   * The candidates of the rows of {@code a} among those of {@code b}, and the other way round, for
   * two different panels. Their rows already have {@code keep} candidates from {@link #within},
   * whose bound rejects most points at once. Merged with the lists those come from, the lists prove
   * as much.
   *
   * @param mean length dim, the same in all calls; any vector is right, one amid the points makes
   *     the errors small: see {@link dev.concord.graph.features.Centre}
   * @param keep candidates a row
   * @param worstOfA for each row of {@code a} its {@link CandidateLists#worst}
   * @param worstOfB the same for {@code b}
   * @return the lists of {@code a} and those of {@code b}
   * @throws dev.concord.error.InputException if a row is farther from the mean than single
   *     precision can square
   */
  public static CandidateLists[] search(
      FeaturePanel a, FeaturePanel b, double[] mean, int keep, float[] worstOfA, float[] worstOfB) {
    check(a, b, keep);
    CentredPanel rows = new CentredPanel(a, mean);
    CentredPanel columns = new CentredPanel(b, mean);
    BestScores rowSide = new BestScores(rows, keep, worstOfA);
    BestScores columnSide = new BestScores(columns, keep, worstOfB);
    TileProducts products = new TileProducts(rows, columns);
    float[] tile = tileFor(rows.rows, columns.rows);
    for (int i = 0; i < rows.rows; i += TILE) {
      for (int j = 0; j < columns.rows; j += TILE) {
        products.multiply(i, j, tile);
        scan(tile, rows, i, columns, j, rowSide, columnSide);
      }
    }
    return new CandidateLists[] {
      rowSide.lists(columns.maxNorm, columns.rows), columnSide.lists(rows.maxNorm, rows.rows)
    };
  }

  private static void check(FeaturePanel a, FeaturePanel b, int keep) {
    if (a.dim() != b.dim() || keep < 1) {
      throw new IllegalArgumentException(
          "panels of dimension " + a.dim() + " and " + b.dim() + ", keep " + keep);
    }
  }

  public static float[] anything(int rows) {
    float[] worst = new float[rows];
    Arrays.fill(worst, Float.POSITIVE_INFINITY);
    return worst;
  }

  /** The candidates of the rows of {@code a} alone among those of {@code b}, another panel. */
  static CandidateLists searchRows(FeaturePanel a, FeaturePanel b, double[] mean, int keep) {
    check(a, b, keep);
    CentredPanel rows = new CentredPanel(a, mean);
    CentredPanel columns = new CentredPanel(b, mean);
    BestScores rowSide = new BestScores(rows, keep, anything(rows.rows));
    TileProducts products = new TileProducts(rows, columns);
    float[] tile = tileFor(rows.rows, columns.rows);
    for (int i = 0; i < rows.rows; i += TILE) {
      for (int j = 0; j < columns.rows; j += TILE) {
        products.multiply(i, j, tile);
        scan(tile, rows, i, columns, j, rowSide, null);
      }
    }
    return rowSide.lists(columns.maxNorm, columns.rows);
  }

  /** The candidates of a panel's rows among themselves; see {@link #search}. */
  public static CandidateLists within(FeaturePanel a, double[] mean, int keep) {
    check(a, a, keep);
    CentredPanel panel = new CentredPanel(a, mean);
    BestScores best = new BestScores(panel, keep, anything(panel.rows));
    TileProducts products = new TileProducts(panel, panel);
    float[] tile = tileFor(panel.rows, panel.rows);
    for (int i = 0; i < panel.rows; i += TILE) {
      int m = products.multiply(i, i, tile);
      for (int r = 0; r < m; r++) {
        tile[r * m + r] = Float.NEGATIVE_INFINITY;
      }
      scan(tile, panel, i, panel, i, best, null);
      for (int j = i + TILE; j < panel.rows; j += TILE) {
        products.multiply(i, j, tile);
        scan(tile, panel, i, panel, j, best, best);
      }
    }
    return best.lists(panel.maxNorm, panel.rows - 1);
  }

  static float[] tileFor(int rows, int columns) {
    return new float[Math.min(rows, TILE) * Math.min(columns, TILE)];
  }

  /**
   * Offers the products of one tile to the rows of both sides ({@code columnSide} null: to the row
   * side alone), some rows of the tile at a time: first the best of each column, by loops that
   * vectors do, then, where that is good enough for one of them, one product after the other. Time
   * one pass over the tile for each side.
   */
  static void scan(
      float[] tile,
      CentredPanel rows,
      int i,
      CentredPanel columns,
      int j,
      BestScores rowSide,
      @Nullable BestScores columnSide) {
    int m = Math.min(TILE, rows.rows - i);
    int n = Math.min(TILE, columns.rows - j);
    float[] line = new float[n];
    float[] ofRows = new float[n];
    float[] ofColumns = new float[columnSide == null ? 0 : n];
    for (int from = 0; from < m; from += BLOCK) {
      int to = Math.min(m, from + BLOCK);
      Arrays.fill(ofRows, Float.NEGATIVE_INFINITY);
      Arrays.fill(ofColumns, Float.NEGATIVE_INFINITY);
      for (int r = from; r < to; r++) {
        System.arraycopy(tile, r * n, line, 0, n);
        BlockMaxima.raise(ofRows, line, n, rowSide.threshold[i + r]);
        if (columnSide != null) {
          BlockMaxima.raise(ofColumns, line, n, rows.half[i + r]);
        }
      }
      offerToRows(tile, n, from, to, i, columns, j, rowSide, ofRows);
      if (columnSide != null) {
        offerToColumns(tile, n, from, to, rows, i, columnSide, j, ofColumns);
      }
    }
  }

  /**
   * A row takes t - h, for the product t and half the square h of a column, where it is above the
   * row's limit l. Then t - l > h without rounding, so t - l >= h with it: columns for which no row
   * has that are passed over.
   */
  private static void offerToRows(
      float[] tile,
      int n,
      int from,
      int to,
      int i,
      CentredPanel columns,
      int j,
      BestScores rowSide,
      float[] best) {
    float[] limit = rowSide.threshold;
    for (int c = 0; c < n; c++) {
      float half = columns.half[j + c];
      // Not a number: a row without a limit met itself.
      if (!(best[c] < half)) {
        for (int r = from; r < to; r++) {
          float score = tile[r * n + c] - half;
          if (score > limit[i + r]) {
            rowSide.add(i + r, score, columns.firstRow + j + c);
          }
        }
      }
    }
  }

  private static void offerToColumns(
      float[] tile,
      int n,
      int from,
      int to,
      CentredPanel rows,
      int i,
      BestScores columnSide,
      int j,
      float[] best) {
    float[] limit = columnSide.threshold;
    for (int c = 0; c < n; c++) {
      if (best[c] > limit[j + c]) {
        for (int r = from; r < to; r++) {
          float score = tile[r * n + c] - rows.half[i + r];
          if (score > limit[j + c]) {
            columnSide.add(j + c, score, rows.firstRow + i + r);
          }
        }
      }
    }
  }
}
