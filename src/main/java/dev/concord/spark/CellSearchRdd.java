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

  /**
   * A search.
   *
   * @param tasks the panels of each task
   */
  CellSearchRdd(
      RDD<CellPanel> panels,
      List<PanelTask> tasks,
      Broadcast<CellTree> tree,
      Broadcast<CellLayout> layout,
      SearchEffort effort,
      int k) {
    super(panels, List.of(), tasks, PanelNeighbors.class);
    this.tree = tree;
    this.layout = layout;
    this.effort = effort;
    this.k = k;
  }

  @Override
  List<PanelNeighbors> results(Reader reader) {
    List<CellSearch> searches =
        reader.own().stream()
            .map(
                own ->
                    new CellSearch(
                        tree.value(),
                        layout.value(),
                        own,
                        effort.probes(),
                        effort.candidates(),
                        false))
            .toList();
    return CellSearch.run(searches, reader::panel, k).stream()
        .map(outcome -> outcome.neighbors().lists(outcome.undecided().length))
        .toList();
  }
}
