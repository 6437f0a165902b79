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
      Broadcast<CellTree> tree,
      Broadcast<CellLayout> layout,
      int probes,
      int width) {
    super(panels, List.of(), Links.class);
    this.tree = tree;
    this.layout = layout;
    this.probes = probes;
    this.width = width;
  }

  @Override
  List<Links> results(Reader reader) {
    List<CellSearch> searches =
        reader.own().stream()
            .map(own -> new CellSearch(tree.value(), layout.value(), own, probes, width, true))
            .toList();
    return CellSearch.run(searches, reader::panel, width).stream()
        .map(outcome -> Links.of(outcome.panel(), outcome.neighbors()))
        .toList();
  }
}
