package dev.concord.spark;

import dev.concord.graph.cells.CellLayout;
import dev.concord.graph.cells.CellPanel;
import dev.concord.graph.cells.CellSearch;
import dev.concord.graph.cells.CellTree;
import dev.concord.graph.cells.Links;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;

/** Links of the rows of each cell panel to the nearest points of a few cells. */
final class LinkStartRdd extends CellPanelsRdd<Links> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<CellTree> tree;
  private final Broadcast<CellLayout> layout;
  private final int probes;
  private final int width;

  LinkStartRdd(
      RDD<CellPanel> panels,
      int panelCount,
      Broadcast<CellTree> tree,
      Broadcast<CellLayout> layout,
      int probes,
      int width) {
    super(panels, List.of(), panelCount, Links.class);
    this.tree = tree;
    this.layout = layout;
    this.probes = probes;
    this.width = width;
  }

  @Override
  Links result(Reader reader) {
    CellSearch search =
        new CellSearch(tree.value(), layout.value(), reader.own(), probes, width, true);
    return Links.of(reader.own().index(), search.run(reader::panel, width).neighbors());
  }
}
