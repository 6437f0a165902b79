package dev.concord.constraint;

import dev.concord.graph.PersonalizedPageRank;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * Constraints propagated to the edges of the graph: exhaustive constraint propagation (Lu and Ip,
 * Constrained spectral clustering via exhaustive and efficient constraint propagation, ECCV 2010,
 * eq. 12) evaluated on the edges alone. With N = D<sup>-1/2</sup> W D<sup>-1/2</sup> and Z the
 * signed pairs (+weight for a must-link, -weight for a cannot-link, symmetric),
 *
 * <p>F = (1 - α)² (I - α·N)<sup>-1</sup> Z (I - α·N)<sup>-1</sup>, F<sub>ij</sub> = √(d<sub>i</sub>
 * d<sub>j</sub>) · Σ<sub>(a,b)</sub> z<sub>ab</sub> (R<sub>ia</sub> R<sub>jb</sub> + R<sub>ib</sub>
 * R<sub>ja</sub>) / √(d<sub>a</sub> d<sub>b</sub>),
 *
 * <p>with R the ends of random walks with restart ({@link PersonalizedPageRank}): a pair affects an
 * edge in proportion to the probability that walks from the edge's two ends end at the pair's two
 * points. The required columns of R are sparse, so neither F nor R is ever formed.
 *
 * <p>Pairs are taken in order, in groups whose columns together keep at most some number of values;
 * a point whose pairs lie in several groups has its column computed again. Memory: 40 bytes a kept
 * value, 8 bytes an entry of the graph twice, 25 bytes a node and core. Sums run in a fixed order:
 * the same bits for any number of threads.
 */
final class PropagatedPairs {
  /** Columns that are computed at the same time, two a pair. */
  private static final int PAIRS_AT_ONCE = 128;

  /** Rows of the graph that one task evaluates. */
  private static final int ROWS_AT_ONCE = 1024;

  private final SimilarityGraph graph;
  private final PairConstraints pairs;
  private final double alpha;
  private final double tolerance;
  private final long mostValues;
  private final CsrMatrix steps;
  private final double[] upper;
  private final Queue<PersonalizedPageRank> idle = new ConcurrentLinkedQueue<>();
  private final List<PersonalizedPageRank> walkers = new ArrayList<>();
  private final int[] slotOf;
  private final List<PersonalizedPageRank.Column> columns = new ArrayList<>();
  private long kept;
  private long computed;
  private long values;
  private int groups;

  private PropagatedPairs(
      SimilarityGraph graph,
      PairConstraints pairs,
      double alpha,
      double tolerance,
      long mostValues) {
    this.graph = graph;
    this.pairs = pairs;
    this.alpha = alpha;
    this.tolerance = tolerance;
    this.mostValues = mostValues;
    this.steps = PersonalizedPageRank.steps(graph, alpha);
    this.upper = new double[graph.weights().nonZeros()];
    this.slotOf = new int[graph.size()];
    Arrays.fill(slotOf, -1);
  }

  /**
   * F without the factor √(d<sub>i</sub> d<sub>j</sub>), for the entries of the graph above the
   * diagonal.
   *
   * @param upper as long as the graph has entries, in their order; 0 at and below the diagonal
   * @param columns columns computed
   * @param values values kept in them
   * @param relaxations entries of the graph visited for them
   * @param groups groups of pairs
   */
  record Edges(double[] upper, long columns, long values, long relaxations, int groups) {}

  /**
   * The sum over all pairs.
   *
   * @param mostValues values of columns after which a group is closed, above 0
   */
  static Edges of(
      SimilarityGraph graph,
      PairConstraints pairs,
      double alpha,
      double tolerance,
      long mostValues) {
    return new PropagatedPairs(graph, pairs, alpha, tolerance, mostValues).run();
  }

  private Edges run() {
    int from = 0;
    for (int p = 0; p < pairs.size(); ) {
      int to = Math.min(pairs.size(), p + PAIRS_AT_ONCE);
      compute(p, to);
      p = to;
      if (kept >= mostValues || p == pairs.size()) {
        evaluate(from, p);
        from = p;
      }
    }
    long relaxations = 0L;
    for (PersonalizedPageRank walker : walkers) {
      relaxations += walker.relaxations();
    }
    return new Edges(upper, computed, values, relaxations, groups);
  }

  /** The columns of the points of pairs [from, to) that the group does not have yet. */
  private void compute(int from, int to) {
    int first = columns.size();
    int[] wanted = new int[2 * (to - from)];
    int count = 0;
    for (int p = from; p < to; p++) {
      for (int point : new int[] {pairs.first()[p], pairs.second()[p]}) {
        if (slotOf[point] < 0) {
          slotOf[point] = first + count;
          wanted[count++] = point;
        }
      }
    }
    IntStream.range(0, count)
        .parallel()
        .mapToObj(c -> column(wanted[c]))
        .toList()
        .forEach(
            column -> {
              columns.add(column);
              kept += column.node().length;
            });
    computed += count;
  }

  private PersonalizedPageRank.Column column(int point) {
    PersonalizedPageRank walker = idle.poll();
    if (walker == null) {
      walker = new PersonalizedPageRank(steps, alpha, tolerance);
      synchronized (walkers) {
        walkers.add(walker);
      }
    }
    PersonalizedPageRank.Column column = walker.endingAt(point);
    idle.add(walker);
    return column;
  }

  /** Adds the contributions of pairs [from, to) and drops their columns. */
  private void evaluate(int from, int to) {
    SparseRows signedPairs = signedPairs(from, to);
    SparseRows ends = ends();
    values += kept;
    kept = 0L;
    groups++;
    columns.clear();
    Arrays.fill(slotOf, -1);
    int tasks = (graph.size() + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
    Queue<double[]> scratch = new ConcurrentLinkedQueue<>();
    IntStream.range(0, tasks)
        .parallel()
        .forEach(
            t -> {
              double[] row = scratch.poll();
              if (row == null) {
                row = new double[signedPairs.rows()];
              }
              int end = Math.min(graph.size(), (t + 1) * ROWS_AT_ONCE);
              for (int i = t * ROWS_AT_ONCE; i < end; i++) {
                addRow(i, ends, signedPairs, row);
              }
              scratch.add(row);
            });
  }

  /** Z over the group's columns, each entry divided by the roots of both degrees. */
  private SparseRows signedPairs(int from, int to) {
    int[] row = new int[2 * (to - from)];
    int[] col = new int[row.length];
    double[] value = new double[row.length];
    double[] degrees = graph.degrees();
    for (int p = from; p < to; p++) {
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      double scale = Math.sqrt(degrees[a]) * Math.sqrt(degrees[b]);
      double weight = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
      int at = 2 * (p - from);
      row[at] = slotOf[a];
      col[at] = slotOf[b];
      row[at + 1] = slotOf[b];
      col[at + 1] = slotOf[a];
      // The walks of a point without an edge lead nowhere.
      value[at] = scale > 0.0 ? weight / scale : 0.0;
      value[at + 1] = value[at];
    }
    return SparseRows.of(columns.size(), row, col, value);
  }

  /** The columns turned into rows: for each node the ends of its walks, slots ascending. */
  private SparseRows ends() {
    int total = Math.toIntExact(kept);
    int[] row = new int[total];
    int[] col = new int[total];
    double[] value = new double[total];
    int at = 0;
    for (int c = 0; c < columns.size(); c++) {
      PersonalizedPageRank.Column column = columns.get(c);
      int length = column.node().length;
      System.arraycopy(column.node(), 0, row, at, length);
      System.arraycopy(column.value(), 0, value, at, length);
      Arrays.fill(col, at, at + length, c);
      at += length;
    }
    return SparseRows.of(graph.size(), row, col, value);
  }

  /**
   * Adds to the entries (i, j), j &gt; i, of the graph; {@code row} is all zeros before and after
   * the call.
   */
  private void addRow(int i, SparseRows ends, SparseRows signedPairs, double[] row) {
    int first = ends.rowPtr()[i];
    int last = ends.rowPtr()[i + 1];
    for (int q = first; q < last; q++) {
      int a = ends.col()[q];
      double probability = ends.value()[q];
      for (int z = signedPairs.rowPtr()[a]; z < signedPairs.rowPtr()[a + 1]; z++) {
        row[signedPairs.col()[z]] += probability * signedPairs.value()[z];
      }
    }
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    for (int p = rowPtr[i]; first < last && p < rowPtr[i + 1]; p++) {
      int j = col[p];
      if (j > i) {
        upper[p] += ends.dot(j, row);
      }
    }
    for (int q = first; q < last; q++) {
      int a = ends.col()[q];
      for (int z = signedPairs.rowPtr()[a]; z < signedPairs.rowPtr()[a + 1]; z++) {
        row[signedPairs.col()[z]] = 0.0;
      }
    }
  }

  /**
   * Sparse rows: row i holds {@code value[q]} in column {@code col[q]} for q in [{@code rowPtr[i]},
   * {@code rowPtr[i + 1]}). Within a row in the order given; a column may occur twice.
   */
  record SparseRows(int[] rowPtr, int[] col, double[] value) {

    /** Entries sorted by row, otherwise in their order. Time and memory O(rows + entries). */
    static SparseRows of(int rows, int[] row, int[] col, double[] value) {
      int[] rowPtr = new int[rows + 1];
      for (int i : row) {
        rowPtr[i + 1]++;
      }
      for (int i = 0; i < rows; i++) {
        rowPtr[i + 1] += rowPtr[i];
      }
      int[] next = Arrays.copyOf(rowPtr, rows);
      int[] sortedCol = new int[col.length];
      double[] sortedValue = new double[col.length];
      for (int e = 0; e < row.length; e++) {
        int at = next[row[e]]++;
        sortedCol[at] = col[e];
        sortedValue[at] = value[e];
      }
      return new SparseRows(rowPtr, sortedCol, sortedValue);
    }

    int rows() {
      return rowPtr.length - 1;
    }

    /** The product of row i with a dense vector. */
    double dot(int i, double[] x) {
      double sum = 0.0;
      for (int q = rowPtr[i]; q < rowPtr[i + 1]; q++) {
        sum += value[q] * x[col[q]];
      }
      return sum;
    }
  }
}
