package dev.concord.graph.cells;

import dev.concord.graph.NeighborLists;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search by links in one thread over points in memory. */
final class LinkCases {
  final CellPanel[] panels;
  private final CellCases cells;
  private final CellLayout layout;

  LinkCases(CellCases cells, int pieceRows, int panelRows) {
    this.cells = cells;
    layout = cells.layout(pieceRows, panelRows);
    panels = cells.panels(layout);
  }

  Links[] start(int probes, int width) {
    Links[] links = new Links[panels.length];
    for (CellPanel own : panels) {
      CellSearch search = new CellSearch(cells.tree, layout, own, probes, width, true);
      links[own.index()] = Links.of(own.index(), search.run(p -> panels[p], width).neighbors());
    }
    return links;
  }

  /** The circles of some links; {@code before} null in the first round. */
  Circle[] circles(Links[] links, Circle @Nullable [] before) {
    List<List<Circle.Incoming>> incoming = new ArrayList<>();
    for (int p = 0; p < panels.length; p++) {
      incoming.add(new ArrayList<>());
    }
    // In the wrong order: it must not matter.
    for (int from = panels.length - 1; from >= 0; from--) {
      Circle.Incoming[] turned = Circle.turn(links[from], panels.length);
      for (int p = 0; p < panels.length; p++) {
        if (turned[p] != null) {
          incoming.get(p).add(turned[p]);
        }
      }
    }
    Circle[] circles = new Circle[panels.length];
    for (int p = 0; p < panels.length; p++) {
      circles[p] = Circle.of(links[p], incoming.get(p), before == null ? null : before[p]);
    }
    return circles;
  }

  /** A first round. */
  Links[] round(Links[] links, long mostPairs) {
    return round(links, circles(links, null), mostPairs);
  }

  Links[] round(Links[] links, Circle[] circles, long mostPairs) {
    Links[] next = new Links[panels.length];
    for (CellPanel own : panels) {
      int p = own.index();
      next[p] =
          new LinkSearch(own, links[p], circles[p], panels.length, mostPairs)
              .run(c -> circles[c], b -> panels[b]);
    }
    return next;
  }

  NeighborLists neighbors(Links[] links, int k) {
    int n = cells.x.length;
    int[] index = new int[n * k];
    double[] distance = new double[n * k];
    for (CellPanel own : panels) {
      PanelNeighbors found =
          LinkRanking.all(own, links[own.index()], k, panels.length, p -> panels[p]);
      for (int r = 0; r < found.ids().length; r++) {
        System.arraycopy(found.index(), r * k, index, found.ids()[r] * k, k);
        System.arraycopy(found.distance(), r * k, distance, found.ids()[r] * k, k);
      }
    }
    return new NeighborLists(n, k, index, distance);
  }

  float square(CellPanel own, int row, int place) {
    CellPanel base = panels[Place.panel(place)];
    int dim = own.dim();
    return Squares.single(
        own.coordinates(), row * dim, base.coordinates(), Place.row(place) * dim, dim);
  }
}
