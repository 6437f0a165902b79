package dev.concord.method.auto;

import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.auto.Setting.GraphSetting;
import java.util.List;

/**
 * Similarity graphs of points on this machine. One exact search finds the largest number of
 * neighbours; smaller numbers take the first of these.
 */
public final class LocalGraphs {
  private final NeighborLists lists;
  private final Symmetrization symmetrize;

  /**
   * Searches.
   *
   * @param points all points, scaled for the graph, as panel 0 from row 0 on
   * @param most largest number of neighbours of any graph, below the number of points
   */
  public LocalGraphs(FeaturePanel points, int most, Symmetrization symmetrize) {
    this.lists = LocalNeighborSearch.search(List.of(points), most);
    this.symmetrize = symmetrize;
  }

  /** The graph of a setting. */
  public SimilarityGraph of(GraphSetting setting) {
    int k = setting.neighbors();
    int[] index = new int[lists.n() * k];
    double[] distance = new double[index.length];
    for (int i = 0; i < lists.n(); i++) {
      System.arraycopy(lists.index(), i * lists.k(), index, i * k, k);
      System.arraycopy(lists.distance(), i * lists.k(), distance, i * k, k);
    }
    return EdgeWeights.graph(
        new NeighborLists(lists.n(), k, index, distance),
        setting.kernel(),
        setting.bandwidth(),
        symmetrize);
  }
}
