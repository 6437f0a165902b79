package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.ivf.RowsByList;
import dev.concord.graph.ivf.SquaredDistance;
import java.util.function.IntFunction;

/**
 * One NN-Descent round for the rows of one panel. Each row is compared, by coordinates, with its
 * neighbours' neighbours, and the nearest points become the row's edges. This is the step of Dong,
 * Charikar and Li, "Efficient k-nearest neighbor graph construction for generic similarity
 * measures" (WWW 2011), with all pairs instead of a sample, so that the result does not depend on
 * chance or order. As in the paper, pairs that an earlier round compared are skipped.
 *
 * <p>Neighbourhoods and rows are read one panel at a time. Neighbourhoods yield pairs to compare;
 * when the queue is full, and at the end, the panels of the pairs' points are read. The size of the
 * queue does not change the result. Time at most 4·width²·dim a row; memory 64 MB and 24·width
 * bytes a row.
 */
public final class DescentRound {
  /** Largest number of queued pairs: 64 MB. */
  private static final long MOST_PAIRS = 1L << 24;

  private final ListPanel own;
  private final DescentGraph graph;
  private final Neighborhood neighborhood;
  private final RowsByList byPanel;
  private final PairQueue queue;
  private final long mostPairs;

  /**
   * A round that has read no other panel yet.
   *
   * @param before edges of the rows, not modified
   * @param neighborhood their neighbourhoods
   * @param panels number of all panels
   */
  public DescentRound(ListPanel own, DescentGraph before, Neighborhood neighborhood, int panels) {
    this(own, before, neighborhood, panels, MOST_PAIRS);
  }

  DescentRound(
      ListPanel own, DescentGraph before, Neighborhood neighborhood, int panels, long mostPairs) {
    this.own = own;
    this.neighborhood = neighborhood;
    this.mostPairs = mostPairs;
    graph = before.copy();
    queue = new PairQueue(panels);
    int[] panelOf = new int[neighborhood.members().length];
    for (int e = 0; e < panelOf.length; e++) {
      panelOf[e] = PackedRow.panel(neighborhood.members()[e]);
    }
    byPanel = RowsByList.of(panelOf, 1, panels);
    for (int r = 0; r < own.rows(); r++) {
      for (int e = neighborhood.start()[r]; e < neighborhood.fresh()[r]; e++) {
        queue.add(r, neighborhood.members()[e]);
      }
    }
  }

  /**
   * The edges after the round.
   *
   * @param neighborhoods returns the neighbourhoods of a panel by its number
   * @param panels returns a panel by its number
   */
  public DescentGraph run(IntFunction<Neighborhood> neighborhoods, IntFunction<ListPanel> panels) {
    for (int panel : byPanel.filled()) {
      follow(neighborhoods.apply(panel), panels);
    }
    measure(panels);
    return graph;
  }

  /** Queues the neighbours of those of a panel's rows that are neighbours of own rows. */
  private void follow(Neighborhood other, IntFunction<ListPanel> panels) {
    int row = 0;
    for (int g = byPanel.from(other.panel()); g < byPanel.to(other.panel()); g++) {
      if (queue.size() >= mostPairs) {
        measure(panels);
      }
      int entry = byPanel.members()[g];
      while (neighborhood.start()[row + 1] <= entry) {
        row++;
      }
      int around = PackedRow.row(neighborhood.members()[entry]);
      boolean fresh = entry < neighborhood.fresh()[row];
      int from = other.start()[around];
      follow(row, other, from, fresh ? other.start()[around + 1] : other.fresh()[around]);
    }
  }

  private void follow(int row, Neighborhood other, int from, int to) {
    int self = PackedRow.of(own.index(), row);
    for (int e = from; e < to; e++) {
      if (other.members()[e] != self) {
        queue.add(row, other.members()[e]);
      }
    }
  }

  private void measure(IntFunction<ListPanel> panels) {
    for (int panel : queue.panels()) {
      measure(panels.apply(panel));
    }
  }

  private void measure(ListPanel base) {
    queue.drain(base.index(), (pairs, until) -> measure(base, pairs, until));
  }

  private void measure(ListPanel base, int[] pairs, int until) {
    int panel = base.index();
    int dim = base.dim();
    float[] ours = own.coordinates();
    float[] theirs = base.coordinates();
    for (int e = 0; e < until; e++) {
      int row = PackedRow.panel(pairs[e]);
      int point = PackedRow.row(pairs[e]);
      graph.offer(
          row,
          PackedRow.of(panel, point),
          SquaredDistance.single(ours, row * dim, theirs, point * dim, dim));
    }
  }
}
