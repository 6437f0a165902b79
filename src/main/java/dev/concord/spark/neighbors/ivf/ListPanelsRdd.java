package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.ListPanel;
import dev.concord.linalg.NativeBlas;
import dev.concord.spark.rdd.AllPartitions;
import dev.concord.spark.rdd.PanelTask;
import dev.concord.spark.rdd.SparkScala;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/**
 * One result for each list panel. A task processes the rows of its panels, as a rule of one. It
 * reads other panels one at a time, from the cache or recomputed. Features are not shuffled.
 */
abstract class ListPanelsRdd<T> extends RDD<T> {
  private static final long serialVersionUID = 1L;

  /** Index of the list panels among the parents. */
  private static final int PANELS = 0;

  private final List<RDD<?>> parents;
  private final List<PanelTask> tasks;

  /**
   * Results over panels, a task and a partition a panel.
   *
   * @param panels panel p in partition p, persisted
   * @param others further RDDs that a task reads, with one element per panel too
   */
  ListPanelsRdd(RDD<ListPanel> panels, List<RDD<?>> others, Class<T> type) {
    this(panels, others, PanelTask.single(panels), type);
  }

  /** The same with tasks of several panels, a partition a task. */
  ListPanelsRdd(RDD<ListPanel> panels, List<RDD<?>> others, List<PanelTask> tasks, Class<T> type) {
    super(
        panels.context(),
        dependencies(panels, others, panels.getNumPartitions()),
        ClassTag.apply(type));
    parents = new ArrayList<>();
    parents.add(panels);
    parents.addAll(others);
    this.tasks = List.copyOf(tasks);
  }

  private static scala.collection.immutable.Seq<Dependency<?>> dependencies(
      RDD<ListPanel> panels, List<RDD<?>> others, int count) {
    List<Dependency<?>> all = new ArrayList<>();
    all.add(new AllPartitions<>(panels, count));
    for (RDD<?> other : others) {
      all.add(new AllPartitions<>(other, count));
    }
    return SparkScala.dependencies(all);
  }

  /** The results of a task's panels, in their order. */
  abstract List<T> results(Reader reader);

  @Override
  public Partition[] getPartitions() {
    Partition[][] splits = new Partition[parents.size()][];
    for (int parent = 0; parent < splits.length; parent++) {
      splits[parent] = parents.get(parent).partitions();
    }
    Partition[] all = new Partition[tasks.size()];
    for (int p = 0; p < all.length; p++) {
      all[p] = new OfPanels(p, tasks.get(p), splits);
    }
    return all;
  }

  @Override
  public scala.collection.immutable.Seq<String> getPreferredLocations(Partition split) {
    return SparkScala.seq(((OfPanels) split).task().places());
  }

  @Override
  public Iterator<T> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    List<T> results = results(new Reader((OfPanels) split, context));
    return SparkScala.iterator(results.iterator());
  }

  /** Reads the parents' elements in a task. */
  final class Reader {
    private final OfPanels split;
    private final TaskContext context;
    private final List<ListPanel> own = new ArrayList<>();

    private Reader(OfPanels split, TaskContext context) {
      this.split = split;
      this.context = context;
      for (int panel : split.task().panels()) {
        own.add((ListPanel) element(PANELS, panel));
      }
    }

    /** The task's panels. */
    List<ListPanel> own() {
      return own;
    }

    ListPanel panel(int index) {
      for (ListPanel mine : own) {
        if (mine.index() == index) {
          return mine;
        }
      }
      return (ListPanel) element(PANELS, index);
    }

    /** A panel's element of one of the others, counted from 0. */
    Object other(int which, int panel) {
      return element(PANELS + 1 + which, panel);
    }

    private Object element(int parent, int panel) {
      return SparkScala.only(parents.get(parent), split.splits()[parent][panel], context);
    }
  }

  /** A task's panels, with the partitions of all panels, which executors cannot look up. */
  private record OfPanels(int index, PanelTask task, Partition[][] splits) implements Partition {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean equals(Object other) {
      return other instanceof OfPanels panels && panels.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }
}
