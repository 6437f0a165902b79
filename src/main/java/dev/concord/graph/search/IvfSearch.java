package dev.concord.graph.search;

import dev.concord.graph.Neighbors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * IVF search for the rows of one panel. A row probes {@code probes} sub-lists. Its candidates are
 * the {@code candidates} points of these sub-lists that are nearest by reduced coordinates. Its
 * neighbours are the k candidates that are nearest by the features. The definition involves no
 * rounding, so the result does not depend on how it is computed.
 *
 * <p>The search makes two passes over the panels that hold probed sub-lists and reads one panel at
 * a time. The first pass selects candidates, the second computes their distances. Rows whose choice
 * single precision cannot prove are scanned in full by {@link ProbedLists}. Memory about
 * 40·candidates + 8·probes bytes a row.
 */
public final class IvfSearch {
  /** Candidates kept beyond the requested number, so that nearly all choices are proved. */
  private static final int SPARE = 4;

  private final CoarseQuantizer quantizer;
  private final ListLayout layout;
  private final ListPanel own;
  private final int probes;
  private final int candidates;
  private final int[] subLists;
  private final RowsByList groups;
  private final NearestScan scan;
  private final BitSet undecided = new BitSet();

  /** For rows with doubtful candidates: the squared distances of these by coordinates. */
  private final Map<Integer, double[]> squares = new HashMap<>();

  private double[] distance = new double[0];
  private int[] dense = new int[0];
  private RowsByList byPanel = new RowsByList(new int[0], new int[1]);

  /**
   * A search that has read no panel yet.
   *
   * @param probes inverted lists a row searches
   * @param candidates points a row measures
   */
  public IvfSearch(
      CoarseQuantizer quantizer, ListLayout layout, ListPanel own, int probes, int candidates) {
    this.quantizer = quantizer;
    this.layout = layout;
    this.own = own;
    this.probes = probes;
    this.candidates = candidates;
    int[] lists = quantizer.nearest(own.coordinates(), own.rows(), probes, false);
    int[] positions = own.positions();
    subLists = layout.subLists(lists, probes, positions);
    groups = RowsByList.of(subLists, probes, layout.subLists());
    scan =
        new NearestScan(
            own.coordinates(), own.rows(), quantizer.dim(), candidates + SPARE, positions);
  }

  /** Runs all passes and the full scan of the rows that remain unproved. */
  public Outcome run(IntFunction<ListPanel> panels, int k) {
    return run(List.of(this), panels, k).get(0);
  }

  /**
   * Runs the searches of several panels together: each pass reads a panel once for all of them.
   * Each search has the same result as alone.
   *
   * @param panels returns a panel by its number
   * @param k neighbours of a row, at most {@code candidates}
   */
  public static List<Outcome> run(List<IvfSearch> searches, IntFunction<ListPanel> panels, int k) {
    // The own panel first: it has the nearest points, so most points of other panels fail the
    // threshold.
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

  /** Applies {@code visit} to each accepted panel; reads only panels that some search accepts. */
  private static <T> void pass(
      int count,
      List<T> visitors,
      IntFunction<ListPanel> panels,
      Accepts<T> accepts,
      BiConsumer<T, ListPanel> visit) {
    for (int p = 0; p < count; p++) {
      int panel = p;
      List<T> accepting =
          visitors.stream().filter(visitor -> accepts.test(visitor, panel)).toList();
      if (!accepting.isEmpty()) {
        ListPanel base = panels.apply(panel);
        accepting.forEach(visitor -> visit.accept(visitor, base));
      }
    }
  }

  /** Whether a search needs a panel. */
  private interface Accepts<T> {
    boolean test(T visitor, int panel);
  }

  /** Whether any row searches an inverted list in a panel. */
  private boolean probes(int panel) {
    return groups.from(layout.firstSubListOf(panel + 1))
        > groups.from(layout.firstSubListOf(panel));
  }

  /** Whether any candidate lies in a panel. */
  private boolean measures(int panel) {
    return byPanel.to(panel) > byPanel.from(panel);
  }

  /** Selects candidates among the rows of a panel. Time 2·pairs·dim in GEMM. */
  private void scan(ListPanel base) {
    int to = layout.firstSubListOf(base.index() + 1);
    for (int subList = layout.firstSubListOf(base.index()); subList < to; subList++) {
      int start = layout.subListStart(subList);
      if (groups.to(subList) > groups.from(subList)) {
        scan.scan(
            groups.members(),
            groups.from(subList),
            groups.to(subList),
            base.coordinates(),
            start - base.firstPosition(),
            layout.subListStart(subList + 1) - base.firstPosition(),
            start,
            quantizer.centres(),
            layout.listOf(subList) * quantizer.dim());
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
    int dim = quantizer.dim();
    double[] x = new double[own.features().dim()];
    int copied = -1;
    for (int m = byPanel.from(base.index()); m < byPanel.to(base.index()); m++) {
      int e = byPanel.members()[m];
      int r = e / keep;
      int local = scan.id(r, e % keep) - base.firstPosition();
      if (r != copied) {
        own.features().copyRow(r, x);
        copied = r;
      }
      distance[e] = base.features().distance(own.features(), r, x, local);
      dense[e] = base.ids()[local];
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
   * The neighbours of the decided rows, after all candidates are measured; the other rows are those
   * of {@link #undecided}.
   *
   * @param k at most {@code candidates}
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
   * The result of the measuring pass.
   *
   * @param panel the panel whose rows were searched
   * @param neighbors lists of all rows, empty for undecided ones
   * @param undecided rows of the panel that need a full scan of their sub-lists
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
      lists = new ProbedLists(outcome.undecided().length, search.candidates);
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

  /** The undecided rows with the sub-lists they search. */
  private ProbedRows undecided(int[] rows) {
    int[] positions = new int[rows.length];
    int[] theirs = new int[rows.length * probes];
    for (int u = 0; u < rows.length; u++) {
      positions[u] = own.firstPosition() + rows[u];
      System.arraycopy(subLists, rows[u] * probes, theirs, u * probes, probes);
    }
    return new ProbedRows(own.features(), own.coordinates(), rows, positions, theirs, probes);
  }
}
