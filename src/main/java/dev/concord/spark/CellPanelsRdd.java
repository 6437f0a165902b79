package dev.concord.spark;

import dev.concord.graph.cells.CellPanel;
import dev.concord.linalg.NativeBlas;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * One result for each cell panel. A task serves the rows of its panel and reads what it needs of
 * other panels, one at a time, from the cache, or made again. Features are not shuffled.
 */
abstract class CellPanelsRdd<T> extends RDD<T> {
  private static final long serialVersionUID = 1L;

  /** Where the cell panels are among the parents. */
  private static final int PANELS = 0;

  private final List<RDD<?>> parents;

  /**
   * Results over panels.
   *
   * @param panels panel p in partition p
   * @param others what a task reads beside them, one element a panel alike
   */
  CellPanelsRdd(RDD<CellPanel> panels, List<RDD<?>> others, int panelCount, Class<T> type) {
    super(panels.context(), dependencies(panels, others, panelCount), ClassTag.apply(type));
    parents = new ArrayList<>();
    parents.add(panels);
    parents.addAll(others);
  }

  private static scala.collection.immutable.Seq<Dependency<?>> dependencies(
      RDD<CellPanel> panels, List<RDD<?>> others, int count) {
    List<Dependency<?>> all = new ArrayList<>();
    all.add(new AllPartitions<>(panels, count));
    for (RDD<?> other : others) {
      all.add(new AllPartitions<>(other, count));
    }
    return SparkScala.dependencies(all);
  }

  /** The result of a panel. */
  abstract T result(Reader reader);

  @Override
  public Partition[] getPartitions() {
    Partition[][] splits = new Partition[parents.size()][];
    for (int parent = 0; parent < splits.length; parent++) {
      splits[parent] = parents.get(parent).partitions();
    }
    Partition[] all = new Partition[splits[PANELS].length];
    for (int p = 0; p < all.length; p++) {
      all[p] = new OfPanel(p, splits);
    }
    return all;
  }

  @Override
  public scala.collection.immutable.Seq<String> getPreferredLocations(Partition split) {
    return parents
        .get(PANELS)
        .preferredLocations(((OfPanel) split).splits()[PANELS][split.index()]);
  }

  @Override
  public Iterator<T> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    return CollectionConverters.asScala(
        List.of(result(new Reader((OfPanel) split, context))).iterator());
  }

  /** Reads the parents' elements in a task. */
  final class Reader {
    private final OfPanel split;
    private final TaskContext context;
    private final CellPanel own;

    private Reader(OfPanel split, TaskContext context) {
      this.split = split;
      this.context = context;
      own = (CellPanel) element(PANELS, split.index());
    }

    /** The task's panel. */
    CellPanel own() {
      return own;
    }

    CellPanel panel(int index) {
      return index == own.index() ? own : (CellPanel) element(PANELS, index);
    }

    /** A panel's element of one of the others, counted from 0. */
    Object other(int which, int panel) {
      return element(PANELS + 1 + which, panel);
    }

    private Object element(int parent, int panel) {
      return SparkScala.only(parents.get(parent), split.splits()[parent][panel], context);
    }
  }

  /** One panel's rows, with the partitions of all panels: executors cannot ask. */
  private record OfPanel(int index, Partition[][] splits) implements Partition {
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
