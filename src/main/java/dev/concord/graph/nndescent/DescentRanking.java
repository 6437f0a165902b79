package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.ivf.RowsByList;
import dev.concord.graph.neighbors.Neighbors;
import dev.concord.graph.neighbors.PanelNeighbors;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The neighbours of a panel's rows among the points they link to: the k nearest by the features, in
 * double, by (distance, dense id). The panels of these points are given one at a time.
 */
public final class DescentRanking {
  private final ListPanel own;
  private final DescentGraph links;
  private final Neighbors neighbors;
  private final RowsByList byPanel;

  private DescentRanking(ListPanel own, DescentGraph links, int k, int panels, int[] panelOf) {
    this.own = own;
    this.links = links;
    neighbors = new Neighbors(own.ids(), k);
    byPanel = RowsByList.of(panelOf, 1, panels);
  }

  /**
   * The neighbours of all rows of a panel, -1 where there are fewer links than neighbours wanted.
   *
   * @param panelCount number of all panels
   * @param panels gives a panel by its number
   */
  public static PanelNeighbors all(
      ListPanel own, DescentGraph links, int k, int panelCount, IntFunction<ListPanel> panels) {
    return new DescentRanking(own, links, k, panelCount, panelOf(links)).run(panels);
  }

  /**
   * The neighbours of some rows of a panel alone.
   *
   * @param wanted ascending dense ids, not all of this panel
   */
  public static PanelNeighbors some(
      ListPanel own,
      DescentGraph links,
      int[] wanted,
      int k,
      int panelCount,
      IntFunction<ListPanel> panels) {
    int[] panelOf = panelOf(links);
    int[] rows = new int[own.rows()];
    int count = 0;
    for (int row = 0; row < own.rows(); row++) {
      if (Arrays.binarySearch(wanted, own.ids()[row]) >= 0) {
        rows[count++] = row;
      } else {
        Arrays.fill(panelOf, row * links.width(), (row + 1) * links.width(), -1);
      }
    }
    return new DescentRanking(own, links, k, panelCount, panelOf)
        .run(panels)
        .only(Arrays.copyOf(rows, count));
  }

  private static int[] panelOf(DescentGraph links) {
    int[] panelOf = new int[links.place().length];
    for (int e = 0; e < panelOf.length; e++) {
      panelOf[e] = links.has(e) ? PackedRow.panel(links.place()[e]) : -1;
    }
    return panelOf;
  }

  private PanelNeighbors run(IntFunction<ListPanel> panels) {
    for (int panel : byPanel.filled()) {
      measure(panels.apply(panel));
    }
    return neighbors.lists(0);
  }

  private void measure(ListPanel base) {
    double[] x = new double[own.features().dim()];
    int copied = -1;
    for (int m = byPanel.from(base.index()); m < byPanel.to(base.index()); m++) {
      int entry = byPanel.members()[m];
      int row = entry / links.width();
      if (row != copied) {
        own.features().copyRow(row, x);
        copied = row;
      }
      int point = PackedRow.row(links.place()[entry]);
      neighbors.offer(
          row, base.ids()[point], base.features().distance(own.features(), row, x, point));
    }
  }
}
