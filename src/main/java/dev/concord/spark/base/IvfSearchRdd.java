package dev.concord.spark.base;

import dev.concord.graph.PanelNeighbors;
import dev.concord.graph.search.CoarseQuantizer;
import dev.concord.graph.search.IvfSearch;
import dev.concord.graph.search.ListLayout;
import dev.concord.graph.search.ListPanel;
import dev.concord.graph.search.ProbeEffort;
import dev.concord.linalg.NativeBlas;
import dev.concord.spark.files.AllPartitions;
import dev.concord.spark.files.PanelTask;
import dev.concord.spark.files.SparkScala;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/**
 * The IVF search of each list panel, a partition a task. A task serves the rows of its panels and
 * reads other panels one at a time, from the cache or recomputed. Features are not shuffled.
 */
final class IvfSearchRdd extends RDD<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final RDD<ListPanel> panels;
  private final List<PanelTask> tasks;
  private final Broadcast<CoarseQuantizer> quantizer;
  private final Broadcast<ListLayout> layout;
  private final ProbeEffort effort;
  private final int k;

  /**
   * A search.
   *
   * @param panels panel p in partition p, persisted
   * @param tasks the panels of each task
   */
  IvfSearchRdd(
      RDD<ListPanel> panels,
      List<PanelTask> tasks,
      Broadcast<CoarseQuantizer> quantizer,
      Broadcast<ListLayout> layout,
      ProbeEffort effort,
      int k) {
    super(
        panels.context(),
        SparkScala.dependencies(List.of(new AllPartitions<>(panels, panels.getNumPartitions()))),
        ClassTag.apply(PanelNeighbors.class));
    this.panels = panels;
    this.tasks = List.copyOf(tasks);
    this.quantizer = quantizer;
    this.layout = layout;
    this.effort = effort;
    this.k = k;
  }

  @Override
  public Partition[] getPartitions() {
    Partition[] splits = panels.partitions();
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
  public Iterator<PanelNeighbors> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    OfPanels of = (OfPanels) split;
    IntFunction<ListPanel> read = panel -> SparkScala.only(panels, of.splits()[panel], context);
    List<ListPanel> own = Arrays.stream(of.task().panels()).mapToObj(read).toList();
    List<IvfSearch> searches =
        own.stream()
            .map(
                panel ->
                    new IvfSearch(
                        quantizer.value(),
                        layout.value(),
                        panel,
                        effort.probes(),
                        effort.candidates()))
            .toList();
    IntFunction<ListPanel> reader =
        panel ->
            own.stream()
                .filter(mine -> mine.index() == panel)
                .findFirst()
                .orElseGet(() -> read.apply(panel));
    List<PanelNeighbors> results =
        IvfSearch.run(searches, reader, k).stream()
            .map(outcome -> outcome.neighbors().lists(outcome.undecided().length))
            .toList();
    return SparkScala.iterator(results.iterator());
  }

  /** A task's panels, with the partitions of all panels, which executors cannot look up. */
  private record OfPanels(int index, PanelTask task, Partition[] splits) implements Partition {
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
