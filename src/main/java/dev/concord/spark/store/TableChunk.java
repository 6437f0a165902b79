package dev.concord.spark.store;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;

/** Rows of a table on their way to the driver, packed; every row carries its own number. */
@DefaultSerializer(JavaSerializer.class)
final class TableChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Object[] columns;
  private int[] number = new int[64];
  private int size;

  private TableChunk(List<StageTable.Kind> kinds) {
    columns = new Object[kinds.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] =
          switch (kinds.get(c)) {
            case INT -> new int[64];
            case LONG -> new long[64];
            case DOUBLE -> new double[64];
            case TEXT -> new String[64];
          };
    }
  }

  /** All rows of a partition: the row's number first, then the columns. */
  static TableChunk of(Iterator<Row> rows, List<StageTable.Kind> kinds) {
    TableChunk chunk = new TableChunk(kinds);
    while (rows.hasNext()) {
      chunk.add(rows.next(), kinds);
    }
    return chunk;
  }

  private void add(Row row, List<StageTable.Kind> kinds) {
    if (size == number.length) {
      grow(Math.max(size + 1, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * size)));
    }
    number[size] = row.getInt(0);
    for (int c = 0; c < columns.length; c++) {
      switch (kinds.get(c)) {
        case INT -> ((int[]) columns[c])[size] = row.getInt(c + 1);
        case LONG -> ((long[]) columns[c])[size] = row.getLong(c + 1);
        case DOUBLE -> ((double[]) columns[c])[size] = row.getDouble(c + 1);
        case TEXT -> ((String[]) columns[c])[size] = row.getString(c + 1);
      }
    }
    size++;
  }

  private void grow(int length) {
    number = Arrays.copyOf(number, length);
    for (int c = 0; c < columns.length; c++) {
      if (columns[c] instanceof int[] values) {
        columns[c] = Arrays.copyOf(values, length);
      } else if (columns[c] instanceof long[] values) {
        columns[c] = Arrays.copyOf(values, length);
      } else if (columns[c] instanceof double[] values) {
        columns[c] = Arrays.copyOf(values, length);
      } else {
        columns[c] = Arrays.copyOf((String[]) columns[c], length);
      }
    }
  }

  int size() {
    return size;
  }

  /**
   * Puts the rows in their places.
   *
   * @param seen which rows are there already
   * @return false when a number is out of range or there twice
   */
  boolean place(StageTable table, boolean[] seen) {
    for (int r = 0; r < size; r++) {
      int row = number[r];
      if (row < 0 || row >= seen.length || seen[row]) {
        return false;
      }
      seen[row] = true;
    }
    List<StageTable.Column> targets = table.columns();
    for (int c = 0; c < columns.length; c++) {
      place(columns[c], targets.get(c));
    }
    return true;
  }

  private void place(Object values, StageTable.Column target) {
    for (int r = 0; r < size; r++) {
      int at = target.from() + number[r];
      switch (target.kind()) {
        case INT -> ((int[]) target.values())[at] = ((int[]) values)[r];
        case LONG -> ((long[]) target.values())[at] = ((long[]) values)[r];
        case DOUBLE -> ((double[]) target.values())[at] = ((double[]) values)[r];
        case TEXT -> ((String[]) target.values())[at] = ((String[]) values)[r];
      }
    }
  }
}
