package dev.concord.spark.profile;

import dev.concord.spark.input.RowIndexer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/** The rows of points: the dense index in place of what identifies a row. */
final class IndexedRows implements Iterator<Row> {
  private final Iterator<Row> source;
  private final ToIntFunction<Row> index;
  private final int from;
  private final int width;
  private @Nullable Row next;

  IndexedRows(Iterator<Row> source, RowIndexer indexer, int width) {
    this.source = source;
    this.index = indexer.open();
    this.from = indexer.columns();
    this.width = width;
  }

  @Override
  public boolean hasNext() {
    while (next == null && source.hasNext()) {
      Row row = source.next();
      int point = index.applyAsInt(row);
      if (point >= 0) {
        Object[] values = new Object[width + 1];
        values[0] = point;
        for (int c = 0; c < width; c++) {
          values[c + 1] = row.get(from + c);
        }
        next = RowFactory.create(values);
      }
    }
    return next != null;
  }

  @Override
  public Row next() {
    Row row = hasNext() ? next : null;
    if (row == null) {
      throw new NoSuchElementException();
    }
    next = null;
    return row;
  }
}
