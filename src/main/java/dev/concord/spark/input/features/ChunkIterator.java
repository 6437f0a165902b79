package dev.concord.spark.input.features;

import dev.concord.spark.input.RowIndexer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Packs the rows of one partition into chunks, one panel each. Holds at most some 32 MB: a chunk
 * leaves when it has 4 MB, all leave when the sum is reached.
 */
final class ChunkIterator implements Iterator<Tuple2<Integer, RowChunk>> {
  private static final long MOST_BUFFERED = (32L << 20) / Double.BYTES;
  private static final int MOST_CHUNK = (4 << 20) / Double.BYTES;

  private final Iterator<Row> source;
  private final ToIntFunction<Row> index;
  private final int at;
  private final FeatureColumns columns;
  private final PanelLayout layout;
  private final @Nullable Open[] open;
  private final ArrayDeque<Tuple2<Integer, RowChunk>> ready = new ArrayDeque<>();
  private final int chunkRows;
  private long buffered;

  ChunkIterator(
      Iterator<Row> source, RowIndexer indexer, FeatureColumns columns, PanelLayout layout) {
    this.source = source;
    this.index = indexer.open();
    this.at = indexer.columns();
    this.columns = columns;
    this.layout = layout;
    this.open = new Open[layout.panels()];
    this.chunkRows = Math.max(1, Math.min(layout.panelRows(), MOST_CHUNK / layout.dim()));
  }

  /** A chunk being filled; its arrays grow with it. */
  private static final class Open {
    private int count;
    private int[] rows = new int[4];
    private double[] values = new double[0];
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && source.hasNext()) {
      take(source.next());
    }
    if (ready.isEmpty()) {
      flushAll();
    }
    return !ready.isEmpty();
  }

  @Override
  public Tuple2<Integer, RowChunk> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void take(Row row) {
    int dense = index.applyAsInt(row);
    if (dense < 0) {
      return; // the panels' completeness check reports a table that changed between two passes
    }
    int panel = layout.panelOf(dense);
    Open chunk = open[panel];
    if (chunk == null) {
      chunk = new Open();
      open[panel] = chunk;
    }
    int dim = layout.dim();
    if (chunk.count == chunk.rows.length || chunk.values.length == 0) {
      int room = Math.min(chunkRows, Math.max(4, 2 * chunk.count));
      chunk.rows = Arrays.copyOf(chunk.rows, room);
      chunk.values = Arrays.copyOf(chunk.values, room * dim);
    }
    int offset = chunk.count * dim;
    if (columns.dim(row, at) == dim) {
      columns.copy(row, at, chunk.values, offset);
    } else {
      Arrays.fill(chunk.values, offset, offset + dim, Double.NaN);
    }
    chunk.rows[chunk.count++] = dense;
    buffered += dim;
    if (chunk.count == chunkRows) {
      flush(panel, chunk);
    } else if (buffered >= MOST_BUFFERED) {
      flushAll();
    }
  }

  private void flushAll() {
    for (int panel = 0; panel < open.length; panel++) {
      Open chunk = open[panel];
      if (chunk != null) {
        flush(panel, chunk);
      }
    }
  }

  private void flush(int panel, Open chunk) {
    ready.add(
        new Tuple2<>(panel, RowChunk.of(chunk.count, layout.dim(), chunk.rows, chunk.values)));
    buffered -= (long) chunk.count * layout.dim();
    open[panel] = null;
  }
}
