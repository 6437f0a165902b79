package dev.concord.graph.ivf;

import dev.concord.graph.neighbors.Neighbors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * The search of one panel's rows among their nearest cells. A row's neighbours are the k nearest by
 * its features among the {@code candidates} nearest by its reduced coordinates among the points of
 * the {@code probes} pieces it searches: a definition without rounding, so the result is the same
 * however it is computed.
 *
 * <p>Passes over the panels that matter, one panel in hand at a time: one looks for candidates, one
 * measures them; rows for which single precision cannot prove the choice are scanned in full by
 * {@link ProbedLists}. Memory some 40·candidates + 8·probes bytes a row.
 */
public final class IvfSearch {
  /** Candidates kept beyond those asked for, so that nearly all choices are proved. */
  private static final int SPARE = 4;

  private final CoarseQuantizer tree;
  private final ListLayout layout;
  private final ListPanel own;
  private final int probes;
  private final int candidates;
  private final boolean links;
  private final int[] pieces;
  private final RowsByList groups;
  private final NearestScan scan;
  private final BitSet undecided = new BitSet();

  /** Squared distances, by coordinates, of the doubtful candidates of the rows that have any. */
  private final Map<Integer, double[]> squares = new HashMap<>();

  private double[] distance = new double[0];
  private int[] dense = new int[0];
  private RowsByList byPanel = new RowsByList(new int[0], new int[1]);

  /**
   * A search that has not met any panel.
   *
   * @param probes cells a row searches
   * @param candidates points a row measures
   * @param links whether the candidates are wanted as links, by their coordinates, and not the
   *     neighbours among them by their features
   */
  public IvfSearch(
      CoarseQuantizer tree,
      ListLayout layout,
      ListPanel own,
      int probes,
      int candidates,
      boolean links) {
    this.links = links;
    this.tree = tree;
    this.layout = layout;
    this.own = own;
    this.probes = probes;
    this.candidates = candidates;
    int[] cells = tree.nearest(own.coordinates(), own.rows(), probes, false);
    int[] positions = own.positions();
    pieces = layout.pieces(cells, probes, positions);
    groups = RowsByList.of(pieces, probes, layout.pieces());
    scan =
        new NearestScan(own.coordinates(), own.rows(), tree.dim(), candidates + SPARE, positions);
  }

  /** The whole search: all passes, and the full scan of rows for which they prove nothing. */
  public Outcome run(IntFunction<ListPanel> panels, int k) {
    return run(List.of(this), panels, k).get(0);
  }

  /**
   * The whole searches of several panels over the same cells, side by side: a pass asks for a panel
   * once for all of them. Each finds what it finds alone.
   *
   * @param panels gives a panel by its number
   * @param k neighbours of a row, at most {@code candidates}; for links all of them
   */
  public static List<Outcome> run(List<IvfSearch> searches, IntFunction<ListPanel> panels, int k) {
    // Its own panel first, which is where near points are: those of others are turned away early.
    searches.forEach(search -> search.scan(search.own));
    int count = searches.get(0).layout.panels();
    pass(
        count,
        searches,
        panels,
        (search, panel) -> panel != search.own.index() && search.probes(panel),
        IvfSearch::scan);
    searches.forEach(IvfSearch::choose);
    pass(count, searches, panels, IvfSearch::measures, IvfSearch::measure);
    List<Outcome> outcomes = searches.stream().map(search -> search.finish(k)).toList();
    List<Scan> scans = new ArrayList<>();
    for (int s = 0; s < searches.size(); s++) {
      if (outcomes.get(s).undecided().length > 0) {
        scans.add(new Scan(searches.get(s), outcomes.get(s)));
      }
    }
    pass(count, scans, panels, (scan, panel) -> scan.search.probes(panel), Scan::visit);
    scans.forEach(Scan::resolve);
    return outcomes;
  }

  /** Shows each panel to those who want it, and asks only for panels that somebody wants. */
  private static <T> void pass(
      int count,
      List<T> visitors,
      IntFunction<ListPanel> panels,
      Wants<T> wants,
      BiConsumer<T, ListPanel> visit) {
    for (int p = 0; p < count; p++) {
      int panel = p;
      List<T> wanting = visitors.stream().filter(visitor -> wants.test(visitor, panel)).toList();
      if (!wanting.isEmpty()) {
        ListPanel base = panels.apply(panel);
        wanting.forEach(visitor -> visit.accept(visitor, base));
      }
    }
  }

  /** Whether a visitor wants to see a panel. */
  private interface Wants<T> {
    boolean test(T visitor, int panel);
  }

  /** Whether any row searches a cell in a panel. */
  private boolean probes(int panel) {
    return groups.from(layout.firstPieceOf(panel + 1)) > groups.from(layout.firstPieceOf(panel));
  }

  /** Whether any candidate lies in a panel. */
  private boolean measures(int panel) {
    return byPanel.to(panel) > byPanel.from(panel);
  }

  /** Looks for candidates among the rows of a panel. Time 2·pairs·dim in GEMM. */
  private void scan(ListPanel base) {
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

  /** Chooses the candidates to measure; call after the last scan. */
  private void choose() {
    int keep = candidates + SPARE;
    int size = Math.multiplyExact(own.rows(), keep);
    distance = new double[size];
    dense = new int[size];
    int[] panelOf = new int[size];
    Arrays.fill(panelOf, -1);
    for (int r = 0; r < own.rows(); r++) {
      if (!scan.decide(r, candidates)) {
        undecided.set(r);
        continue;
      }
      for (int c = 0; c < scan.sure(r) + scan.doubtful(r); c++) {
        panelOf[r * keep + c] = layout.panelOf(scan.id(r, c));
      }
      if (scan.doubtful(r) > 0) {
        squares.put(r, new double[scan.doubtful(r)]);
      }
    }
    byPanel = RowsByList.of(panelOf, 1, layout.panels());
  }

  /** Measures the candidates that lie in a panel, doubtful ones by their coordinates too. */
  private void measure(ListPanel base) {
    int keep = candidates + SPARE;
    int dim = tree.dim();
    double[] x = new double[own.features().dim()];
    int copied = -1;
    for (int m = byPanel.from(base.index()); m < byPanel.to(base.index()); m++) {
      int e = byPanel.members()[m];
      int r = e / keep;
      int local = scan.id(r, e % keep) - base.firstPosition();
      if (links) {
        distance[e] =
            SquaredDistance.single(
                own.coordinates(), r * dim, base.coordinates(), local * dim, dim);
        dense[e] = PackedRow.of(base.index(), local);
      } else {
        if (r != copied) {
          own.features().copyRow(r, x);
          copied = r;
        }
        distance[e] = base.features().distance(own.features(), r, x, local);
        dense[e] = base.ids()[local];
      }
      int doubt = e % keep - scan.sure(r);
      if (doubt >= 0) {
        double[] square = java.util.Objects.requireNonNull(squares.get(r));
        square[doubt] =
            SquaredDistance.distance(
                own.coordinates(), r * dim, base.coordinates(), local * dim, dim);
      }
    }
  }

  /**
   * The neighbours, once all candidates are measured, of the rows that are decided; the others come
   * from {@link #undecided}.
   *
   * @param k at most {@code candidates}; for links all of them
   */
  private Outcome finish(int k) {
    int keep = candidates + SPARE;
    Neighbors neighbors = new Neighbors(own.ids(), k);
    Shortlist list = new Shortlist(candidates);
    for (int r = 0; r < own.rows(); r++) {
      if (undecided.get(r)) {
        continue;
      }
      int sure = scan.sure(r);
      for (int e = r * keep; e < r * keep + sure; e++) {
        neighbors.offer(r, dense[e], distance[e]);
      }
      double[] square = squares.get(r);
      if (square != null) {
        list.reset(candidates - sure);
        for (int c = 0; c < square.length; c++) {
          list.offer(square[c], scan.id(r, sure + c));
        }
        offerListed(neighbors, r, list, square.length);
      }
    }
    return new Outcome(own.index(), neighbors, undecided.stream().toArray());
  }

  /** Offers those of a row's doubtful candidates whose positions are in the list. */
  private void offerListed(Neighbors neighbors, int r, Shortlist list, int doubtful) {
    int keep = candidates + SPARE;
    int sure = scan.sure(r);
    for (int c = sure; c < sure + doubtful; c++) {
      if (list.contains(scan.id(r, c))) {
        neighbors.offer(r, dense[r * keep + c], distance[r * keep + c]);
      }
    }
  }

  /**
   * What is known after measuring.
   *
   * @param panel the panel whose rows were searched
   * @param neighbors lists of all rows, empty for undecided ones
   * @param undecided rows of the panel that need a full scan of their pieces
   */
  public record Outcome(int panel, Neighbors neighbors, int[] undecided) {}

  /** The full scan of a panel's undecided rows. */
  private static final class Scan {
    private final IvfSearch search;
    private final Outcome outcome;
    private final ProbedRows rows;
    private final ProbedLists lists;

    Scan(IvfSearch search, Outcome outcome) {
      this.search = search;
      this.outcome = outcome;
      rows = search.undecided(outcome.undecided());
      lists = new ProbedLists(outcome.undecided().length, search.candidates, search.links);
    }

    void visit(ListPanel base) {
      lists.scan(rows, search.layout, base);
    }

    void resolve() {
      int[] open = outcome.undecided();
      for (int u = 0; u < open.length; u++) {
        for (int c = 0; c < lists.count(u); c++) {
          outcome.neighbors().offer(open[u], lists.id(u, c), lists.distance(u, c));
        }
      }
    }
  }

  /** The undecided rows with the pieces they search. */
  private ProbedRows undecided(int[] rows) {
    int[] positions = new int[rows.length];
    int[] theirs = new int[rows.length * probes];
    for (int u = 0; u < rows.length; u++) {
      positions[u] = own.firstPosition() + rows[u];
      System.arraycopy(pieces, rows[u] * probes, theirs, u * probes, probes);
    }
    return new ProbedRows(own.features(), own.coordinates(), rows, positions, theirs, probes);
  }
}
