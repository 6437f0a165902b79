package dev.concord.spark.graph;

import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborAssembly;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.ColumnStats;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CandidateLists;
import dev.concord.graph.search.PanelSearch;
import dev.concord.linalg.NativeBlas;
import dev.concord.spark.files.IndexPartitioner;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;
import scala.reflect.ClassTag;

/**
 * The exact k-nearest-neighbour lists of all rows, by arithmetic that cannot change them:
 * candidates are found in single precision with a proven error bound, ranked by distances in
 * double, ties by id, and certified; rows that a bound cannot decide (many equal distances) are
 * scanned in full. So the lists are the same for any panels, BLAS or cluster.
 *
 * <p>Cost: n²·d flops in GEMM (each pair of panels once), n·keep·d in double; a task holds two
 * panels; the shuffle carries panels·n candidate lists, never features.
 *
 * @param panels panel p in partition p, persisted
 */
public record ExactNeighborSearch(
    JavaSparkContext context, JavaRDD<FeaturePanel> panels, int panelCount, int panelRows, int n) {
  /** Number of tasks of the search, for progress displays. */
  public static long tasks(int panelCount) {
    return (long) panelCount * (panelCount + 1) / 2;
  }

  /** The neighbour lists, and the number of rows that needed the full scan. */
  public record Result(NeighborTable table, int scannedRows) {
    /** The lists in this process. */
    NeighborLists lists() {
      return table.onDriver();
    }
  }

  /** The data of a search: released when the lists are computed. */
  private record Work(
      JavaRDD<CandidateLists> own, Broadcast<float[]> worst, JavaRDD<CandidateLists> merged)
      implements ExecutorNeighbors.Source {
    @Override
    public void release() {
      merged.unpersist(false);
      own.unpersist(false);
    }

    @Override
    public void close() {
      release();
      worst.destroy();
    }
  }

  /** Searches; the lists are collected. */
  public Result search(int k) {
    try (Work work = work(k)) {
      List<RankedRows> ranked = ranked(work, k).collect();
      NeighborAssembly assembly = new NeighborAssembly(n, k);
      ranked.forEach(assembly::add);
      int[] open =
          ranked.stream().flatMapToInt(rows -> Arrays.stream(rows.uncertified())).toArray();
      new FullScan(context, panels).scan(open, k).forEach(assembly::add);
      return new Result(new NeighborTable.OnDriver(assembly.lists()), open.length);
    }
  }

  /** Searches; the lists stay on the executors. */
  public Result searchOnExecutors(int k) {
    Work work = work(k);
    boolean retained = false;
    try {
      ExecutorNeighbors found =
          ExecutorNeighbors.of(
              context,
              ranked(work, k).map(ListedRows::of),
              n,
              k,
              rows -> new FullScan(context, panels).scan(rows, k),
              work);
      retained = true;
      return new Result(found, found.scannedRows());
    } finally {
      if (!retained) {
        work.close();
      }
    }
  }

  private JavaRDD<RankedRows> ranked(Work work, int k) {
    return JavaRDD.fromRDD(
        new RankingRdd(work.merged.rdd(), panels.rdd(), panelCount, k),
        ClassTag.apply(RankedRows.class));
  }

  private Work work(int k) {
    double[] centre = Centre.combine(panels.map(Centre::keepingZeros).collect());
    int keep = Math.min(PanelSearch.keepFor(k), n);
    JavaRDD<CandidateLists> own =
        panels
            .map(
                panel -> {
                  NativeBlas.load();
                  return PanelSearch.within(panel, centre, keep);
                })
            .persist(StorageLevel.MEMORY_AND_DISK());
    Broadcast<float[]> worst = context.broadcast(worst(own));
    return new Work(own, worst, merged(own, centre, keep, worst));
  }

  /** For each row the worst candidate of its own panel: a bound for the other panels. */
  private float[] worst(JavaRDD<CandidateLists> own) {
    float[] worst = new float[n];
    int at = 0;
    for (float[] part : own.map(CandidateLists::worst).collect()) {
      System.arraycopy(part, 0, worst, at, part.length);
      at += part.length;
    }
    return worst;
  }

  private JavaRDD<CandidateLists> merged(
      JavaRDD<CandidateLists> own, double[] centre, int keep, Broadcast<float[]> worst) {
    JavaRDD<CandidateLists> pairs =
        JavaRDD.fromRDD(
            new PanelPairRdd(panels.rdd(), panelCount, centre, keep, worst),
            ClassTag.apply(CandidateLists.class));
    int rowsOfPanel = panelRows;
    return own.union(pairs)
        .mapToPair(lists -> new Tuple2<>(lists.firstRow() / rowsOfPanel, lists))
        .reduceByKey(new IndexPartitioner(panelCount), CandidateLists::merge)
        .values()
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /** Means and deviations of all rows, panels combined in their order. */
  public static ColumnStats columnStats(JavaRDD<FeaturePanel> panels) {
    List<ColumnStats> parts = panels.map(ColumnStats::of).collect();
    ColumnStats all = parts.get(0);
    for (ColumnStats part : parts.subList(1, parts.size())) {
      all = all.merge(part);
    }
    return all;
  }
}
