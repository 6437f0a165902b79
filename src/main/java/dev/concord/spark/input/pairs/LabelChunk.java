package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * The labelled points of one partition, packed: 8 bytes a row, and each distinct label once.
 *
 * @param index of each point
 * @param code of its label, the place in {@code texts}
 * @param unknown ids that are no point
 * @param dropped ids of rows left out
 */
@DefaultSerializer(JavaSerializer.class)
record LabelChunk(
    int[] index,
    int[] code,
    ArrayList<String> texts,
    TableFaults unknown,
    TableFaults dropped,
    long nullIds)
    implements Serializable {

  /** Packs rows whose first columns identify the point; {@code labels} in column {@code at}. */
  static LabelChunk of(Iterator<Row> rows, ToIntFunction<Row> indexOf, int at) {
    Labels labels = new Labels();
    TableFaults unknown = new TableFaults();
    TableFaults dropped = new TableFaults();
    long nullIds = 0;
    while (rows.hasNext()) {
      Row row = rows.next();
      int dense = indexOf.applyAsInt(row);
      if (dense == PointIds.DROPPED) {
        dropped.add(IdColumn.text(row, 0));
      } else if (dense < 0) {
        if (row.isNullAt(0)) {
          nullIds++;
        } else {
          unknown.add(IdColumn.text(row, 0));
        }
      } else if (!row.isNullAt(at)) {
        labels.add(dense, text(row.get(at)));
      }
    }
    return labels.chunk(unknown, dropped, nullIds);
  }

  /** Labels of the bytes of an idx file: row i has label {@code bytes[i]}. */
  static LabelChunk of(byte[] bytes, PointIds ids) {
    Labels labels = new Labels();
    for (int i = 0; i < bytes.length; i++) {
      int dense = ids.indexOf((long) i);
      if (dense >= 0) {
        labels.add(dense, Integer.toString(bytes[i] & 0xff));
      }
    }
    return labels.chunk(new TableFaults(), new TableFaults(), 0);
  }

  /** A whole number stored as a double is written as one. */
  private static String text(Object label) {
    if (label instanceof Number number && (number instanceof Double || number instanceof Float)) {
      double value = number.doubleValue();
      if (value == Math.rint(value) && Math.abs(value) < 1e15) {
        return Long.toString((long) value);
      }
    }
    return label.toString();
  }

  private static final class Labels {
    private final IntStream.Builder index = IntStream.builder();
    private final IntStream.Builder code = IntStream.builder();
    private final Map<String, Integer> codes = new LinkedHashMap<>();

    void add(int dense, String label) {
      index.add(dense);
      code.add(codes.computeIfAbsent(label, any -> codes.size()));
    }

    LabelChunk chunk(TableFaults unknown, TableFaults dropped, long nullIds) {
      return new LabelChunk(
          index.build().toArray(),
          code.build().toArray(),
          new ArrayList<>(codes.keySet()),
          unknown,
          dropped,
          nullIds);
    }
  }
}
