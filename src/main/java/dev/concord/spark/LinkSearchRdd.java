package dev.concord.spark;

import dev.concord.graph.cells.CellPanel;
import dev.concord.graph.cells.Circle;
import dev.concord.graph.cells.LinkSearch;
import dev.concord.graph.cells.Links;
import java.util.List;
import org.apache.spark.rdd.RDD;

/** Links of the rows of each cell panel after a look at the neighbours of their neighbours. */
final class LinkSearchRdd extends CellPanelsRdd<Links> {
  private static final long serialVersionUID = 1L;

  private static final int LINKS = 0;
  private static final int CIRCLES = 1;

  private final int panelCount;

  LinkSearchRdd(RDD<CellPanel> panels, RDD<Links> links, RDD<Circle> circles, int panelCount) {
    super(panels, List.of(links, circles), Links.class);
    this.panelCount = panelCount;
  }

  @Override
  List<Links> results(Reader reader) {
    return reader.own().stream().map(panel -> links(panel, reader)).toList();
  }

  private Links links(CellPanel mine, Reader reader) {
    int own = mine.index();
    Circle circle = (Circle) reader.other(CIRCLES, own);
    LinkSearch search = new LinkSearch(mine, (Links) reader.other(LINKS, own), circle, panelCount);
    return search.run(
        panel -> panel == own ? circle : (Circle) reader.other(CIRCLES, panel), reader::panel);
  }
}
