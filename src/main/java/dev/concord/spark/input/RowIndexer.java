package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IdTable;
import java.io.Serializable;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/** Finds the dense index of each row of a source; the first columns identify the row. */
public interface RowIndexer extends Serializable {

  /** How many leading columns belong to this indexer. */
  int columns();

  /** A function for the rows of one partition, called on each in order; -1 for an unknown row. */
  ToIntFunction<Row> open();

  /** Rows known by an id in column 0. */
  @DefaultSerializer(JavaSerializer.class)
  record ById(IdColumn column, Broadcast<IdTable> ids) implements RowIndexer {
    @Override
    public int columns() {
      return 1;
    }

    @Override
    public ToIntFunction<Row> open() {
      IdTable table = ids.value();
      return row -> row.isNullAt(0) ? -1 : column.indexOf(row, 0, table);
    }
  }

  /** Those of the rows of {@code all}, numbers, that {@code kept} holds. */
  @DefaultSerializer(JavaSerializer.class)
  record Kept(RowIndexer all, Broadcast<IdTable> kept) implements RowIndexer {
    @Override
    public int columns() {
      return all.columns();
    }

    @Override
    public ToIntFunction<Row> open() {
      ToIntFunction<Row> numbers = all.open();
      IdTable table = kept.value();
      return row -> table.indexOf((long) numbers.applyAsInt(row));
    }
  }

  /** Rows known by their place in file order. */
  static RowIndexer byPlace(FileOrder order) {
    return new ByPlace(order.ranges());
  }

  /** Rows known by their place: file (column 0), start of the split (column 1), position in it. */
  @DefaultSerializer(JavaSerializer.class)
  record ByPlace(Map<FileOrder.Split, FileOrder.Range> ranges) implements RowIndexer {
    @Override
    public int columns() {
      return 2;
    }

    @Override
    public ToIntFunction<Row> open() {
      return new Counter(ranges);
    }
  }

  /** Numbers the rows of one partition, which reads its splits one after the other. */
  final class Counter implements ToIntFunction<Row> {
    private final Map<FileOrder.Split, FileOrder.Range> ranges;
    private String file = "";
    private long start = -1;
    private int next;
    private int end;

    Counter(Map<FileOrder.Split, FileOrder.Range> ranges) {
      this.ranges = ranges;
    }

    @Override
    public int applyAsInt(Row row) {
      String path = row.getString(0);
      long block = row.getLong(1);
      if (block != start || !path.equals(file)) {
        file = path;
        start = block;
        FileOrder.Range range = ranges.get(new FileOrder.Split(path, block));
        next = range == null ? 0 : range.first();
        end = range == null ? 0 : range.first() + range.rows();
      }
      return next < end ? next++ : -1;
    }
  }
}
