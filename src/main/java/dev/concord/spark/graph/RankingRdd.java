package dev.concord.spark.graph;

import dev.concord.graph.RankedRows;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CandidateLists;
import dev.concord.graph.search.ExactRanking;
import dev.concord.spark.files.AllPartitions;
import dev.concord.spark.files.PanelTask;
import dev.concord.spark.files.SparkScala;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag;

/**
 * Exact distances of the merged candidates, ranked and certified: partition p belongs to panel p
 * and reads the other panels one after the other, so that a task holds two panels at a time.
 */
final class RankingRdd extends RDD<RankedRows> {
  private static final long serialVersionUID = 1L;

  private final RDD<CandidateLists> candidates;
  private final RDD<FeaturePanel> panels;
  private final List<PanelTask> tasks;
  private final int k;

  /**
   * Ranks candidates.
   *
   * @param candidates one element a partition: partition p the merged lists of panel p
   */
  RankingRdd(RDD<CandidateLists> candidates, RDD<FeaturePanel> panels, int panelCount, int k) {
    super(
        panels.context(),
        SparkScala.dependencies(
            List.<Dependency<?>>of(
                new OneToOneDependency<>(candidates), new AllPartitions<>(panels, panelCount))),
        ClassTag.apply(RankedRows.class));
    this.candidates = candidates;
    this.panels = panels;
    this.tasks = PanelTask.single(panels);
    this.k = k;
  }

  @Override
  public Seq<String> getPreferredLocations(Partition split) {
    return SparkScala.seq(tasks.get(split.index()).places());
  }

  @Override
  public Partition[] getPartitions() {
    Partition[] lists = candidates.partitions();
    Partition[] features = panels.partitions();
    Partition[] all = new Partition[lists.length];
    for (int p = 0; p < all.length; p++) {
      all[p] = new PanelRows(p, lists[p], features);
    }
    return all;
  }

  @Override
  public Iterator<RankedRows> compute(Partition split, TaskContext context) {
    PanelRows rows = (PanelRows) split;
    int own = rows.index();
    FeaturePanel panel = SparkScala.only(panels, rows.panels()[own], context);
    ExactRanking ranking =
        new ExactRanking(panel, SparkScala.only(candidates, rows.candidates(), context));
    for (int other = 0; other < rows.panels().length; other++) {
      ranking.add(other == own ? panel : SparkScala.only(panels, rows.panels()[other], context));
    }
    return SparkScala.iterator(List.of(ranking.finish(k)).iterator());
  }

  /** The rows of one panel, with the partitions of all panels, which executors cannot look up. */
  private record PanelRows(int index, Partition candidates, Partition[] panels)
      implements Partition {
    @Override
    public boolean equals(Object other) {
      return other instanceof PanelRows rows && rows.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }
}
