package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.IvfCases;
import dev.concord.graph.ivf.IvfSearch;
import dev.concord.graph.ivf.ListLayout;
import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.ivf.SquaredDistance;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.neighbors.PanelNeighbors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search by links in one thread over points in memory. */
final class DescentCases {
  final ListPanel[] panels;
  private final IvfCases cells;
  private final ListLayout layout;

  DescentCases(IvfCases cells, int pieceRows, int panelRows) {
    this.cells = cells;
    layout = cells.layout(pieceRows, panelRows);
    panels = cells.panels(layout);
  }

  DescentGraph[] start(int probes, int width) {
    DescentGraph[] links = new DescentGraph[panels.length];
    for (ListPanel own : panels) {
      IvfSearch search = new IvfSearch(cells.tree, layout, own, probes, width, true);
      links[own.index()] =
          DescentGraph.of(own.index(), search.run(p -> panels[p], width).neighbors());
    }
    return links;
  }

  /** The circles of some links; {@code before} null in the first round. */
  Neighborhood[] circles(DescentGraph[] links, Neighborhood @Nullable [] before) {
    List<List<Neighborhood.Incoming>> incoming = new ArrayList<>();
    for (int p = 0; p < panels.length; p++) {
      incoming.add(new ArrayList<>());
    }
    // In the wrong order: it must not matter.
    for (int from = panels.length - 1; from >= 0; from--) {
      Neighborhood.Incoming[] turned = Neighborhood.turn(links[from], panels.length);
      for (int p = 0; p < panels.length; p++) {
        if (turned[p] != null) {
          incoming.get(p).add(turned[p]);
        }
      }
    }
    Neighborhood[] circles = new Neighborhood[panels.length];
    for (int p = 0; p < panels.length; p++) {
      circles[p] = Neighborhood.of(links[p], incoming.get(p), before == null ? null : before[p]);
    }
    return circles;
  }

  /** A first round. */
  DescentGraph[] round(DescentGraph[] links, long mostPairs) {
    return round(links, circles(links, null), mostPairs);
  }

  DescentGraph[] round(DescentGraph[] links, Neighborhood[] circles, long mostPairs) {
    DescentGraph[] next = new DescentGraph[panels.length];
    for (ListPanel own : panels) {
      int p = own.index();
      next[p] =
          new DescentRound(own, links[p], circles[p], panels.length, mostPairs)
              .run(c -> circles[c], b -> panels[b]);
    }
    return next;
  }

  NeighborLists neighbors(DescentGraph[] links, int k) {
    int n = cells.x.length;
    int[] index = new int[n * k];
    double[] distance = new double[n * k];
    for (ListPanel own : panels) {
      PanelNeighbors found =
          DescentRanking.all(own, links[own.index()], k, panels.length, p -> panels[p]);
      for (int r = 0; r < found.ids().length; r++) {
        System.arraycopy(found.index(), r * k, index, found.ids()[r] * k, k);
        System.arraycopy(found.distance(), r * k, distance, found.ids()[r] * k, k);
      }
    }
    return new NeighborLists(n, k, index, distance);
  }

  float square(ListPanel own, int row, int place) {
    ListPanel base = panels[PackedRow.panel(place)];
    int dim = own.dim();
    return SquaredDistance.single(
        own.coordinates(), row * dim, base.coordinates(), PackedRow.row(place) * dim, dim);
  }
}
