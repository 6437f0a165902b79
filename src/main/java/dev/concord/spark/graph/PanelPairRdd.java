package dev.concord.spark.graph;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CandidateLists;
import dev.concord.graph.search.PanelSearch;
import dev.concord.linalg.NativeBlas;
import dev.concord.spark.files.SparkScala;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag;

/**
 * Candidate neighbours from every pair of different feature panels, each unordered pair in one task
 * that serves both sides. Features are not shuffled: a task reads its two panels from the cache, or
 * has them computed again, wherever it runs.
 *
 * <p>Partition (a, b), a below b, yields the candidates of panel a among b's rows and those of b
 * among a's, where they are better than what the rows have.
 */
final class PanelPairRdd extends RDD<CandidateLists> {
  private static final long serialVersionUID = 1L;

  private final RDD<FeaturePanel> panels;
  private final int panelCount;
  private final double[] centre;
  private final int keep;
  private final Broadcast<float[]> worst;

  /**
   * All pairs.
   *
   * @param worst for each row of all panels its {@link CandidateLists#worst} within its own panel
   */
  PanelPairRdd(
      RDD<FeaturePanel> panels,
      int panelCount,
      double[] centre,
      int keep,
      Broadcast<float[]> worst) {
    super(
        panels.context(),
        SparkScala.dependencies(List.of(new PairDependency(panels, panelCount))),
        ClassTag.apply(CandidateLists.class));
    this.panels = panels;
    this.panelCount = panelCount;
    this.centre = centre;
    this.keep = keep;
    this.worst = worst;
  }

  @Override
  public Partition[] getPartitions() {
    Partition[] splits = panels.partitions();
    int[][] pairs = pairs(panelCount);
    Partition[] all = new Partition[pairs.length];
    for (int p = 0; p < all.length; p++) {
      all[p] = new PanelPair(p, pairs[p][0], pairs[p][1], splits[pairs[p][0]], splits[pairs[p][1]]);
    }
    return all;
  }

  /** The pairs (a, b), a below b, in the order of the partitions. */
  private static int[][] pairs(int panelCount) {
    List<int[]> pairs = new ArrayList<>(panelCount * (panelCount - 1) / 2);
    for (int left = 0; left < panelCount; left++) {
      for (int right = left + 1; right < panelCount; right++) {
        pairs.add(new int[] {left, right});
      }
    }
    return pairs.toArray(int[][]::new);
  }

  @Override
  public Seq<String> getPreferredLocations(Partition split) {
    return SparkScala.seq(
        SparkScala.list(panels.preferredLocations(((PanelPair) split).leftSplit())));
  }

  @Override
  public Iterator<CandidateLists> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    PanelPair pair = (PanelPair) split;
    FeaturePanel left = SparkScala.only(panels, pair.leftSplit(), context);
    FeaturePanel right = SparkScala.only(panels, pair.rightSplit(), context);
    CandidateLists[] found =
        PanelSearch.search(left, right, centre, keep, worst(left), worst(right));
    return SparkScala.iterator(Arrays.asList(found).iterator());
  }

  private float[] worst(FeaturePanel panel) {
    return Arrays.copyOfRange(worst.value(), panel.firstRow(), panel.firstRow() + panel.rows());
  }

  /** One unordered pair of panels, with their partitions, which executors cannot look up. */
  private record PanelPair(
      int index, int left, int right, Partition leftSplit, Partition rightSplit)
      implements Partition {
    @Override
    public boolean equals(Object other) {
      return other instanceof PanelPair pair && pair.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }

  /** Partition (a, b) reads panels a and b. */
  private static final class PairDependency extends NarrowDependency<FeaturePanel> {
    private static final long serialVersionUID = 1L;
    private final int[][] pairs;

    PairDependency(RDD<FeaturePanel> panels, int panelCount) {
      super(panels);
      this.pairs = pairs(panelCount);
    }

    @Override
    public Seq<Object> getParents(int partition) {
      int[] pair = pairs[partition];
      return SparkScala.seq(List.<Object>of(pair[0], pair[1]));
    }
  }
}
