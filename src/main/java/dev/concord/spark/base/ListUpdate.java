package dev.concord.spark.base;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.neighbors.ExactLists;
import dev.concord.graph.neighbors.RecallEstimate;
import dev.concord.graph.nndescent.SearchSize;
import dev.concord.graph.update.ContentMatch;
import dev.concord.graph.update.FilterAxes;
import dev.concord.graph.update.FoundNeighbors;
import dev.concord.graph.update.UpdatableLists;
import dev.concord.graph.update.UpdateQueries;
import dev.concord.graph.update.UpdateScan;
import dev.concord.linalg.NativeBlas;
import dev.concord.linalg.Seeds;
import dev.concord.spark.neighbors.FullScan;
import dev.concord.spark.rdd.SampleRows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * Brings neighbour lists of an earlier table up to date: rows that are new, and rows whose lists
 * lost more entries than they had to spare, are searched among all rows; new rows enter the lists
 * of others. Both are exact ({@link UpdateScan}), so where the earlier lists were exact, these are.
 * The recall of lists that were not is measured as that of any approximate search: on the same
 * random rows, against their true neighbours.
 *
 * <p>Cost: one pass over the features; 2·rows searched·n·coordinates operations in GEMM; the
 * features of the rows searched, and 8 bytes a row, are on every executor.
 */
final class ListUpdate {
  private final JavaSparkContext context;
  private final JavaRDD<FeaturePanel> panels;
  private final SearchSize size;
  private final Seeds seeds;

  ListUpdate(JavaSparkContext context, JavaRDD<FeaturePanel> panels, SearchSize size, Seeds seeds) {
    this.context = context;
    this.panels = panels;
    this.size = size;
    this.seeds = seeds;
  }

  /**
   * Lists that were brought up to date.
   *
   * @param recall of lists that are not exact, else null
   * @param searched rows whose neighbours were searched for their lists
   * @param entered entries that new rows became in lists of others
   */
  record Result(UpdatableLists lists, @Nullable RecallEstimate recall, int searched, int entered) {}

  /** The lists of an earlier table under the numbers of this one, and what they lack. */
  record Prepared(UpdatableLists lists, int[] fresh, int[] wanted) {}

  /**
   * The lists as they carry over.
   *
   * @param fingerprints of the rows
   * @param k entries that every list needs
   */
  static Prepared prepare(ListedContents earlier, long[] fingerprints, int k) {
    ContentMatch match = ContentMatch.of(earlier.fingerprints(), fingerprints);
    UpdatableLists lists = earlier.lists().renumbered(match.nowOf(), fingerprints.length);
    return new Prepared(lists, match.fresh(), lists.shorterThan(k));
  }

  /** Rows are searched, lists completed. */
  Result run(Prepared prepared, int k, boolean exact) {
    int[] sample = exact ? new int[0] : sample();
    int[] rows =
        IntStream.concat(Arrays.stream(prepared.wanted()), Arrays.stream(sample))
            .sorted()
            .distinct()
            .toArray();
    UpdatableLists lists = prepared.lists();
    if (rows.length == 0) {
      return new Result(lists, null, 0, 0);
    }
    boolean[] enters = new boolean[rows.length];
    for (int q = 0; q < rows.length; q++) {
      enters[q] = Arrays.binarySearch(prepared.fresh(), rows[q]) >= 0;
    }
    FeaturePanel features = new FullScan(context, panels).rows(rows);
    int width = Math.min(lists.width(), size.n() - 1);
    UpdateQueries queries = new UpdateQueries(rows, features, enters, width);
    FoundNeighbors found = search(queries, lists.reachWithout(prepared.wanted()));
    for (int row : prepared.wanted()) {
      place(lists, found.lists(), Arrays.binarySearch(rows, row), width);
    }
    for (int e = 0; e < found.rows().length; e++) {
      lists.enter(found.rows()[e], found.points()[e], found.distances()[e]);
    }
    RecallEstimate recall = exact ? null : recall(lists, found.lists(), sample, rows, k);
    return new Result(lists, recall, prepared.wanted().length, found.rows().length);
  }

  private void place(UpdatableLists lists, ExactLists found, int q, int width) {
    int count = found.counts()[q];
    int row = found.rowIds()[q];
    int last = q * width + count - 1;
    lists.set(row, found.index(), found.distance(), q * width, count);
    if (width == size.n() - 1) {
      lists.complete(row, Double.POSITIVE_INFINITY, size.n() - 1);
    } else {
      lists.complete(row, found.distance()[last], found.index()[last]);
    }
  }

  /** The rows on which an approximate search of this table would be tested. */
  private int[] sample() {
    int[] drawn = SampleRows.draw(size.n(), 2 * size.sampleRows(), seeds.random("recall sample"));
    return IntStream.range(0, drawn.length / 2).map(r -> drawn[2 * r + 1]).toArray();
  }

  private static RecallEstimate recall(
      UpdatableLists lists, ExactLists truth, int[] sample, int[] rows, int k) {
    int[] hits = new int[sample.length];
    for (int s = 0; s < sample.length; s++) {
      int q = Arrays.binarySearch(rows, sample[s]);
      double kth = truth.distance()[q * truth.k() + k - 1];
      for (int e = 0; e < k; e++) {
        hits[s] += lists.distance(sample[s], e) <= kth ? 1 : 0;
      }
    }
    return RecallEstimate.of(hits, k);
  }

  private FoundNeighbors search(UpdateQueries queries, double[] reach) {
    int dim = size.dim();
    int[] some =
        SampleRows.draw(
            size.n(), FilterAxes.sampleRows(size.n(), dim), seeds.random("filter sample"));
    FilterAxes axes = FilterAxes.of(new FullScan(context, panels).rows(some), seeds);
    Broadcast<UpdateQueries> shared = context.broadcast(queries);
    Broadcast<double[]> reaches = context.broadcast(reach);
    try {
      // A task goes through its panels one by one: what it found in one spares work in the next.
      return panels
          .coalesce(Math.max(1, context.defaultParallelism()))
          .mapPartitions(
              part -> {
                NativeBlas.load();
                UpdateScan scan = new UpdateScan(shared.value(), axes);
                part.forEachRemaining(panel -> scan.add(panel, reaches.value()));
                return List.of(scan.found()).iterator();
              })
          .reduce(FoundNeighbors::merge);
    } finally {
      shared.destroy();
      reaches.destroy();
    }
  }

  /** Work of the update in the units of {@link SearchSize}. */
  static double work(Prepared prepared, SearchSize size) {
    int coordinates = Math.min(size.dim(), 65);
    return (double) (prepared.wanted().length + size.sampleRows()) * size.n() * (coordinates + 64);
  }
}
