package dev.concord.graph.weights;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import java.util.stream.IntStream;

/**
 * Edge weights times the overlap of the neighbours of both ends: w<sub>ij</sub> J<sub>ij</sub> with
 * J<sub>ij</sub> = |N(i) ∩ N(j)| / |N(i) ∪ N(j)|, the Jaccard coefficient, where N(i) is i and its
 * k listed neighbours. Points of one cluster share neighbours, so edges between clusters lose more
 * of their weight. Levine et al. (PhenoGraph, Cell 2015) take J for the weight; here it is a
 * factor, so that distances count too.
 *
 * <p>An edge exists because one of its ends lists the other, so N(i) and N(j) share at least that
 * one and no edge vanishes.
 */
public final class NeighborOverlap {
  private NeighborOverlap() {}

  /**
   * The graph of some lists with these weights. Time O(edges k), on all cores; memory 8 bytes an
   * entry and 4 n (k + 1).
   */
  static SimilarityGraph weighted(SimilarityGraph graph, NeighborSets sets) {
    CsrMatrix w = graph.weights();
    double[] val = new double[w.nonZeros()];
    IntStream.range(0, w.rows())
        .parallel()
        .forEach(i -> fill(i, w.rowPtr()[i], w.rowPtr()[i + 1], w.col(), w.val(), sets, val));
    return graph.weighted(val, graph.figures().overlapping());
  }

  /**
   * Rows of a graph with these weights, to the bit as {@link #weighted(SimilarityGraph,
   * NeighborSets)} gives them. Time O(entries k).
   *
   * @param sets of all points of the block and of those that they have an edge to
   */
  public static RowBlock weighted(RowBlock rows, NeighborSets sets) {
    double[] val = new double[rows.val().length];
    for (int r = 0; r < rows.rows(); r++) {
      int from = rows.rowPtr()[r];
      int to = rows.rowPtr()[r + 1];
      fill(rows.firstRow() + r, from, to, rows.col(), rows.val(), sets, val);
    }
    return new RowBlock(rows.firstRow(), rows.rowPtr(), rows.col(), val);
  }

  private static void fill(
      int i, int from, int to, int[] col, double[] val, NeighborSets sets, double[] out) {
    int own = sets.place(i);
    for (int p = from; p < to; p++) {
      out[p] = val[p] * sets.jaccard(own, sets.place(col[p]));
    }
  }
}
