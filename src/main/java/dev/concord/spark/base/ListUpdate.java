package dev.concord.spark.base;

import dev.concord.graph.ExactLists;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ContentMatch;
import dev.concord.graph.search.FoundNeighbors;
import dev.concord.graph.search.SearchSize;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.graph.search.UpdateQueries;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.graph.ExecutorNeighbors;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * Brings neighbour lists of an earlier table up to date: rows that are new, and rows whose lists
 * lost more entries than they had to spare, are searched; new rows enter the lists of others. Where
 * the earlier lists were exact, both are exact, so these are too. Else the rows are searched by
 * inverted lists, as many of them as random rows with known neighbours need for a recall halfway
 * between the one asked for and 1. The recall of all lists is measured as that of any approximate
 * search: on the same random rows.
 *
 * <p>Cost: that of {@link UpdateSearch}, and for approximate lists the exact neighbours of the
 * sample.
 */
final class ListUpdate {
  private final UpdateSearch search;
  private final SearchSize size;
  private final Seeds seeds;

  ListUpdate(JavaSparkContext context, JavaRDD<FeaturePanel> panels, SearchSize size, Seeds seeds) {
    search = new UpdateSearch(context, panels, size, seeds);
    this.size = size;
    this.seeds = seeds;
  }

  /**
   * Lists that were brought up to date.
   *
   * @param recall of lists that are not exact, else null
   * @param searched rows whose neighbours were searched for their lists
   * @param entered entries that new rows became in lists of others
   * @param among what the rows were compared with, as a message names it
   */
  record Result(
      ListBlocks lists, @Nullable RecallEstimate recall, int searched, int entered, String among) {}

  /** The lists of an earlier table under the numbers of this one, and what they lack. */
  record Prepared(ListBlocks lists, int[] fresh, int[] wanted) {}

  /**
   * The lists as they carry over.
   *
   * @param fingerprints of the rows
   * @param k entries that every list needs
   */
  static Prepared prepare(
      JavaSparkContext context, ListedContents earlier, long[] fingerprints, int k) {
    ContentMatch match = ContentMatch.of(earlier.fingerprints(), fingerprints);
    KeptLists before = earlier.lists();
    ListBlocks lists =
        ListBlocks.read(context, before.blocks(context), before.rows(), before.width())
            .renumbered(match, fingerprints.length);
    return new Prepared(lists, match.fresh(), lists.shorterThan(k));
  }

  /** Rows of exact lists are searched, lists completed. */
  Result exact(Prepared prepared) {
    ListBlocks lists = prepared.lists();
    int[] wanted = prepared.wanted();
    if (wanted.length == 0) {
      return new Result(lists, null, 0, 0, "");
    }
    FoundNeighbors found = search.find(queries(prepared), lists.reachWithout(wanted), null);
    return new Result(lists.with(found), null, wanted.length, found.rows().length, "");
  }

  /**
   * Rows of approximate lists are searched, lists completed.
   *
   * @param k neighbours of a row that count
   * @param recall asked for
   */
  Result approximate(Prepared prepared, int k, double recall) {
    ListBlocks lists = prepared.lists();
    int[] wanted = prepared.wanted();
    int[] rows = SampleRows.draw(size.n(), 2 * size.sampleRows(), seeds.random("recall sample"));
    // The rows on which an approximate search of this table would be tested.
    int[] sample = IntStream.range(0, rows.length / 2).map(r -> rows[2 * r + 1]).toArray();
    UpdateQueries asked = queries(sample, new boolean[sample.length], width(lists));
    ExactLists truth = search.find(asked, closed(), null).lists();
    int entered = 0;
    String among = "";
    if (wanted.length > 0) {
      UpdateSearch.Index index = search.index(wanted.length);
      int probes = search.probes(index, asked.features(), truth, k, 0.5 * (1.0 + recall));
      UpdateQueries queries = queries(prepared);
      FoundNeighbors found =
          search.find(
              queries, lists.reachWithout(wanted), index.probed(queries.features(), probes));
      entered = found.rows().length;
      lists = completed(lists.with(found), k);
      among = " in %d of %d inverted lists".formatted(probes, index.quantizer().lists());
    }
    return new Result(lists, recall(lists, truth, sample, k), wanted.length, entered, among);
  }

  /** Rows that found fewer than k neighbours in their inverted lists are compared with all rows. */
  private ListBlocks completed(ListBlocks lists, int k) {
    int[] few = lists.shorterThan(k);
    if (few.length == 0) {
      return lists;
    }
    UpdateQueries queries = queries(few, new boolean[few.length], width(lists));
    return lists.with(search.find(queries, closed(), null));
  }

  private int width(ListBlocks lists) {
    return Math.min(lists.width(), size.n() - 1);
  }

  private UpdateQueries queries(Prepared prepared) {
    int[] rows = prepared.wanted();
    boolean[] enters = new boolean[rows.length];
    for (int q = 0; q < rows.length; q++) {
      enters[q] = Arrays.binarySearch(prepared.fresh(), rows[q]) >= 0;
    }
    return queries(rows, enters, width(prepared.lists()));
  }

  private UpdateQueries queries(int[] rows, boolean[] enters, int width) {
    return new UpdateQueries(rows, search.rows(rows), enters, width);
  }

  /** Lists of which none is entered. */
  private double[] closed() {
    double[] reach = new double[size.n()];
    Arrays.fill(reach, UpdatableLists.NOTHING);
    return reach;
  }

  private static RecallEstimate recall(ListBlocks lists, ExactLists truth, int[] sample, int k) {
    int[] hits = new int[sample.length];
    double[] distances;
    try (ExecutorNeighbors table = lists.nearest(k, true)) {
      distances = table.distances(sample);
    }
    for (int s = 0; s < sample.length; s++) {
      double kth = truth.distance()[s * truth.k() + k - 1];
      for (int e = 0; e < k; e++) {
        hits[s] += distances[s * k + e] <= kth ? 1 : 0;
      }
    }
    return RecallEstimate.of(hits, k);
  }

  /** Work of the update in the units of {@link SearchSize}. */
  static double work(Prepared prepared, SearchSize size, boolean exact) {
    int wanted = prepared.wanted().length;
    int coordinates = Math.min(size.dim(), 65);
    double compared = exact ? wanted : size.sampleRows() + UpdateSearch.compared(wanted, size);
    return compared * size.n() * (coordinates + 64);
  }
}
