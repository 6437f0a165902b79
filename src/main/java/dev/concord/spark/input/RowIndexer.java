package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.PointIds;
import java.io.Serializable;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/** Finds the dense index of each row of a source; the first columns identify the row. */
public interface RowIndexer extends Serializable {

  /** How many leading columns belong to this indexer. */
  int columns();

  /**
   * A function for the rows of one partition, called on each in order: the dense index, {@link
   * PointIds#DROPPED}, or -1 for an unknown row.
   */
  ToIntFunction<Row> open();

  /** Rows known by an id in column 0. */
  @DefaultSerializer(JavaSerializer.class)
  record ById(IdColumn column, Broadcast<PointIds> ids) implements RowIndexer {
    @Override
    public int columns() {
      return 1;
    }

    @Override
    public ToIntFunction<Row> open() {
      PointIds table = ids.value();
      return row -> row.isNullAt(0) ? -1 : column.indexOf(row, 0, table);
    }
  }

  /** Those of the rows of {@code all}, numbers, that {@code kept} holds. */
  @DefaultSerializer(JavaSerializer.class)
  record Kept(RowIndexer all, Broadcast<PointIds> kept) implements RowIndexer {
    @Override
    public int columns() {
      return all.columns();
    }

    @Override
    public ToIntFunction<Row> open() {
      ToIntFunction<Row> numbers = all.open();
      PointIds table = kept.value();
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
      return new ToIntFunction<>() { // a partition reads its splits one after the other
        private FileOrder.Split split = new FileOrder.Split("", -1);
        private int next;
        private int end;

        @Override
        public int applyAsInt(Row row) {
          if (row.getLong(1) != split.start() || !row.getString(0).equals(split.file())) {
            split = new FileOrder.Split(row.getString(0), row.getLong(1));
            FileOrder.Range range = ranges.getOrDefault(split, new FileOrder.Range(0, 0));
            next = range.first();
            end = range.first() + range.rows();
          }
          return next < end ? next++ : -1;
        }
      };
    }
  }
}
