package dev.concord.spark;

import dev.concord.graph.cells.CellLayout;
import dev.concord.graph.cells.CellPanel;
import dev.concord.graph.cells.CellSearch;
import dev.concord.graph.cells.CellTree;
import dev.concord.graph.cells.PanelNeighbors;
import dev.concord.graph.cells.ProbedLists;
import dev.concord.graph.cells.ProbedRows;
import dev.concord.graph.cells.SearchEffort;
import dev.concord.linalg.NativeBlas;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * Neighbours of the rows of each cell panel among their nearest cells. Partition p belongs to panel
 * p and reads the panels that hold these cells, one after the other, so that two panels are in a
 * task's hands at a time. Features are not shuffled; a panel is read from the cache, or made again.
 */
final class CellSearchRdd extends RDD<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final RDD<CellPanel> panels;
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
    super(
        panels.context(),
        SparkScala.dependencies(List.<Dependency<?>>of(new AllPartitions<>(panels, panelCount))),
        ClassTag.apply(PanelNeighbors.class));
    this.panels = panels;
    this.tree = tree;
    this.layout = layout;
    this.effort = effort;
    this.k = k;
  }

  @Override
  public Partition[] getPartitions() {
    Partition[] splits = panels.partitions();
    Partition[] all = new Partition[splits.length];
    for (int p = 0; p < all.length; p++) {
      all[p] = new OfPanel(p, splits);
    }
    return all;
  }

  @Override
  public scala.collection.immutable.Seq<String> getPreferredLocations(Partition split) {
    return panels.preferredLocations(((OfPanel) split).panels()[split.index()]);
  }

  @Override
  public Iterator<PanelNeighbors> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    Partition[] splits = ((OfPanel) split).panels();
    CellPanel own = panel(splits, split.index(), context);
    CellSearch search =
        new CellSearch(tree.value(), layout.value(), own, effort.probes(), effort.candidates());
    for (int panel : search.panelsToScan()) {
      search.scan(panel == own.index() ? own : panel(splits, panel, context));
    }
    for (int panel : search.panelsToMeasure()) {
      search.measure(panel == own.index() ? own : panel(splits, panel, context));
    }
    CellSearch.Outcome outcome = search.finish(k);
    int[] open = outcome.undecided();
    if (open.length > 0) {
      ProbedRows rows = search.undecided(open);
      ProbedLists lists = new ProbedLists(open.length, effort.candidates());
      for (int panel : search.panelsToScan()) {
        lists.scan(
            rows, layout.value(), panel == own.index() ? own : panel(splits, panel, context));
      }
      CellSearch.resolve(outcome.neighbors(), open, lists);
    }
    return CollectionConverters.asScala(List.of(outcome.neighbors().lists(open.length)).iterator());
  }

  private CellPanel panel(Partition[] splits, int panel, TaskContext context) {
    return SparkScala.only(panels, splits[panel], context);
  }

  /** One panel's rows, with the partitions of all panels: executors cannot ask. */
  private record OfPanel(int index, Partition[] panels) implements Partition {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean equals(Object other) {
      return other instanceof OfPanel panel && panel.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }
}
