package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ObjIntConsumer;

/**
 * Texts one after the other in UTF-8, 4 bytes each and their length, where an object takes some 60
 * bytes more. Compared by UTF-16 code units, as {@link String#compareTo} does.
 */
@DefaultSerializer(JavaSerializer.class)
public final class PackedTexts implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int BLOCK_BITS = 14;
  private static final int BLOCK = 1 << BLOCK_BITS;
  // The first byte of a code point of two UTF-16 units, and that of the first one beyond those.
  private static final int FOUR_BYTES = 0xF0;
  private static final int BEYOND_SURROGATES = 0xEE;

  private int size;
  private byte[][] bytes = new byte[1][64];
  private int[][] ends = new int[1][4];

  /** Some texts. */
  public static PackedTexts of(String... texts) {
    PackedTexts packed = new PackedTexts();
    for (String text : texts) {
      packed.add(text);
    }
    packed.trim();
    return packed;
  }

  public int size() {
    return size;
  }

  /** Appends a text. */
  public void add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    append(utf8, 0, utf8.length);
  }

  /** Appends a text of others. */
  public void add(PackedTexts others, int index) {
    int start = others.start(index);
    append(others.bytes[index >> BLOCK_BITS], start, others.end(index) - start);
  }

  private void append(byte[] source, int from, int length) {
    int block = size >> BLOCK_BITS;
    int at = size & (BLOCK - 1);
    if (block == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * block);
      ends = Arrays.copyOf(ends, 2 * block);
    }
    if (at == 0 && block > 0) {
      bytes[block] = new byte[bytes[block - 1].length];
      ends[block] = new int[BLOCK];
    }
    if (at == ends[block].length) {
      ends[block] = Arrays.copyOf(ends[block], Math.min(BLOCK, 2 * at));
    }
    int start = at == 0 ? 0 : ends[block][at - 1];
    int end = Math.addExact(start, length);
    if (end > bytes[block].length) {
      long wanted = Math.max(end, bytes[block].length + (long) bytes[block].length / 2);
      bytes[block] = Arrays.copyOf(bytes[block], (int) Math.min(Integer.MAX_VALUE - 8L, wanted));
    }
    System.arraycopy(source, from, bytes[block], start, length);
    ends[block][at] = end;
    size++;
  }

  /** Gives back the memory that is not filled. */
  public void trim() {
    int blocks = Math.max(1, (size + BLOCK - 1) >> BLOCK_BITS);
    bytes = Arrays.copyOf(bytes, blocks);
    ends = Arrays.copyOf(ends, blocks);
    for (int b = 0; b < blocks; b++) {
      int count = Math.min(BLOCK, size - (b << BLOCK_BITS));
      ends[b] = Arrays.copyOf(ends[b], count);
      bytes[b] = Arrays.copyOf(bytes[b], count == 0 ? 0 : ends[b][count - 1]);
    }
  }

  /** The bytes that a text is part of. */
  byte[] utf8(int index) {
    return bytes[index >> BLOCK_BITS];
  }

  /** Where a text begins in them. */
  int start(int index) {
    int at = index & (BLOCK - 1);
    return at == 0 ? 0 : ends[index >> BLOCK_BITS][at - 1];
  }

  /** Where it ends, exclusive. */
  int end(int index) {
    return ends[index >> BLOCK_BITS][index & (BLOCK - 1)];
  }

  /** A text, as a new object. */
  public String get(int index) {
    int start = start(index);
    return new String(
        bytes[index >> BLOCK_BITS], start, end(index) - start, StandardCharsets.UTF_8);
  }

  /** The order of one of these texts and one of others, as {@link String#compareTo} has it. */
  public int compare(int index, PackedTexts others, int other) {
    return compare(
        bytes[index >> BLOCK_BITS],
        start(index),
        end(index),
        others.bytes[other >> BLOCK_BITS],
        others.start(other),
        others.end(other));
  }

  /** The order of two texts in UTF-8, as {@link String#compareTo} has it. */
  static int compare(byte[] a, int fromA, int toA, byte[] b, int fromB, int toB) {
    int at = Arrays.mismatch(a, fromA, toA, b, fromB, toB);
    if (at < 0) {
      return 0;
    }
    if (at == toA - fromA || at == toB - fromB) {
      return (toA - fromA) - (toB - fromB);
    }
    int x = a[fromA + at] & 0xFF;
    int y = b[fromB + at] & 0xFF;
    boolean twoUnits = x >= FOUR_BYTES;
    if (twoUnits != (y >= FOUR_BYTES) && Math.min(x, y) >= BEYOND_SURROGATES) {
      return twoUnits ? -1 : 1;
    }
    return x - y;
  }

  /** The same texts in their order. Time: n log n comparisons; 8 bytes a text beside the result. */
  public PackedTexts sorted() {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    boolean ascending = true;
    for (int i = 1; i < size && ascending; i++) {
      ascending = compare(i - 1, this, i) <= 0;
    }
    if (ascending) {
      return this;
    }
    int[] spare = order.clone();
    sort(spare, order, 0, size);
    PackedTexts sorted = new PackedTexts();
    for (int i : order) {
      sorted.add(this, i);
    }
    sorted.trim();
    return sorted;
  }

  /** Sorts {@code from} into {@code to}; both hold the same at first. */
  private void sort(int[] from, int[] to, int low, int high) {
    if (high - low < 2) {
      return;
    }
    int middle = (low + high) >>> 1;
    sort(to, from, low, middle);
    sort(to, from, middle, high);
    int left = low;
    int right = middle;
    for (int at = low; at < high; at++) {
      boolean takesLeft =
          right >= high || (left < middle && compare(from[left], this, from[right]) <= 0);
      to[at] = takesLeft ? from[left++] : from[right++];
    }
  }

  /** The texts of some, each once, in the order in which they come first. Time O(bytes). */
  public static PackedTexts once(List<PackedTexts> parts) {
    PackedTexts found = new PackedTexts();
    int[] numbers = new int[64]; // by hash: 1 and up, 0 where there is none
    for (PackedTexts part : parts) {
      for (int i = 0; i < part.size; i++) {
        int at = found.slot(numbers, part, i);
        if (numbers[at] == 0) {
          found.add(part, i);
          numbers[at] = found.size;
          if (3L * found.size > 2L * numbers.length) {
            numbers = new int[Math.multiplyExact(2, numbers.length)];
            for (int own = 0; own < found.size; own++) {
              numbers[found.slot(numbers, found, own)] = own + 1;
            }
          }
        }
      }
    }
    found.trim();
    return found;
  }

  /**
   * Where the number of a text is, or goes: the upper bits of a product, which all bits of the hash
   * change. Texts that were chosen by some bits of it have these alike.
   */
  private int slot(int[] numbers, PackedTexts of, int index) {
    int at = (of.hash(index) * 0x9e3779b9) >>> (1 + Integer.numberOfLeadingZeros(numbers.length));
    while (numbers[at] != 0 && compare(numbers[at] - 1, of, index) != 0) {
      at = (at + 1) & (numbers.length - 1);
    }
    return at;
  }

  /** A hash of a text, whose bits are as good as each other. */
  public int hash(int index) {
    byte[] of = utf8(index);
    int end = end(index);
    int hash = 0;
    for (int at = start(index); at < end; at++) {
      hash = 31 * hash + of[at];
    }
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
    return hash ^ (hash >>> 16);
  }

  /** The texts of sorted ones in one order; equal ones stand side by side. */
  public static PackedTexts merged(List<PackedTexts> sorted) {
    PackedTexts merged = new PackedTexts();
    merge(sorted, merged::add);
    merged.trim();
    return merged;
  }

  /** Hands over the texts of sorted ones in one order, equal ones by their parts. */
  static void merge(List<PackedTexts> sorted, ObjIntConsumer<PackedTexts> receiver) {
    int[] at = new int[sorted.size()];
    PriorityQueue<Integer> next =
        new PriorityQueue<>(
            (a, b) -> {
              int order = sorted.get(a).compare(at[a], sorted.get(b), at[b]);
              return order == 0 ? Integer.compare(a, b) : order;
            });
    for (int s = 0; s < at.length; s++) {
      if (sorted.get(s).size > 0) {
        next.add(s);
      }
    }
    while (!next.isEmpty()) {
      int s = next.remove();
      receiver.accept(sorted.get(s), at[s]++);
      if (at[s] < sorted.get(s).size) {
        next.add(s);
      }
    }
  }
}
