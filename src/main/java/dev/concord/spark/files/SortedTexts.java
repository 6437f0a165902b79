package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Distinct texts in the order of {@link String#compareTo}, front coded (Witten, Moffat and Bell,
 * Managing Gigabytes, 1999, section 4.1): one in {@value #GROUP} is there in UTF-8 and whole, each
 * of the others as the number of bytes that it shares with the one before and those that follow.
 * Ids that count up take 4 bytes each, random ones their length less what neighbours share.
 *
 * <p>A search compares log2(n / {@value #GROUP}) whole texts and reads one group; a text by its
 * place reads half a group.
 */
@DefaultSerializer(JavaSerializer.class)
public final class SortedTexts implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int GROUP_BITS = 4;
  private static final int GROUP = 1 << GROUP_BITS;
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int GROUPS = CHUNK >> GROUP_BITS;

  /** Bits of a byte of a length; the highest says whether another follows. */
  private static final int BITS = 7;

  private final int size;

  /** The texts of each {@value #CHUNK}. */
  private final byte[][] bytes;

  /** Where the groups of a chunk begin. */
  private final int[][] starts;

  private SortedTexts(int size, byte[][] bytes, int[][] starts) {
    this.size = size;
    this.bytes = bytes;
    this.starts = starts;
  }

  /** Sorted texts once each. */
  public static SortedTexts of(PackedTexts sorted) {
    return merged(List.of(sorted));
  }

  /** The texts of sorted ones, each once. Time O(n log parts). */
  public static SortedTexts merged(List<PackedTexts> sorted) {
    Maker maker = new Maker();
    PackedTexts.merge(sorted, maker::add);
    return maker.made();
  }

  /** The texts at ascending places. */
  SortedTexts subset(int[] places) {
    Maker maker = new Maker();
    Reader reader = new Reader();
    for (int place : places) {
      reader.seek(place);
      maker.add(reader.text, 0, reader.length);
    }
    return maker.made();
  }

  public int size() {
    return size;
  }

  /** The bytes that the texts take. */
  public long memory() {
    long sum = 0;
    for (int c = 0; c < bytes.length; c++) {
      sum += bytes[c].length + 4L * starts[c].length;
    }
    return sum;
  }

  /** A text, as a new object. */
  public String get(int index) {
    Reader reader = new Reader();
    reader.seek(index);
    return new String(reader.text, 0, reader.length, StandardCharsets.UTF_8);
  }

  /** The place of a text; below 0 where it is none of them. */
  public int find(String text) {
    byte[] key = text.getBytes(StandardCharsets.UTF_8);
    return find(key, 0, key.length);
  }

  /** The place of a text of others; below 0 where it is none of these. */
  int find(PackedTexts texts, int index) {
    return find(texts.utf8(index), texts.start(index), texts.end(index));
  }

  private int find(byte[] key, int from, int to) {
    int low = 0;
    int high = (size + GROUP - 1) >> GROUP_BITS;
    // The last group whose first text is not greater.
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      byte[] of = bytes[middle / GROUPS];
      int at = starts[middle / GROUPS][middle & (GROUPS - 1)];
      int length = number(of, at);
      at += width(length);
      if (PackedTexts.compare(of, at, at + length, key, from, to) <= 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high == 0 ? -1 : findIn(low, key, from, to);
  }

  /**
   * Texts of a group are less than the key until it is found. One that shares more with the text
   * before than the key does is less, too; one that shares less is greater.
   */
  private int findIn(int group, byte[] key, int from, int to) {
    byte[] of = bytes[group / GROUPS];
    int at = starts[group / GROUPS][group & (GROUPS - 1)];
    int first = group << GROUP_BITS;
    int last = Math.min(size, first + GROUP);
    int common = 0;
    for (int i = first; i < last; i++) {
      int shared = 0;
      if (i > first) {
        shared = number(of, at);
        at += width(shared);
      }
      int more = number(of, at);
      at += width(more);
      if (shared < common) {
        return -1;
      }
      if (shared == common) {
        int order = PackedTexts.compare(of, at, at + more, key, from + common, to);
        if (order >= 0) {
          return order == 0 ? i : -1;
        }
        int mismatch = Arrays.mismatch(of, at, at + more, key, from + common, to);
        common += mismatch;
      }
      at += more;
    }
    return -1;
  }

  private static int number(byte[] of, int at) {
    int value = 0;
    int next = at;
    for (int shift = 0; ; shift += BITS) {
      byte part = of[next++];
      value |= (part & ((1 << BITS) - 1)) << shift;
      if (part >= 0) {
        return value;
      }
    }
  }

  /** Bytes that a number takes. */
  private static int width(int value) {
    int width = 1;
    for (int left = value >> BITS; left != 0; left >>= BITS) {
      width++;
    }
    return width;
  }

  /** Reads texts one after the other. */
  private final class Reader {
    private byte[] text = new byte[32];
    private int length;
    private int at;

    /** The place of the text that is there. */
    private int place = -1;

    /** Reads the text at a place. */
    void seek(int index) {
      boolean near = place >= 0 && place <= index && place >> GROUP_BITS == index >> GROUP_BITS;
      for (int i = near ? place + 1 : index & -GROUP; i <= index; i++) {
        read(i);
      }
    }

    /** Reads a text whose predecessor was read, or the first of a group. */
    void read(int index) {
      int chunk = index >> CHUNK_BITS;
      byte[] of = bytes[chunk];
      int shared = 0;
      if ((index & (GROUP - 1)) == 0) {
        at = starts[chunk][(index & (CHUNK - 1)) >> GROUP_BITS];
      } else {
        shared = number(of, at);
        at += width(shared);
      }
      int more = number(of, at);
      at += width(more);
      length = Math.addExact(shared, more);
      if (length > text.length) {
        text = Arrays.copyOf(text, Math.max(length, 2 * text.length));
      }
      System.arraycopy(of, at, text, shared, more);
      at += more;
      place = index;
    }
  }

  /** Takes sorted texts. */
  private static final class Maker {
    private int size;
    private byte[][] bytes = new byte[1][];
    private int[][] starts = new int[1][];
    private byte[] chunk = new byte[64];
    private int[] groups = new int[4];
    private int at;
    private byte[] last = new byte[32];
    private int lastLength;

    void add(PackedTexts texts, int index) {
      add(texts.utf8(index), texts.start(index), texts.end(index));
    }

    /** Adds a text, unless it is the one before. */
    void add(byte[] source, int from, int to) {
      int mismatch = Arrays.mismatch(last, 0, lastLength, source, from, to);
      if (size > 0 && mismatch < 0) {
        return;
      }
      int within = size & (CHUNK - 1);
      if (within == 0 && size > 0) {
        endChunk();
      }
      int shared = 0;
      if ((within & (GROUP - 1)) == 0) {
        int group = within >> GROUP_BITS;
        groups = group == groups.length ? Arrays.copyOf(groups, 2 * group) : groups;
        groups[group] = at;
      } else {
        shared = Math.max(0, mismatch);
        number(shared);
      }
      int more = to - from - shared;
      number(more);
      reserve(more);
      System.arraycopy(source, from + shared, chunk, at, more);
      at += more;
      lastLength = to - from;
      if (lastLength > last.length) {
        last = new byte[Math.max(lastLength, 2 * last.length)];
      }
      System.arraycopy(source, from, last, 0, lastLength);
      size++;
    }

    private void number(int value) {
      reserve(Integer.BYTES + 1);
      int left = value;
      while (left >> BITS != 0) {
        chunk[at++] = (byte) (left | (1 << BITS));
        left >>= BITS;
      }
      chunk[at++] = (byte) left;
    }

    private void reserve(int more) {
      if (Math.addExact(at, more) > chunk.length) {
        long wanted = Math.max(at + (long) more, chunk.length + (long) chunk.length / 2);
        chunk = Arrays.copyOf(chunk, (int) Math.min(Integer.MAX_VALUE - 8L, wanted));
      }
    }

    private void endChunk() {
      int number = (size - 1) >> CHUNK_BITS;
      if (number == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * number);
        starts = Arrays.copyOf(starts, 2 * number);
      }
      int in = ((size - 1) & (CHUNK - 1)) + 1;
      bytes[number] = Arrays.copyOf(chunk, at);
      starts[number] = Arrays.copyOf(groups, (in + GROUP - 1) >> GROUP_BITS);
      at = 0;
    }

    SortedTexts made() {
      if (size > 0) {
        endChunk();
      }
      int chunks = (size + CHUNK - 1) >> CHUNK_BITS;
      return new SortedTexts(size, Arrays.copyOf(bytes, chunks), Arrays.copyOf(starts, chunks));
    }
  }
}
