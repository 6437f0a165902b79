package dev.concord.graph.search;

import dev.concord.graph.features.CentredPanel;
import dev.concord.graph.features.SparsePanel;
import dev.concord.linalg.Gemm;
import org.jspecify.annotations.Nullable;

/**
 * Inner products of the rows of two panels, tile by tile, in single precision. Where both are
 * sparse, only entries of one column meet; else it is a dense matrix product.
 */
final class TileProducts {
  private final CentredPanel a;
  private final CentredPanel b;
  private final SparsePanel.@Nullable ByColumn[] byColumn;

  TileProducts(CentredPanel a, CentredPanel b) {
    boolean sparse = a.sparse != null && b.sparse != null;
    this.a = sparse ? a : a.filled();
    this.b = sparse ? b : b.filled();
    byColumn = new SparsePanel.ByColumn[(b.rows + PanelSearch.TILE - 1) / PanelSearch.TILE];
  }

  /**
   * The products of the rows of a from i with those of b from j, both multiples of the size of a
   * tile, row-major into {@code tile}; returns its number of rows.
   */
  int multiply(int i, int j, float[] tile) {
    int m = Math.min(PanelSearch.TILE, a.rows - i);
    int n = Math.min(PanelSearch.TILE, b.rows - j);
    if (a.sparse != null && b.sparse != null) {
      a.sparse.multiply(i, i + m, columns(b.sparse, j, n), tile);
    } else {
      Gemm.abt(m, n, a.dim, a.values, i * a.dim, b.values, j * b.dim, tile);
    }
    return m;
  }

  private SparsePanel.ByColumn columns(SparsePanel rows, int j, int n) {
    int at = j / PanelSearch.TILE;
    SparsePanel.ByColumn by = byColumn[at];
    if (by == null) {
      by = rows.byColumn(b.dim, j, j + n);
      byColumn[at] = by;
    }
    return by;
  }
}
