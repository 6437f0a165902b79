package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.neighbors.PanelNeighbors;
import dev.concord.graph.nndescent.DescentGraph;
import dev.concord.graph.nndescent.DescentRanking;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;

/** Ranks the NN-Descent edges of rows by the features. */
final class DescentRankingRdd extends ListPanelsRdd<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final int panelCount;
  private final int @Nullable [] only;
  private final int k;

  /**
   * A ranking of edges.
   *
   * @param only dense ids, ascending, of the rows wanted; null for all
   */
  DescentRankingRdd(
      RDD<ListPanel> panels,
      RDD<DescentGraph> graph,
      int panelCount,
      int @Nullable [] only,
      int k) {
    super(panels, List.of(graph), PanelNeighbors.class);
    this.panelCount = panelCount;
    this.only = only;
    this.k = k;
  }

  @Override
  List<PanelNeighbors> results(Reader reader) {
    return reader.own().stream().map(own -> ranked(own, reader)).toList();
  }

  private PanelNeighbors ranked(ListPanel own, Reader reader) {
    DescentGraph graph = (DescentGraph) reader.other(0, own.index());
    int[] wanted = only;
    return wanted == null
        ? DescentRanking.all(own, graph, k, panelCount, reader::panel)
        : DescentRanking.some(own, graph, wanted, k, panelCount, reader::panel);
  }
}
