package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** A column of ids: how it is selected, read and looked up. */
@DefaultSerializer(JavaSerializer.class)
public record IdColumn(String name, Kind kind) implements Serializable {
  /** The type of the column; UNTYPED text stands for longs when all of it reads as longs. */
  public enum Kind {
    LONG,
    TEXT,
    UNTYPED
  }

  /** The id column that {@code setting} names; refused unless its type can be an id. */
  public static IdColumn of(SourceTable table, String setting, String name) {
    StructField field = table.field(setting, name);
    DataType type = field.dataType();
    if (type.equals(DataTypes.StringType)) {
      return new IdColumn(field.name(), table.untypedIds() ? Kind.UNTYPED : Kind.TEXT);
    }
    if (type.equals(DataTypes.LongType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType)) {
      return new IdColumn(field.name(), Kind.LONG);
    }
    throw table.refuse(
        ("column %s (%s.%s) has type %s; ids are whole numbers (up to 64 bits) or"
                + " strings, so cast the column or name another one")
            .formatted(field.name(), table.config().key(), setting, type.simpleString()));
  }

  /** The column as rows carry it: a long, or a string. */
  public Column select(SourceTable table) {
    Column column = table.rows().col("`" + name.replace("`", "``") + "`");
    return kind == Kind.LONG ? column.cast(DataTypes.LongType) : column;
  }

  /** The dense index of the id at position {@code at} of {@code row}, not null there; or -1. */
  public int indexOf(Row row, int at, IdTable ids) {
    return kind == Kind.LONG ? ids.indexOf(row.getLong(at)) : ids.indexOf(row.getString(at));
  }

  /** As {@link #indexOf(Row, int, IdTable)}; {@link PointIds#DROPPED} for a row left out. */
  public int indexOf(Row row, int at, PointIds ids) {
    return kind == Kind.LONG ? ids.indexOf(row.getLong(at)) : ids.indexOf(row.getString(at));
  }

  /** The id as text, for messages; "null" when it is missing. */
  public static String text(Row row, int at) {
    return String.valueOf(row.get(at));
  }
}
