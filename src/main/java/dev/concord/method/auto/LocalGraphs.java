package dev.concord.method.auto;

import dev.concord.graph.Components;
import dev.concord.graph.CopiedGraph;
import dev.concord.graph.CopyGroups;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.exact.ConnectingEdges;
import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.exact.NearestOutside;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.RowValues;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.weights.ConnectingWeights;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.auto.Setting.GraphSetting;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Similarity graphs of points on this machine. One exact search finds the largest number of
 * neighbours; smaller numbers take the first of these. Neighbours are distinct points, as in the
 * graph of a job.
 */
public final class LocalGraphs {
  private final NeighborLists lists;
  private final CopyGroups groups;
  private final Symmetrization symmetrize;
  private final Overlap overlap;
  private final FeaturePanel points;
  private final IntPredicate joins;

  /**
   * Searches.
   *
   * @param points all points, scaled for the graph, as panel 0 from row 0 on
   * @param most largest number of neighbours of any graph, below the number of points
   * @param joins whether a graph of so many components is joined into one
   */
  public LocalGraphs(
      FeaturePanel points,
      int most,
      Symmetrization symmetrize,
      Overlap overlap,
      IntPredicate joins) {
    this.points = points;
    this.joins = joins;
    CopyGroups found = copies(points);
    this.groups = found.distinct() > 1 ? found : CopyGroups.none(points.rows());
    FeaturePanel distinct =
        groups.hasCopies()
            ? FeaturePanel.gather(0, 0, List.of(points), new int[groups.distinct()], groups.first())
            : points;
    this.lists =
        LocalNeighborSearch.search(List.of(distinct), Math.min(most, groups.distinct() - 1));
    this.symmetrize = symmetrize;
    this.overlap = overlap;
  }

  /** The copies among the points; rows of equal hashes and other values are no copies. */
  private static CopyGroups copies(FeaturePanel points) {
    long[] hash = RowValues.hashes(points);
    CopyGroups found = CopyGroups.of(hash, new long[0]);
    long[] refused =
        IntStream.range(0, hash.length)
            .filter(i -> found.first()[found.distinctOf()[i]] != i)
            .filter(
                i ->
                    !RowValues.of(points, i)
                        .isSameAs(RowValues.of(points, found.first()[found.distinctOf()[i]])))
            .mapToLong(i -> hash[i])
            .sorted()
            .toArray();
    return refused.length == 0 ? found : CopyGroups.of(hash, refused);
  }

  /** The graph of a setting. */
  public SimilarityGraph of(GraphSetting setting) {
    int k = Math.min(setting.neighbors(), lists.k());
    int[] index = new int[lists.n() * k];
    double[] distance = new double[index.length];
    for (int i = 0; i < lists.n(); i++) {
      System.arraycopy(lists.index(), i * lists.k(), index, i * k, k);
      System.arraycopy(lists.distance(), i * lists.k(), distance, i * k, k);
    }
    SimilarityGraph graph =
        EdgeWeights.graph(
            new NeighborLists(lists.n(), k, index, distance),
            setting.kernel(),
            setting.bandwidth(),
            symmetrize,
            overlap);
    return connected(groups.hasCopies() ? CopiedGraph.of(graph, groups) : graph, setting);
  }

  private SimilarityGraph connected(SimilarityGraph graph, GraphSetting setting) {
    Components components = Components.of(graph.weights());
    if (!joins.test(components.count())) {
      return graph;
    }
    ConnectingEdges edges =
        ConnectingEdges.of(
            components, ConnectingEdges.rows(points.rows(), points.dim()), this::nearest);
    return ConnectingWeights.add(
        graph, setting.kernel(), edges.source(), edges.target(), edges.distance());
  }

  private NearestOutside nearest(int[] rows, int[] component, boolean inside, int[] componentOf) {
    int dim = points.dim();
    double[] values = new double[Math.multiplyExact(rows.length, dim)];
    double[] row = new double[dim];
    for (int r = 0; r < rows.length; r++) {
      Arrays.fill(row, 0.0);
      points.copyRow(rows[r], row);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    return NearestOutside.among(
        points, new NearestOutside.Queries(rows, values, component, inside), componentOf);
  }
}
