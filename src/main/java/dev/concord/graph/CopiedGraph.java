package dev.concord.graph;

import java.util.Arrays;

/**
 * From a graph of distinct points to one of all their copies. An edge of weight w between points
 * with a and b copies becomes edges between these copies with the sum a·b·w, so that every copy of
 * the one has b·w towards the other, and every copy of the other a·w. So cuts and volumes of
 * partitions that keep copies together are those of the distinct points with edge weights a·b·w,
 * and so are the eigenvectors, equal on copies.
 *
 * <p>Where one of the two has at most {@value #FULL} copies, all pairs get an edge of weight w.
 * Otherwise a copy has an edge to some of the other's copies: the copies of each are laid around a
 * circle in equal arcs, one circle is turned against the other in {@value #FULL} ways, and an edge
 * weighs what two arcs share. The first turn is drawn from the pair, so that the edges of different
 * pairs join different copies. The number of edges grows with the number of points, not with the
 * pairs of copies.
 *
 * <p>Two copies of one point have distance 0, so every kernel gives their edge weight 1. Of more
 * than {@value #CLIQUE} copies each is joined with 2·{@value #FULL} others around the circle, by
 * edges whose sum is that of all.
 */
public final class CopiedGraph {
  private static final int FULL = 4;

  /** Copies of a point up to which all pairs of them have an edge. */
  private static final int CLIQUE = 2 * FULL + 1;

  private int[] source = new int[1024];
  private int[] target = new int[1024];
  private double[] weight = new double[1024];
  private int edges;

  private CopiedGraph() {}

  /**
   * The graph of all points. Time and memory O(edges of the result).
   *
   * @param graph of the distinct points
   * @throws dev.concord.error.InputException if it has more edges than an array holds
   */
  public static SimilarityGraph of(SimilarityGraph graph, CopyGroups groups) {
    CopiedGraph copied = new CopiedGraph();
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    for (int i = 0; i < graph.size(); i++) {
      copied.joinCopies(groups, i);
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] > i) {
          copied.join(groups, i, col[p], graph.weights().val()[p]);
        }
      }
    }
    PairSort.Folded folded =
        PairSort.of(
                groups.points(),
                Arrays.copyOf(copied.source, copied.edges),
                Arrays.copyOf(copied.target, copied.edges),
                Arrays.copyOf(copied.weight, copied.edges))
            .fold((row, column, a, b) -> Double.isNaN(b) ? a : a + b);
    SimilarityGraph all =
        SimilarityGraph.ofFolded(groups.points(), folded, graph.figures())
            .withCopies(groups.distinctOf());
    double[] scales = graph.scales();
    return scales.length == 0
        ? all
        : all.withScales(Arrays.stream(groups.distinctOf()).mapToDouble(d -> scales[d]).toArray());
  }

  /** The edges between the copies of a point. */
  private void joinCopies(CopyGroups groups, int i) {
    int a = groups.copies(i);
    if (a <= CLIQUE) {
      for (int c = 0; c < a; c++) {
        for (int d = c + 1; d < a; d++) {
          add(groups, i, c, i, d, 1.0);
        }
      }
      return;
    }
    double w = (a - 1.0) / (2.0 * FULL);
    int widest = (a - 1) / 2;
    for (int t = 0; t < FULL; t++) {
      // From the next copy to nearly the opposite one: no short way leads around the circle.
      int offset = 1 + (int) ((long) t * (widest - 1) / (FULL - 1));
      for (int c = 0; c < a; c++) {
        add(groups, i, c, i, (c + offset) % a, w);
      }
    }
  }

  /** The edges of one pair of distinct points. */
  private void join(CopyGroups groups, int i, int j, double w) {
    boolean more = groups.copies(i) >= groups.copies(j);
    int large = more ? i : j;
    int small = more ? j : i;
    int a = groups.copies(large);
    int b = groups.copies(small);
    if (b <= FULL) {
      for (int c = 0; c < a * b; c++) {
        add(groups, large, c / b, small, c % b, w);
      }
      return;
    }
    long mixed = (i * 0x9e3779b97f4a7c15L + j) * 0xbf58476d1ce4e5b9L;
    int turn = (int) ((mixed >>> 33) % b);
    for (int t = 0; t < FULL; t++) {
      // 0, 1 and two more, apart: neighbours on the circle are joined, and far ones too.
      int offset = turn + (t == 0 ? 0 : 1 + (int) ((t - 1L) * (b - 1) / (FULL - 1)));
      for (int c = 0; c < a; c++) {
        // The arc of copy c is [c·b, (c + 1)·b) of a·b; those of the other have length a.
        long from = (long) c * b;
        int at = (int) (from / a);
        long first = Math.min(b, (at + 1L) * a - from);
        add(groups, large, c, small, (at + offset) % b, w * first / FULL);
        if (first < b) {
          add(groups, large, c, small, (at + 1 + offset) % b, w * (b - first) / FULL);
        }
      }
    }
  }

  private void add(CopyGroups groups, int i, int copyOfI, int j, int copyOfJ, double w) {
    if (edges == source.length) {
      PairSort.checkSize(2L * edges);
      source = Arrays.copyOf(source, 2 * edges);
      target = Arrays.copyOf(target, 2 * edges);
      weight = Arrays.copyOf(weight, 2 * edges);
    }
    source[edges] = groups.members()[groups.start()[i] + copyOfI];
    target[edges] = groups.members()[groups.start()[j] + copyOfJ];
    weight[edges++] = w;
  }
}
