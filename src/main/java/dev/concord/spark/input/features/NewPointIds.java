package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.RowIndexer;
import java.io.Serializable;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a table of new points are called: by an id in column 0, or by their place in the
 * files.
 *
 * @param column the id column, or null
 * @param strings whether ids are strings; else whole numbers
 * @param place numbers rows when there is no id column
 */
@DefaultSerializer(JavaSerializer.class)
record NewPointIds(@Nullable IdColumn column, boolean strings, @Nullable RowIndexer place)
    implements Serializable {

  /** Leading columns of a row that belong to its id. */
  int columns() {
    return column != null ? 1 : place == null ? 0 : place.columns();
  }

  /** Row numbers, called on each row of a partition in order; null when rows have ids. */
  @Nullable ToIntFunction<Row> numbers() {
    return place == null ? null : place.open();
  }

  /** The id of a row: a Long or a String. */
  Object id(Row row, String table) {
    if (column == null || row.isNullAt(0)) {
      throw new InputException(
          ("%s: a row has no id (column %s is null); every point needs its own id, so fill the"
                  + " column or remove the row")
              .formatted(table, column == null ? "" : column.name()));
    }
    if (column.kind() == IdColumn.Kind.LONG) {
      return row.getLong(0);
    }
    return strings ? row.getString(0) : (Object) Long.valueOf(row.getString(0));
  }
}
