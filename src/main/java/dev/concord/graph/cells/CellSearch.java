package dev.concord.graph.cells;

import java.util.Arrays;

/**
 * The search of one panel's rows among their nearest cells. A row's neighbours are the k nearest by
 * its features among the {@code candidates} nearest by its reduced coordinates among the points of
 * the {@code probes} pieces it searches: a definition without rounding, so the result is the same
 * however it is computed.
 *
 * <p>Passes over the panels that matter, one panel in hand at a time: {@link #scan} looks for
 * candidates, {@link #measure} measures them; rows for which single precision cannot prove the
 * choice are scanned in full by {@link ProbedLists}. Memory some 40·candidates + 8·probes bytes a
 * row.
 */
public final class CellSearch {
  /** Candidates kept beyond those asked for, so that nearly all choices are proved. */
  private static final int SPARE = 8;

  private final CellTree tree;
  private final CellLayout layout;
  private final CellPanel own;
  private final int probes;
  private final int candidates;
  private final int[] pieces;
  private final Groups groups;
  private final NearestScan scan;
  private int[] count = new int[0];
  private double[] square = new double[0];
  private double[] distance = new double[0];
  private int[] dense = new int[0];
  private Groups byPanel = new Groups(new int[0], new int[1]);

  /**
   * A search that has not met any panel.
   *
   * @param probes cells a row searches
   * @param candidates points a row measures
   */
  public CellSearch(CellTree tree, CellLayout layout, CellPanel own, int probes, int candidates) {
    this.tree = tree;
    this.layout = layout;
    this.own = own;
    this.probes = probes;
    this.candidates = candidates;
    int[] cells = tree.nearest(own.coordinates(), own.rows(), probes);
    int[] positions = own.positions();
    pieces = layout.pieces(cells, probes, positions);
    groups = Groups.of(pieces, probes, layout.pieces());
    scan =
        new NearestScan(own.coordinates(), own.rows(), tree.dim(), candidates + SPARE, positions);
  }

  /** The panels that {@link #scan} must see, ascending. */
  public int[] panelsToScan() {
    int[] wanted = new int[layout.panels()];
    int count = 0;
    for (int panel = 0; panel < layout.panels(); panel++) {
      int from = groups.from(layout.firstPieceOf(panel));
      if (groups.from(layout.firstPieceOf(panel + 1)) > from) {
        wanted[count++] = panel;
      }
    }
    return Arrays.copyOf(wanted, count);
  }

  /** Looks for candidates among the rows of a panel. Time 2·pairs·dim in GEMM. */
  public void scan(CellPanel base) {
    int to = layout.firstPieceOf(base.index() + 1);
    for (int piece = layout.firstPieceOf(base.index()); piece < to; piece++) {
      int start = layout.pieceStart(piece);
      if (groups.to(piece) > groups.from(piece)) {
        scan.scan(
            groups.members(),
            groups.from(piece),
            groups.to(piece),
            base.coordinates(),
            start - base.firstPosition(),
            layout.pieceStart(piece + 1) - base.firstPosition(),
            start,
            tree.centres(),
            layout.cellOf(piece) * tree.dim());
      }
    }
  }

  /** The panels that {@link #measure} must see, ascending; call after the last scan. */
  public int[] panelsToMeasure() {
    int keep = candidates + SPARE;
    int size = Math.multiplyExact(own.rows(), keep);
    count = new int[own.rows()];
    square = new double[size];
    distance = new double[size];
    dense = new int[size];
    int[] panelOf = new int[size];
    Arrays.fill(panelOf, -1);
    for (int r = 0; r < own.rows(); r++) {
      count[r] = scan.finish(r);
      for (int c = 0; c < count[r]; c++) {
        panelOf[r * keep + c] = layout.panelOf(scan.id(r, c));
      }
    }
    byPanel = Groups.of(panelOf, 1, layout.panels());
    int[] wanted = new int[layout.panels()];
    int found = 0;
    for (int panel = 0; panel < layout.panels(); panel++) {
      if (byPanel.to(panel) > byPanel.from(panel)) {
        wanted[found++] = panel;
      }
    }
    return Arrays.copyOf(wanted, found);
  }

  /** Measures the candidates that lie in a panel, by coordinates and by features. */
  public void measure(CellPanel base) {
    int keep = candidates + SPARE;
    int dim = tree.dim();
    double[] x = new double[own.features().dim()];
    int copied = -1;
    for (int m = byPanel.from(base.index()); m < byPanel.to(base.index()); m++) {
      int e = byPanel.members()[m];
      int r = e / keep;
      if (r != copied) {
        own.features().copyRow(r, x);
        copied = r;
      }
      int local = scan.id(r, e % keep) - base.firstPosition();
      square[e] =
          Squares.distance(own.coordinates(), r * dim, base.coordinates(), local * dim, dim);
      distance[e] = base.features().distance(own.features(), r, x, local);
      dense[e] = base.ids()[local];
    }
  }

  /**
   * The neighbours, once all candidates are measured, of the rows that are decided; the others come
   * from {@link #undecided}.
   *
   * @param k at most {@code candidates}
   */
  public Outcome finish(int k) {
    int keep = candidates + SPARE;
    Neighbors neighbors = new Neighbors(own.ids(), k);
    int[] open = new int[own.rows()];
    int undecided = 0;
    Shortlist list = new Shortlist(candidates);
    for (int r = 0; r < own.rows(); r++) {
      list.reset(candidates);
      for (int c = 0; c < count[r]; c++) {
        // By position, then its place in the list: ties fall as in the full scan.
        list.offer(square[r * keep + c], scan.id(r, c));
      }
      double bound = scan.omittedBound(r);
      boolean proved =
          bound == Double.POSITIVE_INFINITY
              || (list.isFull() && list.square[list.count - 1] < bound);
      if (!proved) {
        open[undecided++] = r;
        continue;
      }
      double last = list.count == 0 ? -1.0 : list.square[list.count - 1];
      int lastPosition = list.count == 0 ? -1 : list.id[list.count - 1];
      for (int c = 0; c < count[r]; c++) {
        int e = r * keep + c;
        if (square[e] < last || (square[e] == last && scan.id(r, c) <= lastPosition)) {
          neighbors.offer(r, dense[e], distance[e]);
        }
      }
    }
    return new Outcome(neighbors, Arrays.copyOf(open, undecided));
  }

  /**
   * What is known after measuring.
   *
   * @param neighbors lists of all rows, empty for undecided ones
   * @param undecided rows of the panel that need a full scan of their pieces
   */
  public record Outcome(Neighbors neighbors, int[] undecided) {}

  /** The undecided rows with the pieces they search. */
  public ProbedRows undecided(int[] rows) {
    int[] positions = new int[rows.length];
    int[] theirs = new int[rows.length * probes];
    for (int u = 0; u < rows.length; u++) {
      positions[u] = own.firstPosition() + rows[u];
      System.arraycopy(pieces, rows[u] * probes, theirs, u * probes, probes);
    }
    return new ProbedRows(own.features(), own.coordinates(), rows, positions, theirs, probes);
  }

  /** The lists that a full scan found for undecided rows. */
  public static void resolve(Neighbors neighbors, int[] rows, ProbedLists found) {
    for (int u = 0; u < rows.length; u++) {
      for (int c = 0; c < found.count(u); c++) {
        neighbors.offer(rows[u], found.id(u, c), found.distance(u, c));
      }
    }
  }
}
