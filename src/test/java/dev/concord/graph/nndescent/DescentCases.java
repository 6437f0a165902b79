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

/** A search by NN-Descent in one thread over points in memory. */
final class DescentCases {
  final ListPanel[] panels;
  private final IvfCases cases;
  private final ListLayout layout;

  DescentCases(IvfCases cases, int subListRows, int panelRows) {
    this.cases = cases;
    layout = cases.layout(subListRows, panelRows);
    panels = cases.panels(layout);
  }

  DescentGraph[] start(int probes, int width) {
    DescentGraph[] graph = new DescentGraph[panels.length];
    for (ListPanel own : panels) {
      IvfSearch search = new IvfSearch(cases.quantizer, layout, own, probes, width, true);
      graph[own.index()] =
          DescentGraph.of(own.index(), search.run(p -> panels[p], width).neighbors());
    }
    return graph;
  }

  /** The neighbourhoods of some edges; {@code before} null in the first round. */
  Neighborhood[] neighborhoods(DescentGraph[] graph, Neighborhood @Nullable [] before) {
    List<List<Neighborhood.Incoming>> incoming = new ArrayList<>();
    for (int p = 0; p < panels.length; p++) {
      incoming.add(new ArrayList<>());
    }
    // In the wrong order: it must not matter.
    for (int from = panels.length - 1; from >= 0; from--) {
      Neighborhood.Incoming[] turned = Neighborhood.turn(graph[from], panels.length);
      for (int p = 0; p < panels.length; p++) {
        if (turned[p] != null) {
          incoming.get(p).add(turned[p]);
        }
      }
    }
    Neighborhood[] neighborhoods = new Neighborhood[panels.length];
    for (int p = 0; p < panels.length; p++) {
      neighborhoods[p] =
          Neighborhood.of(graph[p], incoming.get(p), before == null ? null : before[p]);
    }
    return neighborhoods;
  }

  /** A first round. */
  DescentGraph[] round(DescentGraph[] graph, long mostPairs) {
    return round(graph, neighborhoods(graph, null), mostPairs);
  }

  DescentGraph[] round(DescentGraph[] graph, Neighborhood[] neighborhoods, long mostPairs) {
    DescentGraph[] next = new DescentGraph[panels.length];
    for (ListPanel own : panels) {
      int p = own.index();
      next[p] =
          new DescentRound(own, graph[p], neighborhoods[p], panels.length, mostPairs)
              .run(c -> neighborhoods[c], b -> panels[b]);
    }
    return next;
  }

  NeighborLists neighbors(DescentGraph[] graph, int k) {
    int n = cases.x.length;
    int[] index = new int[n * k];
    double[] distance = new double[n * k];
    for (ListPanel own : panels) {
      PanelNeighbors found =
          DescentRanking.all(own, graph[own.index()], k, panels.length, p -> panels[p]);
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
