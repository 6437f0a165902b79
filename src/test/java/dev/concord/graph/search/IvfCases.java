package dev.concord.graph.search;

import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.PanelNeighbors;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** An approximate search in one thread over points in memory. */
public final class IvfCases {
  public final double[][] x;
  final Reduction reduction;
  final float[] coordinates;
  public final CoarseQuantizer quantizer;
  int undecided;

  public IvfCases(double[][] x, int lists) {
    this.x = x;
    FeaturePanel all = GraphData.panels(x, x.length).get(0);
    reduction = PrincipalAxes.of(all, Seeds.of(1));
    coordinates = reduction.apply(all);
    quantizer = IvfTraining.train(coordinates, x.length, reduction.reduced(), lists, Seeds.of(1));
  }

  public ListLayout layout(int subListRows, int panelRows) {
    return ListLayout.of(listOf(), quantizer.lists(), subListRows, panelRows);
  }

  int[] listOf() {
    return quantizer.nearest(coordinates, x.length, 1, false);
  }

  public ListPanel[] panels(ListLayout layout) {
    int[] position = layout.positions(listOf());
    int[] rowAt = new int[x.length];
    for (int row = 0; row < x.length; row++) {
      rowAt[position[row]] = row;
    }
    FeaturePanel all = GraphData.panels(x, x.length).get(0);
    ListPanel[] panels = new ListPanel[layout.panels()];
    int dim = reduction.reduced();
    for (int p = 0; p < panels.length; p++) {
      int first = layout.panelStart(p);
      int[] ids = Arrays.copyOfRange(rowAt, first, layout.panelStart(p + 1));
      float[] own = new float[ids.length * dim];
      for (int r = 0; r < ids.length; r++) {
        System.arraycopy(coordinates, ids[r] * dim, own, r * dim, dim);
      }
      panels[p] =
          new ListPanel(
              p,
              first,
              ids,
              own,
              FeaturePanel.gather(p, first, List.of(all), new int[ids.length], ids));
    }
    return panels;
  }

  NeighborLists search(int subListRows, int panelRows, int probes, int candidates, int k) {
    ListLayout layout = layout(subListRows, panelRows);
    ListPanel[] panels = panels(layout);
    int[] index = new int[x.length * k];
    double[] distance = new double[index.length];
    undecided = 0;
    for (ListPanel own : panels) {
      IvfSearch search = new IvfSearch(quantizer, layout, own, probes, candidates);
      IvfSearch.Outcome outcome = search.run(p -> panels[p], k);
      undecided += outcome.undecided().length;
      PanelNeighbors found = outcome.neighbors().lists(0);
      for (int r = 0; r < found.ids().length; r++) {
        System.arraycopy(found.index(), r * k, index, found.ids()[r] * k, k);
        System.arraycopy(found.distance(), r * k, distance, found.ids()[r] * k, k);
      }
    }
    return new NeighborLists(x.length, k, index, distance);
  }

  /** Gaussian groups of points. */
  public static double[][] mixture(int n, int dim, int groups, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] centre = GraphData.gaussian(groups, dim, 0.0, 3.0, seed + 1);
    double[][] x = new double[n][dim];
    for (double[] row : x) {
      double[] at = centre[random.nextInt(groups)];
      for (int d = 0; d < dim; d++) {
        row[d] = at[d] + random.nextGaussian();
      }
    }
    return x;
  }

  /** The share of true neighbours in some lists, equal distances counting as equal. */
  public static double recall(NeighborLists found, NeighborLists truth) {
    int k = truth.k();
    int hits = 0;
    for (int e = 0; e < truth.n() * k; e++) {
      hits += found.distance()[e] <= truth.distance()[e / k * k + k - 1] ? 1 : 0;
    }
    return hits / ((double) truth.n() * k);
  }
}
