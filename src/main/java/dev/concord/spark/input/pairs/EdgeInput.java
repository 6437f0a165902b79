package dev.concord.spark.input.pairs;

import dev.concord.graph.GivenWeights;
import dev.concord.graph.weights.DirectedEntries;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.SourceTable;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * A table of edges where it was read: on the driver when it is small, else on the executors, 24
 * bytes an edge with long ids, from where the driver fetches it once it is asked for.
 */
public final class EdgeInput {
  private final IdTable ids;
  private final long rows;
  private final int unit;
  private final @Nullable SourceTable source;
  private final @Nullable JavaRDD<EdgeChunk> chunks;
  private @Nullable EdgeTable table;

  private EdgeInput(
      IdTable ids,
      long rows,
      int unit,
      @Nullable SourceTable source,
      @Nullable JavaRDD<EdgeChunk> chunks,
      @Nullable EdgeTable table) {
    this.ids = ids;
    this.rows = rows;
    this.unit = unit;
    this.source = source;
    this.chunks = chunks;
    this.table = table;
  }

  /** Edges on the driver. */
  public static EdgeInput of(EdgeTable table) {
    int unit = GivenWeights.unit(GivenWeights.largest(table.weight()));
    return new EdgeInput(table.ids(), table.weight().length, unit, null, null, table);
  }

  /** Edges on the executors; {@code chunks} is persisted. */
  static EdgeInput onExecutors(
      SourceTable source, IdTable ids, long rows, int unit, JavaRDD<EdgeChunk> chunks) {
    return new EdgeInput(ids, rows, unit, source, chunks, null);
  }

  /** Every id of either column. */
  public IdTable ids() {
    return ids;
  }

  /** Rows of the table; an edge may be listed several times. */
  public long rows() {
    return rows;
  }

  /** The exponent of 2 by which the weights are to be divided: {@link GivenWeights}. */
  public int unit() {
    return unit;
  }

  /**
   * The edges on the driver, 16 bytes each and 40 while they are put in order; fetched on the first
   * call.
   */
  public EdgeTable onDriver() {
    if (table == null) {
      JavaRDD<EdgeChunk> remote = Objects.requireNonNull(chunks);
      table = EdgeOrder.gathered(Objects.requireNonNull(source), ids, remote.collect());
      release();
    }
    return table;
  }

  /**
   * Entries of W on the executors.
   *
   * @param entries each listed edge as an entry of both of its rows, by block
   * @param release frees what they are made of, when they are needed no more
   */
  public record Entries(JavaRDD<DirectedEntries> entries, Runnable release) {}

  /**
   * The edges as entries of blocks of rows, on the executors.
   *
   * @param blockRows rows of a block
   */
  public Entries entries(JavaSparkContext context, int blockRows) {
    int blocks = (ids.size() + blockRows - 1) / blockRows;
    EdgeTable here = table;
    if (here != null) {
      return new Entries(sent(context, here, blockRows), () -> {});
    }
    JavaRDD<EdgeChunk> remote = Objects.requireNonNull(chunks);
    Broadcast<IdTable> shared = context.broadcast(ids);
    JavaRDD<DirectedEntries> entries =
        remote.flatMap(
            chunk -> {
              int[] from = new int[chunk.size()];
              int[] to = new int[chunk.size()];
              chunk.sources().indices(shared.value(), from, 0);
              chunk.targets().indices(shared.value(), to, 0);
              return DirectedEntries.of(from, to, chunk.weight(), blockRows, blocks).iterator();
            });
    return new Entries(entries, shared::destroy);
  }

  /** Edges that are on the driver, sent in as many slices as tasks run at a time. */
  private static JavaRDD<DirectedEntries> sent(
      JavaSparkContext context, EdgeTable table, int blockRows) {
    int blocks = (table.ids().size() + blockRows - 1) / blockRows;
    List<DirectedEntries> all =
        DirectedEntries.of(table.source(), table.target(), table.weight(), blockRows, blocks);
    return context.parallelize(
        all, Math.max(1, Math.min(all.size(), context.defaultParallelism())));
  }

  /** Frees what the edges take on the executors; when they are asked for again, they are read. */
  public void release() {
    if (chunks != null) {
      CachedRows.free(chunks);
    }
  }
}
