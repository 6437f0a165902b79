package dev.concord.spark;

import dev.concord.graph.CandidateLists;
import dev.concord.graph.FeaturePanel;
import dev.concord.graph.PanelSearch;
import dev.concord.linalg.NativeBlas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.NarrowDependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * Candidate neighbours from every pair of feature panels, each unordered pair in one task that
 * serves both sides. Features are not shuffled: a task reads its two panels from the cache, or has
 * them computed again, wherever it runs.
 *
 * <p>Partition (a, b), a at most b, yields the candidates of panel a among b's rows, and for a
 * below b those of b among a's.
 */
final class PanelPairRdd extends RDD<CandidateLists> {
  private static final long serialVersionUID = 1L;

  private final RDD<FeaturePanel> panels;
  private final int panelCount;
  private final double[] centre;
  private final int keep;

  PanelPairRdd(RDD<FeaturePanel> panels, int panelCount, double[] centre, int keep) {
    super(
        panels.context(),
        SparkScala.dependencies(List.of(new PairDependency(panels, panelCount))),
        ClassTag.apply(CandidateLists.class));
    this.panels = panels;
    this.panelCount = panelCount;
    this.centre = centre;
    this.keep = keep;
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

  /** The pairs (a, b), a at most b, in the order of the partitions. */
  private static int[][] pairs(int panelCount) {
    List<int[]> pairs = new ArrayList<>(panelCount * (panelCount + 1) / 2);
    for (int left = 0; left < panelCount; left++) {
      for (int right = left; right < panelCount; right++) {
        pairs.add(new int[] {left, right});
      }
    }
    return pairs.toArray(int[][]::new);
  }

  @Override
  public Seq<String> getPreferredLocations(Partition split) {
    return panels.preferredLocations(((PanelPair) split).leftSplit());
  }

  @Override
  public Iterator<CandidateLists> compute(Partition split, TaskContext context) {
    NativeBlas.load();
    PanelPair pair = (PanelPair) split;
    FeaturePanel left = SparkScala.only(panels, pair.leftSplit(), context);
    FeaturePanel right =
        pair.left() == pair.right() ? left : SparkScala.only(panels, pair.rightSplit(), context);
    return CollectionConverters.asScala(
        Arrays.asList(PanelSearch.search(left, right, centre, keep)).iterator());
  }

  /** One unordered pair of panels, with the partitions that hold them: executors cannot ask. */
  private record PanelPair(
      int index, int left, int right, Partition leftSplit, Partition rightSplit)
      implements Partition {
    private static final long serialVersionUID = 1L;

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
      return SparkScala.seq(
          pair[0] == pair[1] ? List.<Object>of(pair[0]) : List.<Object>of(pair[0], pair[1]));
    }
  }
}
