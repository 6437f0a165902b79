package dev.concord.graph.search;

import dev.concord.graph.ExactLists;
import dev.concord.graph.NeighborAssembly;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.FeaturePanel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The exact neighbour search in one thread over panels in memory, for small data. */
public final class LocalNeighborSearch {
  private LocalNeighborSearch() {}

  /**
   * The exact k nearest neighbours of all rows.
   *
   * @param panels all rows, in order: panel p has index p and starts where the one before ends
   * @param k below the number of rows
   */
  public static NeighborLists search(List<FeaturePanel> panels, int k) {
    int n = checkedRows(panels);
    NeighborAssembly assembly = new NeighborAssembly(n, k);
    double[] centre = Centre.combine(panels.stream().map(Centre::keepingZeros).toList());
    List<CandidateLists> candidates = candidates(panels, centre, PanelSearch.keepFor(k));
    for (int p = 0; p < panels.size(); p++) {
      ExactRanking ranking = new ExactRanking(panels.get(p), candidates.get(p));
      panels.forEach(ranking::add);
      RankedRows rows = ranking.finish(k);
      assembly.add(rows);
      if (rows.uncertified().length > 0) {
        assembly.add(exhaustive(panels.get(p), rows.uncertified(), panels, k));
      }
    }
    return assembly.lists();
  }

  private static List<CandidateLists> candidates(
      List<FeaturePanel> panels, double[] mean, int keep) {
    List<CandidateLists> merged = new ArrayList<>();
    for (FeaturePanel panel : panels) {
      merged.add(PanelSearch.within(panel, mean, keep));
    }
    for (int p = 0; p < panels.size(); p++) {
      for (int q = p + 1; q < panels.size(); q++) {
        CandidateLists[] pair =
            PanelSearch.search(
                panels.get(p),
                panels.get(q),
                mean,
                keep,
                merged.get(p).worst(),
                merged.get(q).worst());
        merged.set(p, CandidateLists.merge(merged.get(p), pair[0]));
        merged.set(q, CandidateLists.merge(merged.get(q), pair[1]));
      }
    }
    return merged;
  }

  private static ExactLists exhaustive(
      FeaturePanel panel, int[] rows, List<FeaturePanel> panels, int k) {
    int[] places = Arrays.stream(rows).map(row -> row - panel.firstRow()).toArray();
    FeaturePanel values = FeaturePanel.gather(-1, 0, List.of(panel), new int[rows.length], places);
    ExactLists lists = ExactLists.empty(Arrays.copyOf(rows, rows.length), k);
    for (FeaturePanel other : panels) {
      lists = ExactLists.merge(lists, ExhaustiveScan.scan(rows, values, other, k));
    }
    return lists;
  }

  private static int checkedRows(List<FeaturePanel> panels) {
    int n = 0;
    for (int p = 0; p < panels.size(); p++) {
      FeaturePanel panel = panels.get(p);
      if (panel.index() != p || panel.firstRow() != n) {
        throw new IllegalArgumentException(
            "panel " + p + " has index " + panel.index() + " and starts at " + panel.firstRow());
      }
      n = Math.addExact(n, panel.rows());
    }
    return n;
  }
}
