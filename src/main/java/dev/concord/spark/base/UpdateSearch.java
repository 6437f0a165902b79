package dev.concord.spark.base;

import dev.concord.graph.ExactLists;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CoarseQuantizer;
import dev.concord.graph.search.FilterAxes;
import dev.concord.graph.search.FoundNeighbors;
import dev.concord.graph.search.IvfTraining;
import dev.concord.graph.search.PrincipalAxes;
import dev.concord.graph.search.ProbedQueries;
import dev.concord.graph.search.Reduction;
import dev.concord.graph.search.SearchSize;
import dev.concord.graph.search.UpdateQueries;
import dev.concord.graph.search.UpdateScan;
import dev.concord.linalg.NativeBlas;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.graph.FullScan;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * Searches of some rows among the panels of all: exact ones, and ones by inverted lists (IVF),
 * which are few and large because few rows ask. A sample of rows whose neighbours are known
 * determines how many inverted lists a row probes.
 *
 * <p>Cost of a search: one pass over the features; 2·queries·n·coordinates operations in GEMM for
 * an exact one; else that times probes / lists, and the list of each row (about 16·√lists
 * distances). The features of the queries, and 8 bytes a row, are on every executor.
 */
final class UpdateSearch {
  /** Probes a query, in estimates of the work. */
  private static final int USUAL_PROBES = 16;

  private static final int TRAINING_ROWS_PER_LIST = 20;

  private final JavaSparkContext context;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;
  private @Nullable FilterAxes axes;

  UpdateSearch(
      JavaSparkContext context, JavaRDD<FeaturePanel> panels, SearchSize size, Seeds seeds) {
    this.context = context;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
  }

  /** An index of the rows by inverted lists. */
  record Index(CoarseQuantizer quantizer, Reduction reduction) {
    int[] listOf(FeaturePanel features) {
      return ProbedQueries.listOf(quantizer, reduction, features);
    }

    ProbedQueries probed(FeaturePanel features, int probes) {
      return ProbedQueries.of(quantizer, reduction, features, probes);
    }
  }

  /** The features of some rows. */
  FeaturePanel rows(int[] ids) {
    return new FullScan(context, panels).rows(ids);
  }

  /**
   * All inverted lists, of which there are as many as make assigning a row cost what its search
   * does.
   */
  static int lists(int queries, SearchSize size) {
    return (int)
        Math.max(1, Math.min(size.lists(), Math.round(StrictMath.pow(queries, 2.0 / 3.0))));
  }

  /** Rows that a row of the table is compared with, for so many queries by inverted lists. */
  static double compared(int queries, SearchSize size) {
    int lists = lists(queries, size);
    return 16.0 * Math.sqrt(lists) + (double) queries * Math.min(lists, USUAL_PROBES) / lists;
  }

  /** Trains the inverted lists for a number of queries. */
  Index index(int queries) {
    int lists = lists(queries, size);
    int dim = size.dim();
    int[] some =
        SampleRows.draw(
            size.n(), PrincipalAxes.sampleRows(size.n(), dim), seeds.random("update axes"));
    Reduction reduction = PrincipalAxes.of(rows(some), seeds);
    int points = (int) Math.min(size.trainingRows(), (long) TRAINING_ROWS_PER_LIST * lists);
    int[] drawn = SampleRows.draw(size.n(), points, seeds.random("update training"));
    float[] sample = reduction.apply(rows(drawn));
    NativeBlas.load();
    int count = Math.min(lists, points);
    return new Index(
        IvfTraining.train(sample, points, reduction.reduced(), count, seeds), reduction);
  }

  /**
   * How many inverted lists a row has to probe for the share {@code recall} of the true neighbours
   * of some rows. Time queries·lists·coordinates.
   *
   * @param truth the true neighbours of those rows
   * @param k neighbours of a row that count
   */
  int probes(Index index, FeaturePanel features, ExactLists truth, int k, double recall) {
    int lists = index.quantizer().lists();
    int queries = features.rows();
    int[] sorted =
        index.quantizer().nearest(index.reduction().apply(features), queries, lists, true);
    int[] ids =
        IntStream.range(0, queries * k)
            .map(e -> truth.index()[e / k * truth.k() + e % k])
            .sorted()
            .distinct()
            .toArray();
    int[] listOf = index.listOf(rows(ids));
    long[] at = new long[lists];
    int[] rankOf = new int[lists];
    for (int q = 0; q < queries; q++) {
      for (int rank = 0; rank < lists; rank++) {
        rankOf[sorted[q * lists + rank]] = rank;
      }
      for (int e = 0; e < k; e++) {
        int id = truth.index()[q * truth.k() + e];
        at[rankOf[listOf[Arrays.binarySearch(ids, id)]]]++;
      }
    }
    long found = 0;
    int probes = 0;
    while (probes < lists && found < recall * queries * k) {
      found += at[probes++];
    }
    return Math.max(1, probes);
  }

  /**
   * What the panels hold for some rows.
   *
   * @param reach of all rows, see {@link UpdateScan}
   * @param probed the inverted lists that the queries probe, or null: then they are compared with
   *     all rows
   */
  FoundNeighbors find(UpdateQueries queries, double[] reach, @Nullable ProbedQueries probed) {
    FilterAxes filter = axes();
    Broadcast<UpdateQueries> shared = context.broadcast(queries);
    Broadcast<double[]> reaches = context.broadcast(reach);
    Broadcast<ProbedQueries> lists = probed == null ? null : context.broadcast(probed);
    try {
      // A task goes through its panels one by one: what it found in one spares work in the next.
      return panels
          .coalesce(Math.max(1, context.defaultParallelism()))
          .mapPartitions(
              part -> {
                NativeBlas.load();
                UpdateScan scan = new UpdateScan(shared.value(), filter);
                part.forEachRemaining(
                    panel -> {
                      if (lists == null) {
                        scan.add(panel, reaches.value());
                      } else {
                        scan.add(panel, reaches.value(), lists.value());
                      }
                    });
                return List.of(scan.found()).iterator();
              })
          .reduce(FoundNeighbors::merge);
    } finally {
      shared.destroy();
      reaches.destroy();
      if (lists != null) {
        lists.destroy();
      }
    }
  }

  private FilterAxes axes() {
    if (axes == null) {
      int rows = FilterAxes.sampleRows(size.n(), size.dim());
      axes =
          FilterAxes.of(
              rows(SampleRows.draw(size.n(), rows, seeds.random("filter sample"))), seeds);
    }
    return axes;
  }
}
