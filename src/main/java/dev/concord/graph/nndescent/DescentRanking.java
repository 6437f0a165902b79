package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.ivf.RowsByList;
import dev.concord.graph.neighbors.Neighbors;
import dev.concord.graph.neighbors.PanelNeighbors;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Ranks the NN-Descent edges of a panel's rows by the features: the k nearest, in double, by
 * (distance, dense id). The panels of the edges' targets are read one at a time.
 */
public final class DescentRanking {
  private final ListPanel own;
  private final DescentGraph graph;
  private final Neighbors neighbors;
  private final RowsByList byPanel;

  private DescentRanking(ListPanel own, DescentGraph graph, int k, int panels, int[] panelOf) {
    this.own = own;
    this.graph = graph;
    neighbors = new Neighbors(own.ids(), k);
    byPanel = RowsByList.of(panelOf, 1, panels);
  }

  /**
   * The neighbours of all rows of a panel, -1 where a row has fewer than k edges.
   *
   * @param panelCount number of all panels
   * @param panels returns a panel by its number
   */
  public static PanelNeighbors all(
      ListPanel own, DescentGraph graph, int k, int panelCount, IntFunction<ListPanel> panels) {
    return new DescentRanking(own, graph, k, panelCount, panelOf(graph)).run(panels);
  }

  /**
   * The neighbours of some rows of a panel alone.
   *
   * @param wanted ascending dense ids, not all of this panel
   */
  public static PanelNeighbors some(
      ListPanel own,
      DescentGraph graph,
      int[] wanted,
      int k,
      int panelCount,
      IntFunction<ListPanel> panels) {
    int[] panelOf = panelOf(graph);
    int[] rows = new int[own.rows()];
    int count = 0;
    for (int row = 0; row < own.rows(); row++) {
      if (Arrays.binarySearch(wanted, own.ids()[row]) >= 0) {
        rows[count++] = row;
      } else {
        Arrays.fill(panelOf, row * graph.width(), (row + 1) * graph.width(), -1);
      }
    }
    return new DescentRanking(own, graph, k, panelCount, panelOf)
        .run(panels)
        .only(Arrays.copyOf(rows, count));
  }

  private static int[] panelOf(DescentGraph graph) {
    int[] panelOf = new int[graph.place().length];
    for (int e = 0; e < panelOf.length; e++) {
      panelOf[e] = graph.has(e) ? PackedRow.panel(graph.place()[e]) : -1;
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
      int row = entry / graph.width();
      if (row != copied) {
        own.features().copyRow(row, x);
        copied = row;
      }
      int point = PackedRow.row(graph.place()[entry]);
      neighbors.offer(
          row, base.ids()[point], base.features().distance(own.features(), row, x, point));
    }
  }
}
