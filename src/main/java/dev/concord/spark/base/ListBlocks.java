package dev.concord.spark.base;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.search.ContentMatch;
import dev.concord.graph.search.FoundNeighbors;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.graph.ExecutorNeighbors;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Neighbour lists in blocks on the executors. A block has some rows, in no order; what is made of
 * the lists does not depend on which. The driver gets one number a row and step.
 */
final class ListBlocks implements KeptLists {
  /** Rows without lists that are one block. */
  private static final int EMPTY_ROWS = 1 << 16;

  private final JavaSparkContext context;
  private final JavaRDD<UpdatableLists> blocks;
  private final int rows;
  private final int width;
  private final ExecutorNeighbors.Source source;

  private ListBlocks(
      JavaSparkContext context,
      JavaRDD<UpdatableLists> blocks,
      int rows,
      int width,
      ExecutorNeighbors.Source source) {
    this.context = context;
    this.blocks = blocks;
    this.rows = rows;
    this.width = width;
    this.source = source;
  }

  /** Lists that are read whenever they are needed. */
  static ListBlocks read(
      JavaSparkContext context, JavaRDD<UpdatableLists> blocks, int rows, int width) {
    return new ListBlocks(context, blocks, rows, width, new Held(() -> {}, List.of()));
  }

  /** Lists that a search found; closed with these. */
  static ListBlocks of(JavaSparkContext context, ExecutorNeighbors found) {
    int n = found.n();
    JavaRDD<UpdatableLists> blocks = found.rows().map(rows -> UpdatableLists.of(rows, n));
    return made(context, blocks, n, found.k(), new Held(found::release, List.of(found::close)));
  }

  /** What lists are made of: releases are of memory that can be filled again. */
  private record Held(Runnable releasing, List<Runnable> closing)
      implements ExecutorNeighbors.Source {
    @Override
    public void release() {
      releasing.run();
    }

    @Override
    public void close() {
      closing.forEach(Runnable::run);
    }
  }

  /** Makes the lists, keeps them where they are, and releases what they were made of. */
  private static ListBlocks made(
      JavaSparkContext context,
      JavaRDD<UpdatableLists> blocks,
      int rows,
      int width,
      ExecutorNeighbors.Source source) {
    JavaRDD<UpdatableLists> kept = blocks.persist(StorageLevel.MEMORY_AND_DISK());
    int found = kept.map(UpdatableLists::rows).fold(0, Integer::sum);
    if (found != rows) {
      throw new IllegalStateException("lists of " + found + " rows of " + rows);
    }
    source.release();
    return new ListBlocks(context, kept, rows, width, source);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public JavaRDD<UpdatableLists> blocks(JavaSparkContext any) {
    return blocks;
  }

  @Override
  public UpdatableLists onDriver() {
    return UpdatableLists.joined(blocks.collect(), rows, width);
  }

  /**
   * The lists of a later table: those of the rows that it has too, and empty ones.
   *
   * @param now rows of the later table
   */
  ListBlocks renumbered(ContentMatch match, int now) {
    Broadcast<UpdatableLists.Renumbering> later =
        context.broadcast(UpdatableLists.Renumbering.of(match.nowOf(), now));
    JavaRDD<UpdatableLists> old = blocks.map(lists -> lists.renumbered(later.value()));
    int[] fresh = match.fresh();
    List<int[]> parts = new ArrayList<>();
    for (int first = 0; first < fresh.length; first += EMPTY_ROWS) {
      parts.add(Arrays.copyOfRange(fresh, first, Math.min(fresh.length, first + EMPTY_ROWS)));
    }
    int entries = width;
    JavaRDD<UpdatableLists> all =
        parts.isEmpty()
            ? old
            : old.union(
                context
                    .parallelize(parts, parts.size())
                    .map(ids -> UpdatableLists.empty(ids, entries)));
    return made(context, all, now, width, held(later));
  }

  private ExecutorNeighbors.Source held(Broadcast<?> shared) {
    return new Held(this::release, List.of(this::close, shared::destroy));
  }

  /** The lists with what a search found; these are closed with them. */
  ListBlocks with(FoundNeighbors found) {
    Broadcast<FoundNeighbors> shared = context.broadcast(found.byRow());
    int n = rows;
    return made(
        context, blocks.map(lists -> lists.with(shared.value(), n)), n, width, held(shared));
  }

  /** The rows whose lists have fewer than {@code k} entries, ascending. One job. */
  int[] shorterThan(int k) {
    return blocks.map(lists -> lists.shorterThan(k)).collect().stream()
        .flatMapToInt(Arrays::stream)
        .sorted()
        .toArray();
  }

  /** The reach of some lists. */
  @DefaultSerializer(JavaSerializer.class)
  private record Reach(int[] ids, double[] reach) implements Serializable {
    static Reach of(UpdatableLists lists) {
      int[] ids = new int[lists.rows()];
      double[] reach = new double[ids.length];
      for (int r = 0; r < ids.length; r++) {
        ids[r] = lists.id(r);
        reach[r] = lists.reach(r);
      }
      return new Reach(ids, reach);
    }
  }

  /** The reach of every row, {@link UpdatableLists#NOTHING} for some. One job; 8 bytes a row. */
  double[] reachWithout(int[] some) {
    double[] reach = new double[rows];
    for (Reach part : blocks.map(Reach::of).collect()) {
      for (int r = 0; r < part.ids.length; r++) {
        reach[part.ids[r]] = part.reach[r];
      }
    }
    for (int row : some) {
      reach[row] = UpdatableLists.NOTHING;
    }
    return reach;
  }

  /**
   * The k nearest of every row.
   *
   * @param kept whether these lists are needed after the graph was built
   */
  ExecutorNeighbors nearest(int k, boolean kept) {
    Runnable none = () -> {};
    return ExecutorNeighbors.of(
        context,
        blocks.map(lists -> lists.nearest(k)),
        rows,
        k,
        open -> List.of(),
        new Held(kept ? none : this::release, List.of()));
  }

  /** Gives memory back that can be filled again. */
  private void release() {
    CachedRows.free(blocks);
  }

  @Override
  public void close() {
    release();
    source.close();
  }
}
