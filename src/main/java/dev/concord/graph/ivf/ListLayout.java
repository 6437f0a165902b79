package dev.concord.graph.ivf;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Where each row stands once rows are sorted by cell: cell after cell, by dense id within a cell,
 * cut into panels of whole pieces. A piece is a cell, or a part of one that has too many rows: a
 * row that wants such a cell searches one piece of it, so that no heap of equal points makes the
 * search quadratic.
 *
 * <p>Memory 12 bytes a cell; the positions of the rows are kept apart.
 */
public final class ListLayout implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] cellOfPiece;
  private final int[] firstPiece;
  private final int[] pieceStart;
  private final int[] panelPiece;

  private ListLayout(int[] cellOfPiece, int[] firstPiece, int[] pieceStart, int[] panelPiece) {
    this.cellOfPiece = cellOfPiece;
    this.firstPiece = firstPiece;
    this.pieceStart = pieceStart;
    this.panelPiece = panelPiece;
  }

  /**
   * The layout of rows.
   *
   * @param cellOf cell of each row
   * @param mostRows rows of a piece at most
   * @param panelRows rows of a panel, reached and not much exceeded
   */
  public static ListLayout of(int[] cellOf, int cells, int mostRows, int panelRows) {
    int[] rows = new int[cells];
    for (int cell : cellOf) {
      rows[cell]++;
    }
    int[] firstPiece = new int[cells + 1];
    for (int c = 0; c < cells; c++) {
      int pieces = Math.max(1, (rows[c] + mostRows - 1) / mostRows);
      firstPiece[c + 1] = firstPiece[c] + pieces;
    }
    int pieces = firstPiece[cells];
    int[] cellOfPiece = new int[pieces];
    int[] start = new int[pieces + 1];
    int at = 0;
    for (int c = 0; c < cells; c++) {
      int parts = firstPiece[c + 1] - firstPiece[c];
      for (int p = 0; p < parts; p++) {
        cellOfPiece[firstPiece[c] + p] = c;
        start[firstPiece[c] + p] = at + (int) ((long) rows[c] * p / parts);
      }
      at += rows[c];
    }
    start[pieces] = at;
    return new ListLayout(cellOfPiece, firstPiece, start, panels(start, panelRows));
  }

  private static int[] panels(int[] start, int panelRows) {
    int pieces = start.length - 1;
    int[] first = new int[pieces + 1];
    int panels = 0;
    int from = 0;
    for (int p = 0; p < pieces; p++) {
      if (start[p + 1] - start[from] >= panelRows) {
        first[panels++] = from;
        from = p + 1;
      }
    }
    if (start[pieces] > start[from]) {
      first[panels++] = from;
    }
    // Empty cells at the end belong to the last panel.
    first[panels] = pieces;
    return Arrays.copyOf(first, panels + 1);
  }

  /** For each row its position. Time and memory O(rows). */
  public int[] positions(int[] cellOf) {
    int[] next = new int[firstPiece.length - 1];
    for (int c = 0; c < next.length; c++) {
      next[c] = pieceStart[firstPiece[c]];
    }
    int[] position = new int[cellOf.length];
    for (int row = 0; row < cellOf.length; row++) {
      position[row] = next[cellOf[row]]++;
    }
    return position;
  }

  public int panels() {
    return panelPiece.length - 1;
  }

  public int pieces() {
    return cellOfPiece.length;
  }

  /** Position of the first row of a panel; of the number of panels: the number of rows. */
  public int panelStart(int panel) {
    return pieceStart[panelPiece[panel]];
  }

  /** The panel that holds a position. */
  public int panelOf(int position) {
    int low = 0;
    int high = panels() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (panelStart(middle) <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  int firstPieceOf(int panel) {
    return panelPiece[panel];
  }

  int pieceStart(int piece) {
    return pieceStart[piece];
  }

  int cellOf(int piece) {
    return cellOfPiece[piece];
  }

  /** The largest number of rows of a piece. */
  public int largestPiece() {
    int largest = 0;
    for (int p = 0; p < pieces(); p++) {
      largest = Math.max(largest, pieceStart[p + 1] - pieceStart[p]);
    }
    return largest;
  }

  /** Cells of more than one piece. */
  public int dividedCells() {
    int divided = 0;
    for (int c = 0; c + 1 < firstPiece.length; c++) {
      divided += firstPiece[c + 1] - firstPiece[c] > 1 ? 1 : 0;
    }
    return divided;
  }

  /**
   * The pieces to search instead of cells: of a divided cell the one that holds the row itself, or
   * for a row of another cell one that follows from its position alone.
   *
   * @param cells rows·each cells, -1 for none
   * @param position of each row; -1 for a row that is not among those laid out
   */
  int[] pieces(int[] cells, int each, int[] position) {
    int[] pieces = new int[cells.length];
    for (int e = 0; e < cells.length; e++) {
      int cell = cells[e];
      if (cell < 0) {
        pieces[e] = -1;
        continue;
      }
      int first = firstPiece[cell];
      int parts = firstPiece[cell + 1] - first;
      pieces[e] = parts == 1 ? first : choose(first, parts, position[e / each]);
    }
    return pieces;
  }

  private int choose(int first, int parts, int position) {
    for (int p = first; p < first + parts; p++) {
      if (position >= pieceStart[p] && position < pieceStart[p + 1]) {
        return p;
      }
    }
    return first + Math.floorMod(position, parts);
  }
}
