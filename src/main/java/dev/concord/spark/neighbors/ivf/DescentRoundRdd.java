package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.nndescent.DescentGraph;
import dev.concord.graph.nndescent.DescentRound;
import dev.concord.graph.nndescent.Neighborhood;
import java.util.List;
import org.apache.spark.rdd.RDD;

/** Runs one NN-Descent round on each list panel. */
final class DescentRoundRdd extends ListPanelsRdd<DescentGraph> {
  private static final long serialVersionUID = 1L;

  private static final int GRAPH = 0;
  private static final int NEIGHBORHOODS = 1;

  private final int panelCount;

  DescentRoundRdd(
      RDD<ListPanel> panels,
      RDD<DescentGraph> graph,
      RDD<Neighborhood> neighborhoods,
      int panelCount) {
    super(panels, List.of(graph, neighborhoods), DescentGraph.class);
    this.panelCount = panelCount;
  }

  @Override
  List<DescentGraph> results(Reader reader) {
    return reader.own().stream().map(panel -> graph(panel, reader)).toList();
  }

  private DescentGraph graph(ListPanel mine, Reader reader) {
    int own = mine.index();
    Neighborhood neighborhood = (Neighborhood) reader.other(NEIGHBORHOODS, own);
    DescentRound search =
        new DescentRound(mine, (DescentGraph) reader.other(GRAPH, own), neighborhood, panelCount);
    return search.run(
        panel -> panel == own ? neighborhood : (Neighborhood) reader.other(NEIGHBORHOODS, panel),
        reader::panel);
  }
}
