package dev.concord.spark;

import dev.concord.graph.cells.CellLayout;
import dev.concord.graph.cells.CellPanel;
import dev.concord.graph.cells.CellSearch;
import dev.concord.graph.cells.CellTree;
import dev.concord.graph.cells.PanelNeighbors;
import dev.concord.graph.cells.SearchEffort;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;

/** Neighbours of the rows of each cell panel among their nearest cells. */
final class CellSearchRdd extends CellPanelsRdd<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<CellTree> tree;
  private final Broadcast<CellLayout> layout;
  private final SearchEffort effort;
  private final int k;

  CellSearchRdd(
      RDD<CellPanel> panels,
      int panelCount,
      Broadcast<CellTree> tree,
      Broadcast<CellLayout> layout,
      SearchEffort effort,
      int k) {
    super(panels, List.of(), panelCount, PanelNeighbors.class);
    this.tree = tree;
    this.layout = layout;
    this.effort = effort;
    this.k = k;
  }

  @Override
  PanelNeighbors result(Reader reader) {
    CellSearch search =
        new CellSearch(
            tree.value(),
            layout.value(),
            reader.own(),
            effort.probes(),
            effort.candidates(),
            false);
    CellSearch.Outcome outcome = search.run(reader::panel, k);
    return outcome.neighbors().lists(outcome.undecided().length);
  }
}
