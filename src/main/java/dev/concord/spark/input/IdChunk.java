package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PackedTexts;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Ids of one partition in row order, packed: longs as longs, others as their UTF-8. */
@DefaultSerializer(JavaSerializer.class)
public final class IdChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private int size;
  private long nulls;
  private long @Nullable [] longs;
  private @Nullable PackedTexts strings;

  public IdChunk(IdColumn.Kind kind) {
    if (kind == IdColumn.Kind.TEXT) {
      strings = new PackedTexts();
    } else {
      longs = new long[16];
    }
  }

  /** The ids of a table in its order. */
  public static IdChunk of(IdTable ids) {
    boolean texts = ids.size() > 0 && ids.id(0) instanceof String;
    IdChunk chunk = new IdChunk(texts ? IdColumn.Kind.TEXT : IdColumn.Kind.LONG);
    for (int i = 0; i < ids.size(); i++) {
      if (texts) {
        chunk.addString(ids.name(i));
      } else {
        chunk.addLong((Long) ids.id(i));
      }
    }
    return chunk;
  }

  /** Takes the id at position {@code at}; false when it is null. */
  public boolean add(IdColumn column, Row row, int at) {
    if (row.isNullAt(at)) {
      nulls++;
      return false;
    }
    if (column.kind() == IdColumn.Kind.LONG) {
      addLong(row.getLong(at));
      return true;
    }
    String text = row.getString(at);
    if (longs != null && IdTable.isWholeNumber(text)) {
      addLong(Long.parseLong(text));
    } else {
      addString(text);
    }
    return true;
  }

  void addLong(long id) {
    if (longs == null) {
      addString(Long.toString(id));
      return;
    }
    if (size == longs.length) {
      longs = Arrays.copyOf(longs, Math.multiplyExact(2, size));
    }
    longs[size++] = id;
  }

  void addString(String id) {
    texts().add(id);
    size++;
  }

  void addText(PackedTexts texts, int index) {
    texts().add(texts, index);
    size++;
  }

  /** The ids as strings from now on; whole numbers are written the way they were read. */
  PackedTexts texts() {
    if (strings == null) {
      PackedTexts texts = new PackedTexts();
      long[] source = longs == null ? new long[0] : longs;
      for (int i = 0; i < size; i++) {
        texts.add(Long.toString(source[i]));
      }
      longs = null;
      strings = texts;
    }
    return strings;
  }

  public int size() {
    return size;
  }

  long nulls() {
    return nulls;
  }

  boolean isLongs() {
    return longs != null;
  }

  /** Copies the ids to {@code target} from {@code at} on; only when {@link #isLongs}. */
  void copyTo(long[] target, int at) {
    if (longs != null) {
      System.arraycopy(longs, 0, target, at, size);
    }
  }

  /** The ids as sorted strings. */
  PackedTexts sorted() {
    return texts().sorted();
  }

  /** Brings texts in order. */
  void sort() {
    if (strings != null) {
      strings = strings.sorted();
    }
  }

  /** Gives back the memory that is not filled. */
  public void trim() {
    if (longs != null) {
      longs = Arrays.copyOf(longs, size);
    } else if (strings != null) {
      strings.trim();
    }
  }

  /** The dense indices of the ids, to {@code target} from {@code at} on. */
  public void indices(IdTable ids, int[] target, int at) {
    for (int i = 0; i < size; i++) {
      if (longs != null) {
        target[at + i] = ids.indexOf(longs[i]);
      } else if (strings != null) {
        target[at + i] = ids.indexOf(strings, i);
      }
    }
  }
}
