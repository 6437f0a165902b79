package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;

/** The labelled points of one partition, packed: 8 bytes a row, and each distinct label once. */
@DefaultSerializer(JavaSerializer.class)
final class LabelChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private int size;
  private int[] index = new int[16];
  private int[] code = new int[16];
  private final List<String> texts = new ArrayList<>();
  private final TableFaults unknown = new TableFaults();
  private final TableFaults dropped = new TableFaults();
  private long nullIds;

  /** Packs rows whose first columns identify the point; {@code labels} in column {@code at}. */
  static LabelChunk of(Iterator<Row> rows, ToIntFunction<Row> indexOf, int at) {
    LabelChunk chunk = new LabelChunk();
    Map<String, Integer> codes = new HashMap<>();
    while (rows.hasNext()) {
      Row row = rows.next();
      int dense = indexOf.applyAsInt(row);
      if (dense == PointIds.DROPPED) {
        chunk.dropped.add(IdColumn.text(row, 0));
      } else if (dense < 0) {
        if (row.isNullAt(0)) {
          chunk.nullIds++;
        } else {
          chunk.unknown.add(IdColumn.text(row, 0));
        }
      } else if (!row.isNullAt(at)) {
        chunk.add(dense, chunk.codeOf(codes, text(row.get(at))));
      }
    }
    chunk.index = Arrays.copyOf(chunk.index, chunk.size);
    chunk.code = Arrays.copyOf(chunk.code, chunk.size);
    return chunk;
  }

  /** Labels of the bytes of an idx file: row i has label {@code bytes[i]}. */
  static LabelChunk of(byte[] bytes, PointIds ids) {
    LabelChunk chunk = new LabelChunk();
    Map<String, Integer> codes = new HashMap<>();
    for (int i = 0; i < bytes.length; i++) {
      int dense = ids.indexOf((long) i);
      if (dense >= 0) {
        chunk.add(dense, chunk.codeOf(codes, Integer.toString(bytes[i] & 0xff)));
      }
    }
    return chunk;
  }

  private int codeOf(Map<String, Integer> codes, String text) {
    return codes.computeIfAbsent(
        text,
        t -> {
          texts.add(t);
          return texts.size() - 1;
        });
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

  private void add(int dense, int label) {
    if (size == index.length) {
      index = Arrays.copyOf(index, Math.multiplyExact(2, size));
      code = Arrays.copyOf(code, Math.multiplyExact(2, size));
    }
    index[size] = dense;
    code[size++] = label;
  }

  int size() {
    return size;
  }

  int index(int row) {
    return index[row];
  }

  /** Position in {@link #texts} of the label of {@code row}. */
  int code(int row) {
    return code[row];
  }

  List<String> texts() {
    return texts;
  }

  TableFaults unknown() {
    return unknown;
  }

  /** Ids of rows left out. */
  TableFaults dropped() {
    return dropped;
  }

  long nullIds() {
    return nullIds;
  }
}
