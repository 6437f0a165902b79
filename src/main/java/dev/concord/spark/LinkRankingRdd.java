package dev.concord.spark;

import dev.concord.graph.cells.CellPanel;
import dev.concord.graph.cells.LinkRanking;
import dev.concord.graph.cells.Links;
import dev.concord.graph.cells.PanelNeighbors;
import java.util.List;
import org.apache.spark.rdd.RDD;
import org.jspecify.annotations.Nullable;

/** The neighbours of rows among the points that they link to, by their features. */
final class LinkRankingRdd extends CellPanelsRdd<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final int panelCount;
  private final int @Nullable [] only;
  private final int k;

  /**
   * Ranks links.
   *
   * @param only dense ids, ascending, of the rows wanted; null for all
   */
  LinkRankingRdd(
      RDD<CellPanel> panels, RDD<Links> links, int panelCount, int @Nullable [] only, int k) {
    super(panels, List.of(links), PanelNeighbors.class);
    this.panelCount = panelCount;
    this.only = only;
    this.k = k;
  }

  @Override
  List<PanelNeighbors> results(Reader reader) {
    return reader.own().stream().map(own -> ranked(own, reader)).toList();
  }

  private PanelNeighbors ranked(CellPanel own, Reader reader) {
    Links links = (Links) reader.other(0, own.index());
    int[] wanted = only;
    return wanted == null
        ? LinkRanking.all(own, links, k, panelCount, reader::panel)
        : LinkRanking.some(own, links, wanted, k, panelCount, reader::panel);
  }
}
