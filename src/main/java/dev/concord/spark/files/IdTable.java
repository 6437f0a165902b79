package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.constraint.IdNames;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * The dense index of every id: position in the sorted distinct ids. Longs, strings (UTF-16 order),
 * or row numbers. Held on the driver: 8 bytes a point for longs, those of {@link SortedTexts} for
 * strings, nothing for row numbers.
 */
@DefaultSerializer(JavaSerializer.class)
public final class IdTable implements IdNames, Serializable {
  private static final long serialVersionUID = 1L;

  private final int size;
  private final boolean rows;
  private final long @Nullable [] longs;
  private final @Nullable SortedTexts strings;

  private IdTable(int size, boolean rows, long @Nullable [] longs, @Nullable SortedTexts strings) {
    this.size = size;
    this.rows = rows;
    this.longs = longs;
    this.strings = strings;
  }

  /** Ids are the row numbers 0..n-1. */
  public static IdTable rowNumbers(int n) {
    return new IdTable(n, true, null, null);
  }

  /** Ids are the numbers of some rows; {@code sorted} ascending and distinct, kept. */
  public static IdTable rowNumbers(long[] sorted) {
    return new IdTable(sorted.length, true, sorted, null);
  }

  /** No ids. */
  public static IdTable none() {
    return ofLongs(new long[0]);
  }

  /** {@code sorted} ascending and distinct; kept. */
  public static IdTable ofLongs(long[] sorted) {
    return new IdTable(sorted.length, false, sorted, null);
  }

  /** {@code sorted} ascending by {@link String#compareTo} and distinct. */
  public static IdTable ofStrings(String[] sorted) {
    return ofStrings(SortedTexts.of(PackedTexts.of(sorted)));
  }

  /** The texts; kept. */
  public static IdTable ofStrings(SortedTexts sorted) {
    return new IdTable(sorted.size(), false, null, sorted);
  }

  public int size() {
    return size;
  }

  /** Whether the ids are row numbers of the input: 0..n-1, or some of them. */
  public boolean isRowNumbers() {
    return rows;
  }

  /** Bytes that the table takes on the driver. */
  public long bytes() {
    if (strings == null) {
      return longs == null ? 0L : 8L * size;
    }
    return strings.memory();
  }

  /** LongType or StringType: how ids are written to output tables. */
  public DataType type() {
    return strings != null ? DataTypes.StringType : DataTypes.LongType;
  }

  /** The id at {@code index}: a Long or a String. */
  public Object id(int index) {
    if (strings != null) {
      return strings.get(index);
    }
    return longs != null ? longs[index] : (Object) (long) index;
  }

  @Override
  public String name(int index) {
    return id(index).toString();
  }

  /** The ids at ascending positions, as a table of their own. */
  public IdTable subset(int[] positions) {
    if (strings != null) {
      return ofStrings(strings.subset(positions));
    }
    long[] kept = new long[positions.length];
    for (int p = 0; p < kept.length; p++) {
      kept[p] = longs != null ? longs[positions[p]] : positions[p];
    }
    return ofLongs(kept);
  }

  /** The ids that are not in {@code left}, as a table of the same kind. */
  public IdTable without(IdTable left) {
    if (left.size == 0) {
      return this;
    }
    int[] positions = IntStream.range(0, size).filter(i -> left.find(id(i)) < 0).toArray();
    IdTable kept = subset(positions);
    return rows ? new IdTable(kept.size, true, kept.longs, null) : kept;
  }

  /** The dense index of a long id, or -1; on a table of strings the decimal text is looked up. */
  public int indexOf(long id) {
    if (strings != null) {
      return indexOf(Long.toString(id));
    }
    if (longs == null) {
      return id >= 0 && id < size ? (int) id : -1;
    }
    int at = Arrays.binarySearch(longs, id);
    return at >= 0 ? at : -1;
  }

  /** The dense index of an id as it stands, a Long or a String, or -1: 007 is not 7. */
  public int find(Object id) {
    if (id instanceof Long number) {
      return indexOf(number);
    }
    String text = (String) id;
    return strings != null || isWholeNumber(text) ? indexOf(text) : -1;
  }

  /** Whether {@code text} is the one decimal form of a long: no sign but minus, no leading zero. */
  public static boolean isWholeNumber(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int digits = text.length() - start;
    if (digits < 1 || digits > 19 || (text.charAt(start) == '0' && text.length() > 1)) {
      return false;
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    if (digits < 19) {
      return true;
    }
    String limit = start == 1 ? "9223372036854775808" : "9223372036854775807";
    return text.substring(start).compareTo(limit) <= 0;
  }

  /** The dense index of a text, or -1; on a table of longs it is parsed. */
  public int indexOf(PackedTexts texts, int index) {
    return strings == null ? indexOf(texts.get(index)) : strings.find(texts, index);
  }

  /** The dense index of a string id, or -1; on a table of longs the text is parsed. */
  public int indexOf(String id) {
    if (strings == null) {
      try {
        return indexOf(Long.parseLong(id.trim()));
      } catch (NumberFormatException e) {
        return -1;
      }
    }
    return strings.find(id);
  }
}
