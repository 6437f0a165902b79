package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.nndescent.DescentGraph;
import dev.concord.graph.nndescent.DescentRound;
import dev.concord.graph.nndescent.Neighborhood;
import java.util.List;
import org.apache.spark.rdd.RDD;

/** Links of the rows of each cell panel after a look at the neighbours of their neighbours. */
final class DescentRoundRdd extends ListPanelsRdd<DescentGraph> {
  private static final long serialVersionUID = 1L;

  private static final int LINKS = 0;
  private static final int CIRCLES = 1;

  private final int panelCount;

  DescentRoundRdd(
      RDD<ListPanel> panels, RDD<DescentGraph> links, RDD<Neighborhood> circles, int panelCount) {
    super(panels, List.of(links, circles), DescentGraph.class);
    this.panelCount = panelCount;
  }

  @Override
  List<DescentGraph> results(Reader reader) {
    return reader.own().stream().map(panel -> links(panel, reader)).toList();
  }

  private DescentGraph links(ListPanel mine, Reader reader) {
    int own = mine.index();
    Neighborhood circle = (Neighborhood) reader.other(CIRCLES, own);
    DescentRound search =
        new DescentRound(mine, (DescentGraph) reader.other(LINKS, own), circle, panelCount);
    return search.run(
        panel -> panel == own ? circle : (Neighborhood) reader.other(CIRCLES, panel),
        reader::panel);
  }
}
