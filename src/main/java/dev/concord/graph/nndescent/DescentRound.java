package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.ivf.RowsByList;
import dev.concord.graph.ivf.SquaredDistance;
import java.util.function.IntFunction;

/**
 * One round of looking at the neighbours of neighbours, for the rows of one panel: every point in
 * the circle of a point in a row's circle is measured by coordinates, and the nearest become the
 * row's links. This is the step of Dong, Charikar and Li, "Efficient k-nearest neighbor graph
 * construction for generic similarity measures" (WWW 2011), with all pairs and not a sample, so
 * that nothing depends on chance or order. As there, points that were in both circles a round ago
 * were measured then and are left out.
 *
 * <p>Circles and rows are read one panel at a time: circles give pairs to measure, and whenever
 * many wait, and at the end, the panels of their points are read. When that happens does not change
 * the result. Time at most 4·width²·dim a row; memory 64 MB and 24·width bytes a row.
 */
public final class DescentRound {
  /** Pairs that may wait: 64 MB. */
  private static final long MOST_PAIRS = 1L << 24;

  private final ListPanel own;
  private final DescentGraph links;
  private final Neighborhood circle;
  private final RowsByList byPanel;
  private final PairQueue queue;
  private final long mostPairs;

  /**
   * A round that has not met any other panel.
   *
   * @param known links of the rows, not modified
   * @param circle their circles
   * @param panels number of all panels
   */
  public DescentRound(ListPanel own, DescentGraph known, Neighborhood circle, int panels) {
    this(own, known, circle, panels, MOST_PAIRS);
  }

  DescentRound(ListPanel own, DescentGraph known, Neighborhood circle, int panels, long mostPairs) {
    this.own = own;
    this.circle = circle;
    this.mostPairs = mostPairs;
    links = known.copy();
    queue = new PairQueue(panels);
    int[] panelOf = new int[circle.members().length];
    for (int e = 0; e < panelOf.length; e++) {
      panelOf[e] = PackedRow.panel(circle.members()[e]);
    }
    byPanel = RowsByList.of(panelOf, 1, panels);
    for (int r = 0; r < own.rows(); r++) {
      for (int e = circle.start()[r]; e < circle.fresh()[r]; e++) {
        queue.add(r, circle.members()[e]);
      }
    }
  }

  /**
   * The links after the round.
   *
   * @param circles gives the circles of a panel by its number
   * @param panels gives a panel by its number
   */
  public DescentGraph run(IntFunction<Neighborhood> circles, IntFunction<ListPanel> panels) {
    for (int panel : byPanel.filled()) {
      follow(circles.apply(panel), panels);
    }
    measure(panels);
    return links;
  }

  /** Notes the points around those of a panel that the rows know. */
  private void follow(Neighborhood other, IntFunction<ListPanel> panels) {
    int row = 0;
    for (int g = byPanel.from(other.panel()); g < byPanel.to(other.panel()); g++) {
      if (queue.size() >= mostPairs) {
        measure(panels);
      }
      int entry = byPanel.members()[g];
      while (circle.start()[row + 1] <= entry) {
        row++;
      }
      int around = PackedRow.row(circle.members()[entry]);
      boolean fresh = entry < circle.fresh()[row];
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
      links.offer(
          row,
          PackedRow.of(panel, point),
          SquaredDistance.single(ours, row * dim, theirs, point * dim, dim));
    }
  }
}
